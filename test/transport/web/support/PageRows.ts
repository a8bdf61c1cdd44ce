import { DateTime, Effect } from "effect"
import { PasskeysRepo } from "../../../../src/ports/accounts/PasskeysRepo.ts"
import { answer, diseaseNamed, joinAdmin, joinModerator, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { oncePerCommunity } from "../../../support/rows/OncePerCommunity.ts"
import { body, onlyWebhook } from "../../../support/rows/OnlyWebhook.ts"
import { someDevice } from "../../../support/rows/World.ts"
import { restored } from "../../../support/storage/Restored.ts"
import { at } from "../../../support/Wire.ts"
import { appeal, decide } from "../../http/moderation/Given.ts"

/** The variables of a server with a contact and a feed, which nothing fetches here. */
export const withFeed = { NEWS_FEEDS: "https://feeds.example/news", CONTACT: "help@community.example" }

/** A passkey that no authenticator has. */
const passkeyOf = ({ user }: Member) =>
  Effect.gen(function* () {
    const createdAt = yield* DateTime.now
    const credential = { credentialId: `AbCd${user.id}`, publicKey: "", counter: 0, transports: [] }
    return (yield* (yield* PasskeysRepo).add({ ...credential, userId: user.id, name: "A phone", createdAt })).id
  })

/** No form changes them, and each more would be told of each case. */
const staff = oncePerCommunity(Effect.all({ moderator: joinModerator, other: joinModerator, admin: joinAdmin }))

/** One of each record that a page shows or changes, and one of each reader. */
const newScene = Effect.gen(function* () {
  const [author, member] = [yield* join(), yield* join()]
  const { admin, moderator, other } = yield* staff
  const [post, hidden] = [yield* publish(author), yield* publish(author)]
  const comment = yield* answer(author, post.id)
  const disease = yield* diseaseNamed(author, "cystic fibrosis")
  const key = yield* send("POST", "/api/auth/apikeys", { as: author.token, body: { name: "key", scopes: ["read"] } })
  const request = yield* send("PUT", "/api/users/me/verification-request", {
    as: author.token,
    body: { as: "A nurse", text: "I am in the register." }
  })
  const news = yield* send("POST", "/api/news", { as: admin.token, body: { ...text, category: "research" } })
  const feed = yield* send("POST", "/api/news/feeds", { as: admin.token, body: { url: "https://feeds.example/scene" } })
  const invitation = yield* send("POST", "/api/invitations", { as: admin.token, body: { note: "a friend" } })
  const device = yield* send("POST", "/api/push/subscriptions", { as: author.token, body: someDevice() })
  const webhook = yield* onlyWebhook
  const passkeyId = yield* passkeyOf(author)
  const decision = yield* decide(other.token, { type: "post", id: hidden.id }, "hide")
  return {
    readers: { author, member, moderator, admin },
    ids: {
      posts: post.id,
      comments: comment.id,
      diseases: disease.id,
      news: Number(at(news.body, "id")),
      members: author.user.id,
      keys: Number(at(key.body, "id")),
      decisions: Number(at(decision.body, "id")),
      feeds: Number(at(feed.body, "id")),
      invitations: Number(at(invitation.body, "id")),
      devices: Number(at(device.body, "id")),
      webhooks: webhook.id,
      passkeys: passkeyId,
      "verification-requests": Number(at(request.body, "id"))
    }
  }
})

export type Scene = Effect.Effect.Success<typeof newScene>

export const scene = restored(newScene)

export interface PageRow {
  /** The reader with the fewest rights for whom it works. The author has written the post, comment and key. */
  readonly by: "anyone" | keyof Scene["readers"]
  /** The status for this reader. */
  readonly status: 200 | 303 | 400 | 403
  /** True for what others cannot know of: they get 404, and not 403. */
  readonly isUnseen?: true
  /** Parameters of the address. */
  readonly query?: (scene: Scene) => string
  readonly values?: (scene: Scene) => Readonly<Record<string, string | ReadonlyArray<string>>>
  /** What has to happen before. */
  readonly before?: (scene: Scene) => ReturnType<typeof send>
}

/** The values of the form that subscribes a device. */
const { endpoint, keys } = someDevice()
const deviceValues = { endpoint, ...keys, device: "phone" }

const shown = (by: PageRow["by"], query?: PageRow["query"]): PageRow => ({
  by,
  status: 200,
  ...(query === undefined ? {} : { query })
})

const sent = (by: PageRow["by"], values: Readonly<Record<string, string | ReadonlyArray<string>>> = {}): PageRow => ({
  by,
  status: 303,
  values: () => values
})

const reporting = ({ ids }: Scene) => ({ type: "post", id: String(ids.posts) })
const text = { title: "A title", content: "Some words", category: "topic" }
const password = "correct horse battery"

/** A row for each page and form: `EveryPage.test.ts` fails without it. */
export const pageRows: Readonly<Record<string, PageRow>> = {
  "GET /assets/site.css": shown("anyone"),
  "GET /assets/site.js": shown("anyone"),
  "GET /assets/passkeys.js": shown("anyone"),
  "GET /assets/icon.svg": shown("anyone"),
  "GET /assets/icon180.png": shown("anyone"),
  "GET /assets/icon192.png": shown("anyone"),
  "GET /assets/icon512.png": shown("anyone"),
  "GET /favicon.ico": shown("anyone"),
  "GET /manifest.webmanifest": shown("anyone"),
  "GET /service-worker.js": shown("anyone"),
  "GET /.well-known/change-password": { ...shown("anyone"), status: 303 },
  "GET /.well-known/security.txt": shown("anyone"),
  "GET /robots.txt": shown("anyone"),
  "GET /sitemap.xml": shown("anyone"),
  "GET /help": shown("anyone"),
  "GET /terms": shown("anyone"),
  "GET /privacy": shown("anyone"),
  "GET /moderating": shown("anyone"),
  "GET /": shown("anyone"),
  "GET /diseases": shown("anyone"),
  "GET /diseases/:id": shown("anyone"),
  "GET /posts": shown("anyone"),
  "GET /posts/:id": shown("anyone"),
  "GET /comments/:id": sent("anyone"),
  "GET /comments/:id/reply": shown("member"),
  "GET /news": shown("anyone"),
  "GET /news/:id": shown("anyone"),
  "GET /news/new": shown("admin"),
  "GET /news/:id/edit": shown("admin"),
  "GET /statistics": shown("anyone"),
  "GET /sign-in": shown("anyone"),
  "GET /sign-in/code": sent("anyone"),
  "GET /sign-in/passkey": sent("anyone"),
  "GET /register": shown("anyone"),
  "GET /forgot-password": shown("anyone"),
  "GET /welcome": shown("member"),
  "GET /reset-password": { ...shown("anyone"), status: 403 },
  "GET /unsubscribe": { ...shown("anyone"), status: 400 },
  "GET /posts/new": shown("member"),
  "GET /posts/:id/edit": shown("author"),
  "GET /members": shown("member"),
  "GET /members/:id": shown("member"),
  "GET /notifications": shown("member"),
  "GET /settings": shown("member"),
  "GET /settings/profile": shown("member"),
  "GET /settings/diseases": shown("member"),
  "GET /settings/notifications": shown("member"),
  "GET /settings/keys": shown("member"),
  "GET /settings/security": shown("member"),
  "GET /settings/access": shown("member"),
  "GET /settings/security/app": sent("member"),
  "GET /settings/security/app/confirm": sent("member"),
  "GET /settings/security/codes": sent("member"),
  "GET /settings/sessions": shown("member"),
  "GET /settings/password": shown("member"),
  "GET /settings/email": shown("member"),
  "GET /settings/blocks": shown("member"),
  "GET /settings/data": shown("member"),
  "GET /settings/data/export": shown("member"),
  "GET /report": shown("member", (scene) => `?${new URLSearchParams(reporting(scene))}`),
  "GET /reports": shown("member"),
  "GET /decisions": shown("member"),
  "GET /decisions/:id": { ...shown("author"), isUnseen: true },
  "GET /moderation": shown("moderator"),
  "GET /moderation/health": shown("moderator"),
  "GET /admin": shown("admin"),
  "GET /admin/setup": shown("admin"),
  "GET /admin/invitations": shown("admin"),
  "GET /admin/news": shown("admin"),
  "GET /admin/webhooks": shown("admin"),
  "GET /admin/community": shown("admin"),
  "GET /admin/audit": shown("admin"),

  "POST /sign-in": {
    by: "anyone",
    status: 303,
    values: ({ readers }) => ({ email: readers.author.payload.email, password })
  },
  "POST /sign-in/code": sent("anyone", { step: "unknown", code: "123456" }),
  // What needs an authenticator, or an app, is tried in `accounts/Security.test.ts`.
  "POST /sign-in/passkey": { ...sent("anyone", { response: "{}" }), status: 400 },
  "POST /register": {
    by: "anyone",
    status: 303,
    values: ({ ids }) => ({
      username: `joined${ids.posts}`,
      email: `joined${ids.posts}@example.org`,
      password,
      role: "user"
    })
  },
  "POST /sign-out": sent("member"),
  "POST /welcome": sent("member"),
  // These need mail, which is tried in `test/transport/http/mail/`.
  "POST /forgot-password": { ...sent("anyone", { email: "somebody@example.org" }), status: 403 },
  "POST /reset-password": { ...sent("anyone", { token: "used", password }), status: 403 },
  "POST /unsubscribe": { ...sent("anyone"), query: () => "?token=1.wrong", status: 400 },
  "POST /settings/email/confirm": { ...sent("anyone", { token: "used" }), status: 403 },
  "POST /diseases/:id/follow": sent("member", { value: "on" }),
  "POST /posts/new": sent("member", text),
  "POST /posts/:id/edit": sent("author", text),
  "POST /posts/:id/delete": sent("author"),
  "POST /posts/:id/comments": sent("member", { content: "An answer" }),
  "POST /posts/:id/like": sent("member"),
  "POST /posts/:id/follow": sent("member"),
  "POST /comments/:id/like": sent("member"),
  "POST /comments/:id/helped": { by: "author", status: 400 },
  "POST /comments/:id/edit": sent("author", { content: "A better answer" }),
  "POST /comments/:id/delete": sent("author"),
  "POST /members/:id/follow": sent("member"),
  "POST /members/:id/block": sent("member"),
  "POST /members/:id/role": sent("admin", { role: "expert" }),
  "POST /members/:id/verify": sent("admin", { as: "A nurse" }),
  "POST /members/:id/unverify": {
    ...sent("admin"),
    before: ({ ids, readers }) =>
      send("POST", `/api/users/${ids.members}/verify`, { as: readers.admin.token, body: { as: "A nurse" } })
  },
  "POST /verification-requests/:id/refuse": sent("admin", { reason: "It is not in the register" }),
  "POST /news/new": sent("admin", { ...text, category: "policy", sourceUrl: "" }),
  "POST /news/:id/edit": sent("admin", { ...text, category: "policy", sourceUrl: "https://example.org/" }),
  "POST /news/:id/delete": sent("admin"),
  "POST /feeds/:id/poll": sent("admin"),
  "POST /feeds/:id/delete": sent("admin"),
  "POST /admin/news": sent("admin", { url: "https://feeds.example/other" }),
  "POST /admin/setup": sent("admin", { name: "Marfan Together", contact: "", colour: "" }),
  "POST /admin/community": sent("admin", { registration: "open", reviewFirstPosts: "0" }),
  "POST /admin/invitations": { ...sent("admin", { role: "user", uses: "1", days: "14", note: "" }), status: 200 },
  "POST /invitations/:id/end": sent("admin"),
  "POST /admin/webhooks": { ...sent("admin", body), status: 200 },
  "POST /webhooks/:id/switch": sent("admin", { enabled: "false" }),
  "POST /webhooks/:id/delete": sent("admin"),
  "POST /members/:id/password-link": { ...sent("admin"), status: 200 },
  "POST /members/:id/credentials": sent("admin", { reason: "They were stolen" }),
  "POST /notifications": sent("member"),
  "POST /notifications/mail": sent("member"),
  "POST /notifications/devices": sent("member", deviceValues),
  "POST /notifications/devices/remove": {
    ...sent("author"),
    isUnseen: true,
    values: ({ ids }) => ({ id: String(ids.devices) })
  },
  "POST /settings/profile": {
    ...sent("member"),
    values: ({ readers }) => ({ username: readers.member.user.username, bio: "A nurse" })
  },
  "POST /settings/profile/verification": sent("member", { as: "A nurse", text: "I am in the register." }),
  "POST /settings/profile/verification/withdraw": sent("member"),
  "POST /settings/diseases": sent("member", { diseasesVisibleTo: "me" }),
  "POST /settings/notifications": sent("member", { on: ["reply"], mail: "off" }),
  "POST /settings/keys": { ...sent("member", { name: "key", scopes: ["read"], dailyWrites: "" }), status: 200 },
  "POST /settings/keys/revoke": { ...sent("author"), isUnseen: true, values: ({ ids }) => ({ id: String(ids.keys) }) },
  "POST /keys/:id/rotate": { ...sent("author"), isUnseen: true, status: 200 },
  "POST /settings/security/passkeys": { ...sent("member", { response: "{}" }), status: 400 },
  "POST /passkeys/:id/rename": { ...sent("author", { name: "My phone" }), isUnseen: true },
  "POST /passkeys/:id/remove": { ...sent("author"), isUnseen: true },
  "POST /settings/security/app": { ...sent("member"), status: 200 },
  "POST /settings/security/app/confirm": sent("member", { code: "123456" }),
  "POST /settings/security/codes": sent("member", { code: "123456" }),
  "POST /settings/security/app/off": sent("member", { code: "123456" }),
  "POST /settings/sessions": sent("member"),
  "POST /settings/password": sent("member", { oldPassword: password, newPassword: "another horse battery" }),
  "POST /settings/email": sent("member", { email: "new@example.org", password }),
  "POST /settings/translation": sent("member", { translate: "no" }),
  "POST /settings/data": sent("member", { password, posts: "keep" }),
  "POST /report": { ...sent("member"), values: (scene) => ({ ...reporting(scene), reason: "spam" }) },
  "POST /moderation": {
    ...sent("moderator"),
    values: (scene) => ({ ...reporting(scene), action: "hide", rule: "No advertising", reason: "It sells something." })
  },
  "POST /decisions/:id/appeal": { ...sent("author", { text: "I gave it away." }), isUnseen: true },
  "POST /decisions/:id/outcome": {
    ...sent("moderator", { outcome: "upheld", reason: "It was not." }),
    isUnseen: true,
    before: ({ ids, readers }) => appeal(readers.author.token, ids.decisions)
  }
}
