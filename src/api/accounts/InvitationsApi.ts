import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import {
  CreatedInvitation,
  InvitationEnded,
  InvitationPage,
  invitationDays,
  maxInvitationUses,
  NewInvitation
} from "../../domain/accounts/Invitation.ts"
import { InvitationId } from "../../domain/Ids.ts"
import { IgnoresIdempotencyKey, OptionalBody, SignedIn } from "../Access.ts"
import { body } from "../Body.ts"
import { createdAt, Example, pageWith } from "../document/Samples.ts"
import { decimal, pageQuery } from "../Query.ts"
import { Forbidden, NotFound } from "../WireErrors.ts"

const words = { role: "user", uses: 20, expiresAt: "2026-12-04T09:30:00.000Z", note: "the meeting in Lyon" }
const invitation = { id: 3, ...words, used: 0, createdAt }

export const InvitationPath = Schema.Struct({ id: decimal(InvitationId) })

/** Invitations to join (contract, Members by invitation, help by admins). */
export class InvitationsApi extends HttpApiGroup.make("invitations")
  .add(
    HttpApiEndpoint.post("create", "/invitations")
      .setPayload(body(NewInvitation))
      .addSuccess(CreatedInvitation, { status: 201 })
      .addError(Forbidden.wire)
      .annotate(IgnoresIdempotencyKey, true)
      .annotate(OptionalBody, true)
      .annotate(OpenApi.Summary, "Invite people to join")
      .annotate(
        OpenApi.Description,
        "For admins, with a session or a key that is not an agent's. Makes a link to pass on, which only this response " +
          "contains. Who has it joins in its `role`, while registration is closed too. Without a body it is for one member " +
          `and for ${invitationDays} days; it may be for ${maxInvitationUses} members.`
      )
      .annotate(Example, {
        request: words,
        response: {
          ...invitation,
          url: "https://community.example/register?invitation=rds_5uM1Pz0qVw3XyZaBcDeFgHiJkLmNoPqRsTuVwX"
        }
      })
  )
  .add(
    HttpApiEndpoint.get("list", "/invitations")
      .setUrlParams(Schema.Struct(pageQuery()))
      .addSuccess(InvitationPage)
      .addError(Forbidden.wire)
      .annotate(OpenApi.Summary, "List invitations")
      .annotate(
        OpenApi.Description,
        "For admins: one page of all invitations without their links, the newest first. One that is used up or has expired " +
          "stays until an admin ends it."
      )
      .annotate(Example, { response: pageWith(invitation) })
  )
  .add(
    HttpApiEndpoint.del("end", "/invitations/:id")
      .setPath(InvitationPath)
      .addSuccess(InvitationEnded)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire))
      .annotate(OpenApi.Summary, "End an invitation")
      .annotate(OpenApi.Description, "For admins, as to invite. Nobody joins by its link any more.")
      .annotate(Example, { response: { deleted: true, id: 3 } })
  )
  .middlewareEndpoints(SignedIn)
  .annotateContext(OpenApi.annotations({ title: "Invitations", description: "Links by which people join." }))
  .prefix("/api") {}
