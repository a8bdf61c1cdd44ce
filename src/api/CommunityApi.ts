import { HttpApi, OpenApi } from "@effect/platform"
import { version } from "../domain/Version.ts"
import { AtomFeedsApi } from "./AtomFeedsApi.ts"
import { AccountsApi } from "./accounts/AccountsApi.ts"
import { AuditApi } from "./accounts/AuditApi.ts"
import { FactorsApi } from "./accounts/FactorsApi.ts"
import { InvitationsApi } from "./accounts/InvitationsApi.ts"
import { SettingsApi } from "./accounts/SettingsApi.ts"
import { UsersApi } from "./accounts/UsersApi.ts"
import { VerificationRequestsApi } from "./accounts/VerificationRequestsApi.ts"
import { CommunitySettingsApi } from "./CommunitySettingsApi.ts"
import { DiscoveryApi } from "./DiscoveryApi.ts"
import { DiseasesApi } from "./diseases/DiseasesApi.ts"
import { described } from "./document/Document.ts"
import { FollowsApi } from "./follows/FollowsApi.ts"
import { McpApi, RpcApi } from "./McpApi.ts"
import { DecisionsApi } from "./moderation/DecisionsApi.ts"
import { ModerationApi } from "./moderation/ModerationApi.ts"
import { ReportsApi } from "./moderation/ReportsApi.ts"
import { NewsApi } from "./news/NewsApi.ts"
import { NotificationsApi, NotificationsStreamApi } from "./notifications/NotificationsApi.ts"
import { PushApi } from "./notifications/PushApi.ts"
import { OperationApi } from "./OperationApi.ts"
import { PhenotypesApi } from "./phenotypes/PhenotypesApi.ts"
import { CommentsApi } from "./posts/CommentsApi.ts"
import { LikesApi } from "./posts/LikesApi.ts"
import { PlacesApi } from "./posts/PlacesApi.ts"
import { PostsApi } from "./posts/PostsApi.ts"
import { StatisticsApi } from "./StatisticsApi.ts"
import { BadRequest, Forbidden, InternalError, ServiceUnavailable } from "./WireErrors.ts"
import { WebhooksApi } from "./webhooks/WebhooksApi.ts"

const api = HttpApi.make("community")
  .add(AccountsApi)
  .add(PostsApi)
  .add(CommentsApi)
  .add(PlacesApi)
  .add(LikesApi)
  .add(NewsApi)
  .add(DiseasesApi)
  .add(PhenotypesApi)
  .add(UsersApi)
  .add(VerificationRequestsApi)
  .add(InvitationsApi)
  .add(FollowsApi)
  .add(SettingsApi)
  .add(ReportsApi)
  .add(ModerationApi)
  .add(DecisionsApi)
  .add(AuditApi)
  .add(CommunitySettingsApi)
  .add(WebhooksApi)
  .add(NotificationsApi)
  .add(PushApi)
  .add(FactorsApi)
  .add(NotificationsStreamApi)
  .add(StatisticsApi)
  .add(AtomFeedsApi)
  .add(McpApi)
  .add(RpcApi)
  .add(OperationApi)
  .add(DiscoveryApi)
  .addError(BadRequest.wire)
  .addError(Forbidden.wire)
  .addError(InternalError.wire)
  .addError(ServiceUnavailable.wire)
  .annotate(OpenApi.Title, "Rare-disease community")
  .annotate(OpenApi.Version, version)
  .annotate(OpenApi.License, { name: "MIT", url: "https://spdx.org/licenses/MIT.html" })
  .annotate(
    OpenApi.Description,
    "A community for people with rare diseases, the experts who help them, and the AI agents that work for both. " +
      'Every failure is `{ "error": string }`, whose text says what is wrong and how to correct it.'
  )

/**
 * The HTTP API; the routes, the OpenAPI document and the typed client are derived from it.
 * `transport/http/EndpointRunner.ts` serves it in place of `HttpApiBuilder` (decision 0004).
 */
export class CommunityApi extends api.annotate(OpenApi.Transform, (derived) => described(api, derived)) {}
