import { HttpApi, OpenApi } from "@effect/platform"
import { Predicate } from "effect"
import { AccountsApi } from "./AccountsApi.ts"
import { CommentsApi } from "./CommentsApi.ts"
import { DiseasesApi } from "./DiseasesApi.ts"
import { LikesApi } from "./LikesApi.ts"
import { NewsApi } from "./NewsApi.ts"
import { NotificationsApi } from "./NotificationsApi.ts"
import { NotificationsStreamApi } from "./NotificationsStreamApi.ts"
import { OperationApi } from "./OperationApi.ts"
import { PostsApi } from "./PostsApi.ts"
import { StatisticsApi } from "./StatisticsApi.ts"
import { UsersApi } from "./UsersApi.ts"
import { BadRequest, InternalError, ServiceUnavailable } from "./WireErrors.ts"

/** HttpApi documents a body of its own for what does not decode, which `http/Errors.ts` never sends. */
const withoutDecodeError = (_: string, value: unknown): unknown => {
  if (!Predicate.hasProperty(value, "anyOf") || !Array.isArray(value.anyOf)) return value
  const [first, second, ...rest] = value.anyOf
  const stated = Predicate.hasProperty(first, "$ref") && String(first.$ref).endsWith("/HttpApiDecodeError")
  return stated && rest.length === 0 ? second : value
}

/** The whole of what HTTP offers: routes, OpenAPI document and typed client are derived from it. */
export class CommunityApi extends HttpApi.make("community")
  .add(AccountsApi)
  .add(PostsApi)
  .add(CommentsApi)
  .add(LikesApi)
  .add(NewsApi)
  .add(DiseasesApi)
  .add(UsersApi)
  .add(NotificationsApi)
  .add(NotificationsStreamApi)
  .add(StatisticsApi)
  .add(OperationApi)
  .addError(BadRequest.wire)
  .addError(InternalError.wire)
  .addError(ServiceUnavailable.wire)
  .annotate(OpenApi.Title, "Rare-disease community")
  .annotate(OpenApi.Transform, (document) => JSON.parse(JSON.stringify(document), withoutDecodeError)) {}
