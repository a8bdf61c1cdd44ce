import { HttpApiEndpoint, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { BlockPage, BlockState } from "../../domain/accounts/Block.ts"
import { Leaving, Left } from "../../domain/accounts/Leaving.ts"
import { UserId } from "../../domain/Ids.ts"
import { Addressed, CountsAs, IgnoresIdempotencyKey, OpenToSuspended, SignedIn } from "../Access.ts"
import { decimal } from "../Decimal.ts"
import { Example } from "../document/Example.ts"
import { createdAt, pageWith } from "../document/Samples.ts"
import { pageQuery } from "../Query.ts"
import { Forbidden, NotFound } from "../WireErrors.ts"

/** The path of a member. */
export const UserPath = Schema.Struct({ id: decimal(UserId) })

export const block = HttpApiEndpoint.put("block", "/users/:id/block")
  .setPath(UserPath)
  .addSuccess(BlockState)
  .addError(NotFound.wire)
  .middleware(SignedIn)
  .annotate(OpenApi.Summary, "Block a member")
  .annotate(
    OpenApi.Description,
    "The member can no longer comment on or like your posts (403), and nothing that they do notifies you. They are not " +
      "told, and both still see each other's texts."
  )
  .annotate(Example, { response: { blocked: true } })

export const unblock = HttpApiEndpoint.del("unblock", "/users/:id/block")
  .setPath(UserPath)
  .addSuccess(BlockState)
  .addError(NotFound.wire)
  .middleware(SignedIn)
  .annotate(OpenApi.Summary, "End a block")
  .annotate(OpenApi.Description, "Nothing changes for a member whom you have not blocked.")
  .annotate(Example, { response: { blocked: false } })

export const listBlocks = HttpApiEndpoint.get("listBlocks", "/users/me/blocks")
  .setUrlParams(Schema.Struct(pageQuery()))
  .addSuccess(BlockPage)
  .middleware(SignedIn)
  .annotate(OpenApi.Summary, "List the members whom you block")
  .annotate(OpenApi.Description, "One page, the latest block first.")
  .annotate(Example, { response: pageWith({ id: 12, username: "loud_one", blockedAt: createdAt }) })

export const leave = HttpApiEndpoint.del("leave", "/users/me")
  .setPayload(Leaving)
  .addSuccess(Left)
  .addError(Forbidden.wire)
  .middleware(SignedIn)
  .middleware(Addressed)
  .annotate(CountsAs, ["auth"])
  .annotate(IgnoresIdempotencyKey, true)
  .annotate(OpenToSuspended, true)
  .annotate(OpenApi.Summary, "Leave the community")
  .annotate(
    OpenApi.Description,
    "Erases your account at once: credentials end, streams close, and your profile, likes, blocks and notifications are gone. " +
      "Posts and comments are deleted with what hangs on them, or stay under the name `former member`. It cannot be undone: " +
      "read `GET /api/users/me/export` first. A wrong password is 403 and counts as a failed login. Not for an agent's key, " +
      "nor for the only admin (403)."
  )
  .annotate(Example, {
    request: { password: "correct horse battery staple", posts: "delete" },
    response: { deleted: true }
  })

/** Lines of JSON, each of the schema of `ExportLine`. */
const ExportText = HttpApiSchema.Text({ contentType: "application/x-ndjson" }).annotations({
  description: "One line of JSON for each thing: `{type, …}` with the members of its record."
})

export const exportData = HttpApiEndpoint.get("export", "/users/me/export")
  .addSuccess(ExportText)
  .addError(Forbidden.wire)
  .middleware(SignedIn)
  .annotate(OpenToSuspended, true)
  .annotate(OpenApi.Summary, "Export your data")
  .annotate(
    OpenApi.Description,
    "Everything that is stored about you, one line of JSON for each thing, by `type`: profile, post, post_revision, comment, " +
      "comment_revision, like, follow, block, notification, api_key, session, report, decision and audit; without secrets, " +
      "and without the names of moderators. Not for an agent's key (403)."
  )
  .annotate(Example, { response: '{"type":"like","postId":31,"createdAt":"2026-11-20T09:30:00.000Z"}\n' })
