import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import {
  NewVerificationRequest,
  VerificationRefusal,
  VerificationRequest,
  VerificationRequestPage,
  VerificationRequestRemoved,
  VerificationRequestState
} from "../../domain/accounts/VerificationRequest.ts"
import { VerificationRequestId } from "../../domain/Ids.ts"
import { SignedIn } from "../Access.ts"
import { body } from "../Body.ts"
import { createdAt, Example, pageWith, post, verified } from "../document/Samples.ts"
import { decimal, pageQuery } from "../Query.ts"
import { Conflict, Forbidden, NotFound } from "../WireErrors.ts"

const words = { as: verified.as, text: "I am in the register of the chamber of physicians, number 12345." }
const request = { id: 4, ...words, createdAt }

/** Requests to be verified (contract, Steering by members and admins). */
export class VerificationRequestsApi extends HttpApiGroup.make("verificationRequests")
  .add(
    HttpApiEndpoint.put("put", "/users/me/verification-request")
      .setPayload(body(NewVerificationRequest))
      .addSuccess(VerificationRequest)
      .addError(Forbidden.wire)
      .annotate(OpenApi.Summary, "Ask to be verified")
      .annotate(
        OpenApi.Description,
        "Not with an agent's key. Only admins read it. They verify you, or refuse it with a reason; a notification tells you. A second request " +
          "replaces the words of the first."
      )
      .annotate(Example, { request: words, response: request })
  )
  .add(
    HttpApiEndpoint.del("withdraw", "/users/me/verification-request")
      .addSuccess(VerificationRequestState)
      .addError(Forbidden.wire)
      .annotate(OpenApi.Summary, "Withdraw your request to be verified")
      .annotate(OpenApi.Description, "Deletes it. Nothing changes where there is none.")
      .annotate(Example, { response: { requested: false } })
  )
  .add(
    HttpApiEndpoint.get("list", "/verification-requests")
      .setUrlParams(Schema.Struct(pageQuery()))
      .addSuccess(VerificationRequestPage)
      .addError(Forbidden.wire)
      .annotate(OpenApi.Summary, "List requests to be verified")
      .annotate(
        OpenApi.Description,
        "For admins: one page of the open requests, the oldest first. Verify the member, or refuse the request."
      )
      .annotate(Example, { response: pageWith({ ...request, user: post.author }) })
  )
  .add(
    HttpApiEndpoint.del("refuse", "/verification-requests/:id")
      .setPath(Schema.Struct({ id: decimal(VerificationRequestId) }))
      .setPayload(body(VerificationRefusal))
      .addSuccess(VerificationRequestRemoved)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire, Conflict.wire))
      .annotate(OpenApi.Summary, "Refuse a request to be verified")
      .annotate(
        OpenApi.Description,
        "For admins, with a session or a key that is not an agent's. Deletes the request, and tells the member the reason. " +
          "With `asked`, only a request that still has these words."
      )
      .annotate(Example, {
        request: { reason: "The register does not have this number.", asked: words },
        response: { deleted: true, id: 4 }
      })
  )
  .middlewareEndpoints(SignedIn)
  .annotateContext(OpenApi.annotations({ title: "Verification requests", description: "Requests to be verified." }))
  .prefix("/api") {}
