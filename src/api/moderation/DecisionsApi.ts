import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { DecisionId, UserId } from "../../domain/Ids.ts"
import {
  AppealDecision,
  AppealStatus,
  appealDays,
  Decision,
  DecisionPage,
  NewAppeal,
  NewDecision
} from "../../domain/moderation/Decision.ts"
import { TargetType } from "../../domain/moderation/Target.ts"
import { OpenToSuspended, SignedIn } from "../Access.ts"
import { body } from "../Body.ts"
import { appeal, decision, Example, pageWith } from "../document/Samples.ts"
import { ShowsPosts } from "../Keeps.ts"
import { decimal, optional, pageQuery } from "../Query.ts"
import { Conflict, Forbidden, NotFound } from "../WireErrors.ts"

export const DecisionPath = Schema.Struct({ id: decimal(DecisionId) })

export const DecisionQuery = Schema.Struct({
  ...pageQuery(),
  targetType: optional(TargetType, { description: "Only decisions about targets of this type." }),
  userId: optional(decimal(UserId), { description: "Only decisions about this member or their texts." }),
  appeal: optional(AppealStatus, { description: "Only decisions with an appeal that nobody has decided on." })
})

const forModerators =
  "For moderators and admins, with a session or a key that is not an agent's, and never about themselves. "

/** Decisions of moderators, and appeals (contract, Reports and decisions). */
export class DecisionsApi extends HttpApiGroup.make("decisions")
  .add(
    HttpApiEndpoint.post("decide", "/decisions")
      .setPayload(body(NewDecision))
      .addSuccess(Decision, { status: 201 })
      .addError(Schema.Union(Forbidden.wire, NotFound.wire, Conflict.wire))
      .annotate(OpenApi.Summary, "Decide about a post, a comment or a member")
      .annotate(
        OpenApi.Description,
        `${forModerators}Only admins suspend admins. Closes the open reports of the target, and notifies the reporters ` +
          "and the member concerned. 400 for an action that does not fit the target, 409 for one that changes nothing."
      )
      .annotate(Example, {
        request: { target: decision.target, action: decision.action, rule: decision.rule, reason: decision.reason },
        response: decision
      })
  )
  .add(
    HttpApiEndpoint.get("list", "/decisions")
      .annotate(ShowsPosts, true)
      .setUrlParams(DecisionQuery)
      .addSuccess(DecisionPage)
      .annotate(OpenToSuspended, true)
      .annotate(OpenApi.Summary, "List decisions")
      .annotate(
        OpenApi.Description,
        "Those about you and your texts, and those on your reports, newest first; all of them for moderators."
      )
      .annotate(Example, { response: pageWith(decision) })
  )
  .add(
    HttpApiEndpoint.get("get", "/decisions/:id")
      .annotate(ShowsPosts, true)
      .setPath(DecisionPath)
      .addSuccess(Decision)
      .addError(NotFound.wire)
      .annotate(OpenToSuspended, true)
      .annotate(OpenApi.Summary, "Read a decision")
      .annotate(OpenApi.Description, "One of those that the list gives you. Others are 404.")
      .annotate(Example, { response: decision })
  )
  .add(
    HttpApiEndpoint.post("appeal", "/decisions/:id/appeal")
      .setPath(DecisionPath)
      .setPayload(body(NewAppeal))
      .addSuccess(Decision, { status: 201 })
      .addError(Schema.Union(Forbidden.wire, NotFound.wire, Conflict.wire))
      .annotate(OpenToSuspended, true)
      .annotate(OpenApi.Summary, "Appeal against a decision")
      .annotate(
        OpenApi.Description,
        `For the member concerned, not with an agent's key (403): once, within ${appealDays} days, against what was hidden, ` +
          "locked or suspended (409)."
      )
      .annotate(Example, { request: { text: appeal.text }, response: { ...decision, appeal } })
  )
  .add(
    HttpApiEndpoint.patch("decideAppeal", "/decisions/:id/appeal")
      .setPath(DecisionPath)
      .setPayload(body(AppealDecision))
      .addSuccess(Decision)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire, Conflict.wire))
      .annotate(OpenApi.Summary, "Decide on an appeal")
      .annotate(
        OpenApi.Description,
        "For another moderator than the one who decided, if there is one. `reversed` takes the action back. The member is " +
          "notified. 404 without an appeal, 409 for one that is decided."
      )
      .annotate(Example, {
        request: { outcome: "upheld", reason: "The dose is not the doctor's." },
        response: {
          ...decision,
          appeal: {
            ...appeal,
            outcome: "upheld",
            reason: "The dose is not the doctor's.",
            decidedAt: decision.createdAt
          }
        }
      })
  )
  .middlewareEndpoints(SignedIn)
  .annotateContext(
    OpenApi.annotations({ title: "Decisions", description: "Decisions of moderators with their reasons, and appeals." })
  )
  .prefix("/api") {}
