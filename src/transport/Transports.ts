import type { Server } from "node:http"
import { NodeHttpServer } from "@effect/platform-node"
import { type Config, Layer } from "effect"
import { ShutdownSignal } from "../services/Operation.ts"
import { ReadThroughCache } from "./cache/ReadThroughCache.ts"
import { Admission } from "./http/Admission.ts"
import { HandlerRegistry } from "./http/HandlerRegistry.ts"
import { HostGuard } from "./http/HostGuard.ts"
import * as AtomFeedsHttp from "./http/handlers/AtomFeedsHttp.ts"
import * as AccountsHttp from "./http/handlers/accounts/AccountsHttp.ts"
import * as AuditHttp from "./http/handlers/accounts/AuditHttp.ts"
import * as FactorsHttp from "./http/handlers/accounts/FactorsHttp.ts"
import * as InvitationsHttp from "./http/handlers/accounts/InvitationsHttp.ts"
import * as SettingsHttp from "./http/handlers/accounts/SettingsHttp.ts"
import * as UsersHttp from "./http/handlers/accounts/UsersHttp.ts"
import * as VerificationRequestsHttp from "./http/handlers/accounts/VerificationRequestsHttp.ts"
import * as CommunitySettingsHttp from "./http/handlers/CommunitySettingsHttp.ts"
import * as DiscoveryHttp from "./http/handlers/DiscoveryHttp.ts"
import * as DiseasesHttp from "./http/handlers/diseases/DiseasesHttp.ts"
import * as FollowsHttp from "./http/handlers/follows/FollowsHttp.ts"
import * as DecisionsHttp from "./http/handlers/moderation/DecisionsHttp.ts"
import * as ModerationHttp from "./http/handlers/moderation/ModerationHttp.ts"
import * as ReportsHttp from "./http/handlers/moderation/ReportsHttp.ts"
import * as NewsHttp from "./http/handlers/news/NewsHttp.ts"
import * as NotificationsHttp from "./http/handlers/notifications/NotificationsHttp.ts"
import * as PushHttp from "./http/handlers/notifications/PushHttp.ts"
import * as OperationHttp from "./http/handlers/OperationHttp.ts"
import * as PhenotypesHttp from "./http/handlers/phenotypes/PhenotypesHttp.ts"
import * as CommentsHttp from "./http/handlers/posts/CommentsHttp.ts"
import * as LikesHttp from "./http/handlers/posts/LikesHttp.ts"
import * as PlacesHttp from "./http/handlers/posts/PlacesHttp.ts"
import * as PostsHttp from "./http/handlers/posts/PostsHttp.ts"
import * as StatisticsHttp from "./http/handlers/StatisticsHttp.ts"
import * as WebhooksHttp from "./http/handlers/webhooks/WebhooksHttp.ts"
import { gracefulShutdown } from "./http/NodeServer.ts"
import { listen } from "./http/RequestListeners.ts"
import { RequestRecords } from "./http/RequestRecords.ts"
import { ResponseFinalizer } from "./http/ResponseFinalizer.ts"
import { InFlight, UnsentBytes } from "./http/ResponseWatch.ts"
import * as McpHttp from "./mcp/McpHttp.ts"
import { McpServer } from "./mcp/McpServer.ts"
import { Methods } from "./mcp/Methods.ts"
import { Resources } from "./mcp/Resources.ts"
import { Sessions } from "./mcp/Sessions.ts"
import { Subscriptions } from "./mcp/Subscriptions.ts"
import { Tools } from "./mcp/tools/Tools.ts"
import * as RpcHttp from "./rpc/RpcHttp.ts"
import * as NotificationsStreamHttp from "./sse/NotificationStreams.ts"
import { NotificationStreams } from "./sse/NotificationStreams.ts"
import { ToolHandlers } from "./tools/ToolHandlers.ts"
import { Brand } from "./web/Brand.ts"
import * as PageRunner from "./web/PageRunner.ts"
import { ClientAddresses } from "./wire/ClientAddresses.ts"
import { Heartbeat } from "./wire/Heartbeat.ts"

/** The time that requests in flight have to finish when the server stops. */
const shutdownGrace = "8 seconds"

const rest = Layer.mergeAll(
  AccountsHttp.layer,
  AuditHttp.layer,
  CommentsHttp.layer,
  CommunitySettingsHttp.layer,
  DecisionsHttp.layer,
  DiscoveryHttp.layer,
  DiseasesHttp.layer,
  AtomFeedsHttp.layer,
  FollowsHttp.layer,
  InvitationsHttp.layer,
  LikesHttp.layer,
  NewsHttp.layer,
  NotificationsHttp.layer,
  FactorsHttp.layer,
  PushHttp.layer,
  OperationHttp.layer,
  PhenotypesHttp.layer,
  PlacesHttp.layer,
  PostsHttp.layer,
  ReportsHttp.layer,
  ModerationHttp.layer,
  SettingsHttp.layer,
  StatisticsHttp.layer,
  UsersHttp.layer,
  VerificationRequestsHttp.layer,
  WebhooksHttp.layer
)

const rpc = RpcHttp.layer.pipe(Layer.provide([RpcHttp.library, RpcHttp.procedures]))

/** `/api/mcp` over a table of methods. */
const mcp = (methods: typeof Methods.layer) =>
  McpHttp.layer.pipe(
    Layer.provide(McpServer.layer),
    Layer.provide([methods, Subscriptions.layer]),
    Layer.provide([Tools.layer, Resources.layer]),
    Layer.provideMerge(Sessions.layer)
  )

/** The services that the edge uses for every request. */
const edge = Layer.mergeAll(Admission.layer, RequestRecords.layer, ResponseFinalizer.layer, UnsentBytes.layer).pipe(
  Layer.provideMerge(ClientAddresses.layer)
)

/**
 * Every transport, over the services, behind one server of Node's. The program and the tests are built of this layer.
 * It is released from the top: requests in flight finish, then the server closes.
 */
export const layer = (
  server: Server,
  address: Config.Config.Wrap<{ readonly host: string; readonly port: number }>,
  methods = Methods.layer
) =>
  gracefulShutdown(server, shutdownGrace).pipe(
    // Node never answers a request that finds no listener, so the server listens last.
    Layer.provideMerge(NodeHttpServer.layerConfig(() => server, address)),
    Layer.provide(Layer.scopedDiscard(listen(server))),
    Layer.provide(PageRunner.layer),
    Layer.provideMerge(Brand.layer),
    Layer.provide(rest),
    Layer.provide(NotificationsStreamHttp.layer),
    Layer.provide(rpc),
    Layer.provideMerge(mcp(methods)),
    Layer.provide(ReadThroughCache.layer),
    Layer.provideMerge(edge),
    Layer.provide(ToolHandlers.layer),
    Layer.provideMerge(NotificationStreams.layer),
    Layer.provideMerge(Heartbeat.layer),
    Layer.provide([HandlerRegistry.layer, HostGuard.layer(server)]),
    Layer.provideMerge(InFlight.layer),
    Layer.provideMerge(ShutdownSignal.layer)
  )
