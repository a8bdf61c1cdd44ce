import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { AuditAction, AuditPage } from "../../domain/accounts/Audit.ts"
import { UserId } from "../../domain/Ids.ts"
import { SignedIn } from "../Access.ts"
import { createdAt, Example, pageWith } from "../document/Samples.ts"
import { ShowsPosts } from "../Keeps.ts"
import { decimal, optional, pageQuery } from "../Query.ts"
import { Forbidden } from "../WireErrors.ts"

export const AuditQuery = Schema.Struct({
  ...pageQuery(),
  userId: optional(decimal(UserId), { description: "Only entries about this member." }),
  action: optional(AuditAction, { description: "Only entries of this action." })
})

const entry = {
  id: 7,
  at: createdAt,
  action: "post_deleted",
  by: { id: 1, username: "admin" },
  key: { id: 5, name: "clean-up script", agent: false },
  user: { id: 5, username: "maria" },
  targetId: 31,
  detail: null,
  reason: null
} as const

/** The audit log (contract, Accounts). */
export class AuditApi extends HttpApiGroup.make("audit")
  .add(
    HttpApiEndpoint.get("list", "/audit")
      .annotate(ShowsPosts, true)
      .setUrlParams(AuditQuery)
      .addSuccess(AuditPage)
      .addError(Forbidden.wire)
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Read the audit log")
      .annotate(
        OpenApi.Description,
        "For admins. Changes of credentials and roles, and what admins did to others, newest first. No entry is ever " +
          "changed or deleted."
      )
      .annotate(Example, { response: pageWith(entry) })
  )
  .annotateContext(OpenApi.annotations({ title: "Audit", description: "Actions on accounts and by admins." }))
  .prefix("/api") {}
