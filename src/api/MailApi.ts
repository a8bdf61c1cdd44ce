import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { AnyText } from "../domain/Text.ts"
import { Anyone, BodyType, formType, IgnoresIdempotencyKey, OpenToSuspended } from "./Access.ts"

const page = HttpApiSchema.Text({ contentType: "text/html" })

/** The end of digests by the link in them (RFC 8058). */
export class MailApi extends HttpApiGroup.make("mail")
  .add(
    HttpApiEndpoint.get("confirmUnsubscribing", "/unsubscribe")
      .addSuccess(page)
      .middleware(Anyone)
      .annotate(OpenToSuspended, true)
      .annotate(OpenApi.Summary, "Ask before ending digests")
      .annotate(
        OpenApi.Description,
        "A page with a button, for people who open the link of a digest. It changes nothing: programs that check links open it too."
      )
  )
  .add(
    HttpApiEndpoint.post("unsubscribe", "/unsubscribe")
      .setUrlParams(
        Schema.Struct({ token: AnyText.annotations({ description: "The token of the link in the digest." }) })
      )
      .addSuccess(page)
      .middleware(Anyone)
      .annotate(OpenToSuspended, true)
      .annotate(BodyType, formType)
      .annotate(IgnoresIdempotencyKey, true)
      .annotate(OpenApi.Summary, "End digests")
      .annotate(
        OpenApi.Description,
        "Sets `mail` of the member's settings to `off`, as mail programs do with one click (RFC 8058); nobody signs in. The form " +
          "in the body, `application/x-www-form-urlencoded` or `multipart/form-data`, is ignored. An unknown token is 400."
      )
  )
  .annotateContext(OpenApi.annotations({ title: "Mail", description: "The end of digests by the link in them." })) {}
