import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { BlockPage, BlockState } from "../../domain/accounts/Block.ts"
import { Role } from "../../domain/accounts/CurrentUser.ts"
import { exportTypes } from "../../domain/accounts/Export.ts"
import { Leaving, Left } from "../../domain/accounts/Leaving.ts"
import { CredentialsRevocation, CredentialsRevoked, NewSuspension } from "../../domain/accounts/Suspension.ts"
import { UserChange, UserDetail, UserPage } from "../../domain/accounts/User.ts"
import { NewVerification } from "../../domain/accounts/VerificationRequest.ts"
import { UserId } from "../../domain/Ids.ts"
import { PasswordLink, PasswordLinkRequest } from "../../domain/mail/Mail.ts"
import { Addressed, CountsAs, IgnoresIdempotencyKey, OpenToSuspended, OptionalBody, SignedIn } from "../Access.ts"
import { body } from "../Body.ts"
import { createdAt, Example, pageWith, suspended, user, userDetail, verified } from "../document/Samples.ts"
import { Keeps, memberDetails, memberLists, ownUntilChanged, ShowsPosts } from "../Keeps.ts"
import { decimal, optional, pageQuery, SearchQuery, Yes } from "../Query.ts"
import { Conflict, Forbidden, NotFound } from "../WireErrors.ts"

export const UserPath = Schema.Struct({ id: decimal(UserId) })

const block = HttpApiEndpoint.put("block", "/users/:id/block")
  .setPath(UserPath)
  .addSuccess(BlockState)
  .addError(NotFound.wire)
  .annotate(OpenApi.Summary, "Block a member")
  .annotate(
    OpenApi.Description,
    "The member can no longer comment on or like your posts (403), and nothing that they do notifies you. They are not " +
      "told, and both still see each other's texts."
  )
  .annotate(Example, { response: { blocked: true } })

const unblock = HttpApiEndpoint.del("unblock", "/users/:id/block")
  .setPath(UserPath)
  .addSuccess(BlockState)
  .addError(NotFound.wire)
  .annotate(OpenApi.Summary, "End a block")
  .annotate(OpenApi.Description, "Nothing changes for a member whom you have not blocked.")
  .annotate(Example, { response: { blocked: false } })

export const BlockQuery = Schema.Struct(pageQuery())

const listBlocks = HttpApiEndpoint.get("listBlocks", "/users/me/blocks")
  .setUrlParams(BlockQuery)
  .addSuccess(BlockPage)
  .annotate(OpenApi.Summary, "List the members whom you block")
  .annotate(OpenApi.Description, "One page, the latest block first.")
  .annotate(Example, { response: pageWith({ id: 12, username: "loud_one", blockedAt: createdAt }) })

const leave = HttpApiEndpoint.del("leave", "/users/me")
  .setPayload(body(Leaving))
  .addSuccess(Left)
  .addError(Forbidden.wire)
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

const passwordLink = HttpApiEndpoint.post("passwordLink", "/users/:id/password-link")
  .setPath(UserPath)
  .setPayload(body(PasswordLinkRequest))
  .addSuccess(PasswordLink, { status: 201 })
  .addError(Schema.Union(Forbidden.wire, NotFound.wire))
  .middleware(Addressed)
  .annotate(IgnoresIdempotencyKey, true)
  .annotate(OptionalBody, true)
  .annotate(OpenApi.Summary, "Make a link by which a member sets a password")
  .annotate(
    OpenApi.Description,
    "For admins, with a session or a key that is not an agent's, and not for themselves: change your own password instead. " +
      "The link leads to the page on which the member sets a password; it works once, within an hour, and only as the newest " +
      "one. Where the server sends mail, the member gets a link of their own too. Needs your own `password`, unless you " +
      "signed in within the last five minutes; a wrong one is 403 and counts as a failed login."
  )
  .annotate(Example, {
    request: { password: "correct horse battery staple" },
    response: {
      url: "https://community.example/reset-password?token=rds_5uM1Pz0qVw3XyZaBcDeFgHiJkLmNoPqRsTuVwX",
      expiresAt: "2026-11-20T10:30:00.000Z"
    }
  })

/** Lines of JSON, each of the schema of `ExportLine`. */
const ExportText = HttpApiSchema.Text({ contentType: "application/x-ndjson" }).annotations({
  description: "One line of JSON for each thing: `{type, …}` with the members of its record."
})

const exportData = HttpApiEndpoint.get("export", "/users/me/export")
  .annotate(ShowsPosts, true)
  .addSuccess(ExportText)
  .addError(Forbidden.wire)
  .annotate(OpenToSuspended, true)
  .annotate(OpenApi.Summary, "Export your data")
  .annotate(
    OpenApi.Description,
    `Everything that is stored about you, one line of JSON for each thing, by \`type\`: ${exportTypes.join(", ")}; ` +
      "also what you wrote on posts that you may read no longer; without secrets, and without the names of moderators. " +
      "Not for an agent's key (403)."
  )
  .annotate(Example, { response: '{"type":"like","postId":31,"createdAt":"2026-11-20T09:30:00.000Z"}\n' })

export const UserQuery = Schema.Struct({
  ...pageQuery(),
  role: optional(Role, { description: "Only members of this role." }),
  verified: optional(Yes, { description: "Only members whom an admin has verified, or only others." }),
  search: optional(SearchQuery, {
    description:
      "For admins only: part of a username or an email, without regard to case and width; their beginning when " +
      "it is shorter than three characters."
  })
})

