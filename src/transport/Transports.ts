import type { Server } from "node:http"
import { NodeHttpServer } from "@effect/platform-node"
import { type Config, Layer } from "effect"
import { ShutdownSignal } from "../services/ShutdownSignal.ts"
import { ReadThroughCache } from "./cache/ReadThroughCache.ts"
import * as CommunityHttp from "./http/CommunityHttp.ts"
import * as GracefulShutdown from "./http/GracefulShutdown.ts"
import { HandlerRegistry } from "./http/HandlerRegistry.ts"
import { HostGuard } from "./http/HostGuard.ts"
import { listen } from "./http/RequestListeners.ts"
import { InFlight, UnsentBytes } from "./http/ResponseWatch.ts"
import * as McpHttp from "./mcp/McpHttp.ts"
import * as CommunityRpc from "./rpc/CommunityRpc.ts"
import * as RpcHttp from "./rpc/RpcHttp.ts"
import { NotificationStreams } from "./sse/NotificationStreams.ts"
import * as NotificationsStreamHttp from "./sse/NotificationsStreamHttp.ts"
import { ToolHandlers } from "./tools/ToolHandlers.ts"
import { Heartbeat } from "./wire/Heartbeat.ts"

/** The time that requests in flight have to finish when the server stops. */
const shutdownGrace = "8 seconds"

/**
 * Every transport, over the services, behind one server of Node's. The program and the tests are built of this layer.
 * It is released from the top: requests in flight finish, then the server closes.
 */
export const layer = (
  server: Server,
  address: Config.Config.Wrap<{ readonly host: string; readonly port: number }>,
  mcp = McpHttp.layer
) =>
  GracefulShutdown.layer(server, shutdownGrace).pipe(
    // Node never answers a request that finds no listener, so the server listens behind all that answers.
    Layer.provideMerge(NodeHttpServer.layerConfig(() => server, address)),
    Layer.provide(Layer.scopedDiscard(listen(server))),
    Layer.provide(CommunityHttp.RouterListener.layer),
    Layer.provide(NotificationsStreamHttp.layer),
    Layer.provide(RpcHttp.layer),
    Layer.provide(CommunityRpc.layer),
    Layer.provideMerge(mcp),
    Layer.provide(ReadThroughCache.layer),
    Layer.provide(CommunityHttp.access),
    Layer.provide(ToolHandlers.layer),
    Layer.provideMerge(NotificationStreams.layer),
    Layer.provideMerge(Heartbeat.layer),
    Layer.provide(NodeHttpServer.layerContext),
    Layer.provide([HandlerRegistry.layer, HostGuard.layer(server)]),
    Layer.provideMerge(Layer.merge(InFlight.layer, UnsentBytes.layer)),
    Layer.provideMerge(ShutdownSignal.layer)
  )
