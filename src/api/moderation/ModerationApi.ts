import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { ModerationQueue } from "../../domain/moderation/Case.ts"
import { ModerationHealth } from "../../domain/moderation/Health.ts"
import { SignedIn } from "../Access.ts"
import { Example, moderationHealth, moderationQueue } from "../document/Samples.ts"
import { Forbidden } from "../WireErrors.ts"

/** The queue and the health of moderation (contract, Alerts). */
export class ModerationApi extends HttpApiGroup.make("moderation")
  .add(
    HttpApiEndpoint.get("queue", "/moderation/queue")
      .addSuccess(ModerationQueue)
      .addError(Forbidden.wire)
      .annotate(OpenApi.Summary, "Count what waits for moderators")
      .annotate(
        OpenApi.Description,
        "For moderators. `reports` and `danger` count cases: a target with three open reports is one. The reports are at " +
          "`GET /api/reports?status=open`, the appeals at `GET /api/decisions?appeal=open`."
      )
      .annotate(Example, { response: moderationQueue })
  )
  .add(
    HttpApiEndpoint.get("health", "/moderation/health")
      .addSuccess(ModerationHealth)
      .addError(Forbidden.wire)
      .annotate(OpenApi.Summary, "Read how the community and its server are")
      .annotate(
        OpenApi.Description,
        "For moderators: what waits, what happened in each week of a year, the last backup, and what could not be sent. A " +
          "number of 1 to 4 people who joined in a week is null: numbers of fewer than five people are not broken down."
      )
      .annotate(Example, { response: moderationHealth })
  )
  .middlewareEndpoints(SignedIn)
  .annotateContext(OpenApi.annotations({ title: "Moderation", description: "What waits for moderators." }))
  .prefix("/api") {}