/** Members (spec, User endpoints). */
export class UsersApi extends HttpApiGroup.make("users")
  .add(
    HttpApiEndpoint.get("list", "/users")
      .annotate(Keeps, memberLists)
      .setUrlParams(UserQuery)
      .addSuccess(UserPage)
      .addError(Forbidden.wire)
      .annotate(OpenApi.Summary, "List members")
      .annotate(OpenApi.Description, "One page of members, newest first, without emails and diseases.")
      .annotate(Example, { response: pageWith(user) })
  )
  .add(
    HttpApiEndpoint.get("me", "/users/me")
      .annotate(Keeps, ownUntilChanged)
      .addSuccess(UserDetail)
      .annotate(OpenToSuspended, true)
      .annotate(OpenApi.Summary, "Read your own profile")
      .annotate(OpenApi.Description, "The caller, with email, role and diseases.")
      .annotate(Example, { response: { ...userDetail, email: "maria@example.org" } })
  )
  .add(
    HttpApiEndpoint.patch("updateMe", "/users/me")
      .setPayload(body(UserChange))
      .addSuccess(UserDetail)
      .addError(Schema.Union(Forbidden.wire, Conflict.wire))
      .middleware(Addressed)
      .annotate(OpenApi.Summary, "Change your own profile")
      .annotate(
        OpenApi.Description,
        "Absent fields stay; `bio: null` clears it; `role` is for admins only, 403 for others who send it. `email` needs " +
          "`password` as well; a wrong one is 403 and counts as a failed login."
      )
      .annotate(Example, { request: { diseaseIds: [12] }, response: { ...userDetail, email: "maria@example.org" } })
  )
  .add(
    HttpApiEndpoint.get("get", "/users/:id")
      .annotate(Keeps, memberDetails)
      .setPath(UserPath)
      .addSuccess(UserDetail)
      .addError(NotFound.wire)
      .annotate(OpenApi.Summary, "Read about a member")
      .annotate(OpenApi.Description, "With role and diseases; the email for the member and admins only.")
      .annotate(Example, { response: userDetail })
  )
  .add(
    HttpApiEndpoint.patch("update", "/users/:id")
      .setPath(UserPath)
      .setPayload(body(UserChange))
      .addSuccess(UserDetail)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire, Conflict.wire))
      .middleware(Addressed)
      .annotate(OpenApi.Summary, "Change a profile")
      .annotate(
        OpenApi.Description,
        "For the member and admins. Absent fields stay; `bio: null` clears it; `role` is for admins only, `email` and " +
          "`diseasesVisibleTo` for the member."
      )
      .annotate(Example, { request: { diseaseIds: [12] }, response: userDetail })
  )
  .add(
    HttpApiEndpoint.put("verify", "/users/:id/verification")
      .setPath(UserPath)
      .setPayload(body(NewVerification))
      .addSuccess(UserDetail)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire, Conflict.wire))
      .annotate(OpenApi.Summary, "Verify a member")
      .annotate(
        OpenApi.Description,
        "For admins, with a session or a key that is not an agent's. Replaces an earlier verification. Another username " +
          "withdraws it, another role keeps it. With `asked` and `username`, only what you have read is verified."
      )
      .annotate(Example, { request: { as: verified.as }, response: { ...userDetail, verified } })
  )
  .add(
    HttpApiEndpoint.del("unverify", "/users/:id/verification")
      .setPath(UserPath)
      .addSuccess(UserDetail)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire))
      .annotate(OpenApi.Summary, "Withdraw a verification")
      .annotate(OpenApi.Description, "For admins, as to verify. Nothing changes for a member who is not verified.")
      .annotate(Example, { response: userDetail })
  )
  .add(
    HttpApiEndpoint.del("revokeCredentials", "/users/:id/credentials")
      .setPath(UserPath)
      .setPayload(body(CredentialsRevocation))
      .addSuccess(CredentialsRevoked)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire))
      .annotate(OpenApi.Summary, "End a member's sessions and keys")
      .annotate(
        OpenApi.Description,
        "For admins, with a session or a key that is not an agent's. All that the sessions and keys opened ends too."
      )
      .annotate(Example, { request: { reason: "The account was taken over." }, response: { sessions: 2, keys: 1 } })
  )
  .add(
    HttpApiEndpoint.put("suspend", "/users/:id/suspension")
      .setPath(UserPath)
      .setPayload(body(NewSuspension))
      .addSuccess(UserDetail)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire))
      .annotate(OpenApi.Summary, "Suspend a member")
      .annotate(
        OpenApi.Description,
        "For admins, as to end credentials; never of the only admin who is not suspended. Ends the sessions of the " +
          "member; keys are refused (401), and new sessions open little (403 elsewhere), until `until`, or until an admin ends it. " +
          "Replaces an earlier suspension. The member's texts stay."
      )
      .annotate(Example, {
        request: { reason: suspended.reason, until: suspended.until },
        response: { ...userDetail, suspended }
      })
  )
  .add(
    HttpApiEndpoint.del("unsuspend", "/users/:id/suspension")
      .setPath(UserPath)
      .addSuccess(UserDetail)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire))
      .annotate(OpenApi.Summary, "End a suspension")
      .annotate(OpenApi.Description, "For admins, as to suspend. Nothing changes for a member who is not suspended.")
      .annotate(Example, { response: userDetail })
  )
  .add(passwordLink)
  .add(block)
  .add(unblock)
  .add(listBlocks)
  .add(leave)
  .add(exportData)
  .middlewareEndpoints(SignedIn)
  .annotateContext(OpenApi.annotations({ title: "Users", description: "The members of the community." }))
  .prefix("/api") {}
