import type { IncomingMessage, ServerResponse } from "node:http"
import { HttpApiBuilder, HttpMiddleware } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { Context, Effect, Layer } from "effect"
import { Addressed, Anyone, SignedIn } from "../../api/Access.ts"
import { NotFound } from "../../api/WireErrors.ts"
import * as AccountsHttp from "./handlers/AccountsHttp.ts"
import * as AuditHttp from "./handlers/AuditHttp.ts"
import * as CommentsHttp from "./handlers/CommentsHttp.ts"
import * as DecisionsHttp from "./handlers/DecisionsHttp.ts"
import * as DiscoveryHttp from "./handlers/DiscoveryHttp.ts"
import * as DiseasesHttp from "./handlers/DiseasesHttp.ts"
import * as FeedsHttp from "./handlers/FeedsHttp.ts"
import * as FollowsHttp from "./handlers/FollowsHttp.ts"
import * as LikesHttp from "./handlers/LikesHttp.ts"
import * as MailHttp from "./handlers/MailHttp.ts"
import * as NewsHttp from "./handlers/NewsHttp.ts"
import * as NotificationsHttp from "./handlers/NotificationsHttp.ts"
import * as OperationHttp from "./handlers/OperationHttp.ts"
import * as PhenotypesHttp from "./handlers/PhenotypesHttp.ts"
import * as PostsHttp from "./handlers/PostsHttp.ts"
import * as ReportsHttp from "./handlers/ReportsHttp.ts"
import * as SettingsHttp from "./handlers/SettingsHttp.ts"
import * as StatisticsHttp from "./handlers/StatisticsHttp.ts"
import * as UsersHttp from "./handlers/UsersHttp.ts"

/** Platform's router as a listener of Node's server, for the requests that the runner of endpoints does not answer. */
export class RouterListener extends Context.Tag("transport/http/CommunityHttp/RouterListener")<
  RouterListener,
  (request: IncomingMessage, response: ServerResponse) => void
>() {
  static readonly layer = Layer.effect(
    RouterListener,
    Effect.flatMap(HttpApiBuilder.httpApp, (app) => NodeHttpServer.makeHandler(app))
  ).pipe(
    // Its spans would hold the query, which may be a credential: see `RequestRecords`.
    HttpMiddleware.withTracerDisabledWhen(() => true)
  )
}

/** The handlers of REST. */
export const groups = Layer.mergeAll(
  AccountsHttp.layer,
  PostsHttp.layer,
  CommentsHttp.layer,
  LikesHttp.layer,
  FeedsHttp.layer,
  MailHttp.layer,
  NewsHttp.layer,
  DiseasesHttp.layer,
  PhenotypesHttp.layer,
  UsersHttp.layer,
  FollowsHttp.layer,
  SettingsHttp.layer,
  ReportsHttp.layer,
  DecisionsHttp.layer,
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
export const middleware = Layer.mergeAll(
  Layer.succeed(Addressed, unknownPath),
  Layer.succeed(Anyone, unknownPath),
  Layer.succeed(SignedIn, unknownPath)
)
