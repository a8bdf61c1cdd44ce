import { HttpServerResponse } from "@effect/platform"
import { Effect, Layer } from "effect"
import { Unsubscribing } from "../../../services/mail/Unsubscribing.ts"
import { Notifications } from "../../../services/notifications/Notifications.ts"
import { tagsOfInbox } from "../../wire/CacheTags.ts"
import { withCacheTags } from "../../wire/RequestContext.ts"
import { handlers } from "../HandlerRegistry.ts"

const notifications = handlers("notifications", Notifications, (notifications) => ({
  list: ({ urlParams }) => withCacheTags(notifications.list(urlParams), tagsOfInbox),
  markRead: ({ payload }) => notifications.markRead(payload)
}))

const page = (title: string, body: string) =>
  HttpServerResponse.raw(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>` +
      `<body><main><h1>${title}</h1>${body}</main></body></html>`,
    { contentType: "text/html; charset=utf-8" }
  )

const question = page("End the digests?", '<form method="post"><p><button>End them</button></p></form>')
const answer = page("You get no more digests", "<p>The settings of your account turn them on again.</p>")

const mail = handlers("mail", Unsubscribing, ({ unsubscribe }) => ({
  confirmUnsubscribing: () => Effect.succeed(question),
  unsubscribe: ({ urlParams }) => Effect.as(unsubscribe(urlParams.token), answer)
}))

export const layer = Layer.merge(notifications, mail)
