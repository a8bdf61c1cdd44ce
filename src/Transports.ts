import type { Server } from "node:http"
import { NodeHttpServer } from "@effect/platform-node"
import { type Config, Layer } from "effect"
import * as FastPath from "./fast/FastPath.ts"
import * as CommunityHttp from "./http/CommunityHttp.ts"
import * as Draining from "./http/Draining.ts"
import { Handlers } from "./http/Handlers.ts"
import { HostGuard } from "./http/HostGuard.ts"
import { InFlight } from "./http/InFlight.ts"
import * as McpHttp from "./mcp/McpHttp.ts"
import * as RpcHttp from "./rpc/RpcHttp.ts"
import { Closing } from "./services/Closing.ts"
import { NotificationStreams } from "./sse/NotificationStreams.ts"
import * as NotificationsStream from "./sse/NotificationsStream.ts"
import { ToolHandlers } from "./tools/ToolHandlers.ts"

/** How long requests in flight may take when the server stops. */
const grace = "8 seconds"

/**
 * Every way into the community, over its services, behind one server of Node's. The program and the tests are built of
 * this same layer. Released from the top: requests drain, then the server closes.
 */
export const layer = (server: Server, address: Config.Config.Wrap<{ readonly host: string; readonly port: number }>) =>
  Draining.layer(server, grace).pipe(
    Layer.provide(FastPath.layer(server)),
    Layer.provide(CommunityHttp.layer),
    Layer.provide(NotificationsStream.layer),
    Layer.provide(RpcHttp.layer),
    Layer.provideMerge(McpHttp.layer),
    Layer.provide(CommunityHttp.access),
    Layer.provide(ToolHandlers.layer),
    Layer.provideMerge(NotificationStreams.layer),
    Layer.provideMerge(NodeHttpServer.layerConfig(() => server, address)),
    Layer.provide([Handlers.layer, HostGuard.layer]),
    Layer.provideMerge(InFlight.layer),
    Layer.provideMerge(Closing.layer)
  )
