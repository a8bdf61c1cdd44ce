import type { Server } from "node:http"
import { NodeHttpServer } from "@effect/platform-node"
import { type Config, Layer } from "effect"
import { ShutdownSignal } from "../services/Operation.ts"
import { ReadThroughCache } from "./cache/ReadThroughCache.ts"
import { Admission } from "./http/Admission.ts"
import { HandlerRegistry } from "./http/HandlerRegistry.ts"
import { HostGuard } from "./http/HostGuard.ts"
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
import { atomFeedOperations } from "./operations/AtomFeedOperations.ts"
import { accountOperations } from "./operations/accounts/AccountOperations.ts"
import { auditOperations } from "./operations/accounts/AuditOperations.ts"
import { factorOperations } from "./operations/accounts/FactorOperations.ts"
import { invitationOperations } from "./operations/accounts/InvitationOperations.ts"
import { settingsOperations } from "./operations/accounts/SettingsOperations.ts"
import { userOperations } from "./operations/accounts/UserOperations.ts"
import { verificationRequestOperations } from "./operations/accounts/VerificationRequestOperations.ts"
import { communitySettingsOperations } from "./operations/CommunitySettingsOperations.ts"
import { discoveryOperations } from "./operations/DiscoveryOperations.ts"
import { diseaseOperations } from "./operations/diseases/DiseaseOperations.ts"
import { followOperations } from "./operations/follows/FollowOperations.ts"
import { decisionOperations } from "./operations/moderation/DecisionOperations.ts"
import { moderationOperations } from "./operations/moderation/ModerationOperations.ts"
import { reportOperations } from "./operations/moderation/ReportOperations.ts"
import { newsOperations } from "./operations/news/NewsOperations.ts"
import { notificationOperations } from "./operations/notifications/NotificationOperations.ts"
import { pushOperations } from "./operations/notifications/PushOperations.ts"
import { phenotypeOperations } from "./operations/phenotypes/PhenotypeOperations.ts"
import { commentOperations } from "./operations/posts/CommentOperations.ts"
import { likeOperations } from "./operations/posts/LikeOperations.ts"
import { placeOperations } from "./operations/posts/PlaceOperations.ts"
import { postOperations } from "./operations/posts/PostOperations.ts"
import { serverOperations } from "./operations/ServerOperations.ts"
import { statisticsOperations } from "./operations/StatisticsOperations.ts"
import { webhookOperations } from "./operations/webhooks/WebhookOperations.ts"
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
  accountOperations.layer,
  atomFeedOperations.layer,
  auditOperations.layer,
  commentOperations.layer,
  communitySettingsOperations.layer,
  decisionOperations.layer,
  discoveryOperations.layer,
  diseaseOperations.layer,
  factorOperations.layer,
  followOperations.layer,
  invitationOperations.layer,
  likeOperations.layer,
  moderationOperations.layer,
  newsOperations.layer,
  notificationOperations.layer,
  phenotypeOperations.layer,
  placeOperations.layer,
  postOperations.layer,
  pushOperations.layer,
  reportOperations.layer,
  serverOperations.layer,
  settingsOperations.layer,
  statisticsOperations.layer,
  userOperations.layer,
  verificationRequestOperations.layer,
  webhookOperations.layer
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
