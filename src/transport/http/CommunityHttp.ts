import type { IncomingMessage, ServerResponse } from "node:http"
import { HttpApiBuilder, HttpMiddleware } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { Context, Effect, Layer } from "effect"
import { CommunityApi } from "../../api/CommunityApi.ts"
import * as ClientAddresses from "../wire/ClientAddresses.ts"
import * as AccessHttp from "./AccessHttp.ts"
import { Admission } from "./Admission.ts"
import * as Edge from "./Edge.ts"
import * as AccountsHttp from "./handlers/AccountsHttp.ts"
import * as AuditHttp from "./handlers/AuditHttp.ts"
import * as CommentsHttp from "./handlers/CommentsHttp.ts"
import * as DiscoveryHttp from "./handlers/DiscoveryHttp.ts"
import * as DiseasesHttp from "./handlers/DiseasesHttp.ts"
import * as LikesHttp from "./handlers/LikesHttp.ts"
import * as NewsHttp from "./handlers/NewsHttp.ts"
import * as NotificationsHttp from "./handlers/NotificationsHttp.ts"
import * as OperationHttp from "./handlers/OperationHttp.ts"
import * as PostsHttp from "./handlers/PostsHttp.ts"
import * as StatisticsHttp from "./handlers/StatisticsHttp.ts"
import * as UsersHttp from "./handlers/UsersHttp.ts"
import { RequestSpans } from "./RequestSpans.ts"
import { ResponseFinalizer } from "./ResponseFinalizer.ts"

/** Platform's router as a listener of Node's server, for all requests but those of endpoints for JSON. */
export class RouterListener extends Context.Tag("transport/http/CommunityHttp/RouterListener")<
  RouterListener,
  (request: IncomingMessage, response: ServerResponse) => void
>() {
  /** Left open are `access`, and the groups of other rooms: streams, and protocols other than REST. */
  static readonly layer = Layer.suspend(() =>
    Layer.effect(
      RouterListener,
      Effect.flatMap(HttpApiBuilder.httpApp, (app) => NodeHttpServer.makeHandler(app))
    ).pipe(
      Layer.provide([HttpApiBuilder.Router.Live, HttpApiBuilder.Middleware.layer]),
      Layer.provide(Edge.layer),
      Layer.provide(HttpApiBuilder.api(CommunityApi)),
      Layer.provide(groups),
      // Its spans would hold the query, which may be a credential: see `RequestSpans`.
      HttpMiddleware.withTracerDisabledWhen(() => true)
    )
  )
}

const groups = Layer.mergeAll(
  AccountsHttp.layer,
  PostsHttp.layer,
  CommentsHttp.layer,
  LikesHttp.layer,
  NewsHttp.layer,
  DiseasesHttp.layer,
  UsersHttp.layer,
  AuditHttp.layer,
  NotificationsHttp.layer,
  StatisticsHttp.layer,
  OperationHttp.layer,
  DiscoveryHttp.layer
)

/** Admission and the finalizer of responses, for every group of the definition, here and in other rooms. */
export const access = Layer.merge(AccessHttp.layer, ClientAddresses.layer).pipe(
  Layer.provideMerge(
    Layer.mergeAll(ClientAddresses.ClientAddresses.layer, Admission.layer, RequestSpans.layer, ResponseFinalizer.layer)
  )
)
