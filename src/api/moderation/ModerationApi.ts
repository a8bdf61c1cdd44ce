import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { ModerationQueue } from "../../domain/moderation/Case.ts"
import { SignedIn } from "../Access.ts"
import { Example } from "../document/Samples.ts"
import { Forbidden } from "../WireErrors.ts"

/** What moderators have to do (contract, Alerts). */
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
      .annotate(Example, {
        response: { reports: 2, danger: 1, appeals: 0, verificationRequests: 0, oldestAt: "2026-01-02T03:04:05.678Z" }
      })
  )
  .middlewareEndpoints(SignedIn)
  .annotateContext(OpenApi.annotations({ title: "Moderation", description: "What waits for moderators." }))
  .prefix("/api") {}
