import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { ReportId } from "../../domain/Ids.ts"
import { NewReport, Report, ReportPage, ReportSent, ReportStatus } from "../../domain/moderation/Report.ts"
import { TargetType } from "../../domain/moderation/Target.ts"
import { SignedIn } from "../Access.ts"
import { body } from "../Body.ts"
import { decision, Example, pageWith, report } from "../document/Samples.ts"
import { ShowsPosts } from "../Keeps.ts"
import { decimal, optional, pageQuery } from "../Query.ts"
import { Conflict, NotFound } from "../WireErrors.ts"

export const ReportQuery = Schema.Struct({
  ...pageQuery(),
  status: optional(ReportStatus, { description: "Only reports that are open, or decided." }),
  targetType: optional(TargetType, { description: "Only reports of targets of this type." })
})

/** Reports to the moderators (contract, Reports and decisions). */
export class ReportsApi extends HttpApiGroup.make("reports")
  .add(
    HttpApiEndpoint.post("send", "/reports")
      .setPayload(body(NewReport))
      .addSuccess(ReportSent, { status: 201 })
      .addError(Schema.Union(NotFound.wire, Conflict.wire))
      .annotate(OpenApi.Summary, "Report a post, a comment or a member")
      .annotate(
        OpenApi.Description,
        "The moderators read it; nobody else learns who sent it. 409 while an earlier report of yours is open, 400 for " +
          "yourself and your own texts. With `danger` the answer has `helpLines`: call them, nobody here may read it in time."
      )
      .annotate(Example, {
        request: { target: report.target, reason: report.reason, text: report.text },
        response: report
      })
  )
  .add(
    HttpApiEndpoint.get("list", "/reports")
      .annotate(ShowsPosts, true)
      .setUrlParams(ReportQuery)
      .addSuccess(ReportPage)
      .annotate(OpenApi.Summary, "List reports")
      .annotate(
        OpenApi.Description,
        "Your reports; all of them, with the reported texts, for moderators: danger first, then the targets with most " +
          "reporters, then the oldest."
      )
      .annotate(Example, { response: pageWith(report) })
  )
  .add(
    HttpApiEndpoint.get("get", "/reports/:id")
      .annotate(ShowsPosts, true)
      .setPath(Schema.Struct({ id: decimal(ReportId) }))
      .addSuccess(Report)
      .addError(NotFound.wire)
      .annotate(OpenApi.Summary, "Read a report")
      .annotate(
        OpenApi.Description,
        "One of yours, with the decision on it; any, with the reported text, for moderators. Others are 404."
      )
      .annotate(Example, { response: { ...report, status: "decided", decision } })
  )
  .middlewareEndpoints(SignedIn)
  .annotateContext(OpenApi.annotations({ title: "Reports", description: "Reports to the moderators." }))
  .prefix("/api") {}
