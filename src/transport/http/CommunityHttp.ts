import type { IncomingMessage, ServerResponse } from "node:http"
import { HttpApiBuilder, HttpMiddleware } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { Context, Effect, Layer } from "effect"
import { Addressed, Anyone, SignedIn } from "../../api/Access.ts"
import { CommunityApi } from "../../api/CommunityApi.ts"
import { NotFound } from "../../api/WireErrors.ts"
import { ClientAddresses } from "../wire/ClientAddresses.ts"
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
import { RequestRecords } from "./RequestRecords.ts"
import { ResponseFinalizer } from "./ResponseFinalizer.ts"

/** Platform's router as a listener of Node's server, for the requests that the runner of endpoints does not answer. */
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
      // Its spans would hold the query, which may be a credential: see `RequestRecords`.
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

/**
 * The middleware of `api/Access.ts`, as platform wants it. Platform meets an endpoint with admission only where the path is
 * none of its own: where an id is malformed. A defect, since the middleware declares no 404.
 */
const unknownPath = Effect.die(new NotFound({ message: "there is no such path: an id is a positive number" }))
const middleware = Layer.mergeAll(
  Layer.succeed(Addressed, unknownPath),
  Layer.succeed(Anyone, unknownPath),
  Layer.succeed(SignedIn, unknownPath)
)

/** Admission, the finalizer of responses and the records of requests. */
export const access = Layer.mergeAll(middleware, Admission.layer, RequestRecords.layer, ResponseFinalizer.layer).pipe(
  Layer.provideMerge(ClientAddresses.layer)
)
