import { HttpApiBuilder, HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../../../api/CommunityApi.ts"
import { Unsubscribing } from "../../../services/mail/Unsubscribing.ts"
import { toWireError } from "../Errors.ts"
import { registerHandlers } from "../HandlerRegistry.ts"

const page = (title: string, body: string) =>
  HttpServerResponse.raw(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>` +
      `<body><main><h1>${title}</h1>${body}</main></body></html>`,
    { contentType: "text/html; charset=utf-8" }
  )

const question = page("End the digests?", '<form method="post"><p><button>End them</button></p></form>')
const answer = page("You get no more digests", "<p>The settings of your account turn them on again.</p>")

export const layer = HttpApiBuilder.group(CommunityApi, "mail", (handlers) =>
  Effect.flatMap(Unsubscribing, ({ unsubscribe }) =>
    registerHandlers(
      handlers
        .handle("confirmUnsubscribing", () => Effect.succeed(question))
        .handleRaw("unsubscribe", ({ urlParams }) => Effect.as(toWireError(unsubscribe(urlParams.token)), answer))
    )
  )
)
