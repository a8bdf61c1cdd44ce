import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { CommentPath } from "../../../src/api/posts/CommentsApi.ts"
import type { CommentId } from "../../../src/domain/Ids.ts"
import { allEndpoints } from "../../../src/transport/http/Endpoints.ts"
import { forAnyone, page } from "../../../src/transport/web/Route.ts"
import { allRoutes } from "../../../src/transport/web/Routes.ts"
import { community } from "../../support/Community.ts"
import { join } from "../../support/Members.ts"
import { memoryOnly } from "../../support/Storage.ts"
import { unlimited } from "../../support/Unlimited.ts"
import { cookieFor, open, submit } from "./support/Browse.ts"

/** The endpoint of the API that does the same, for each form, and for each page of members. */
const twins: Readonly<Record<string, string>> = {
  "POST /sign-in": "auth.login",
  "POST /sign-in/code": "auth.login",
  "POST /sign-in/passkey": "factors.passkeyLogin",
  "POST /register": "auth.register",
  "POST /sign-out": "auth.logout",
  "POST /welcome": "users.updateMe",
  "POST /forgot-password": "auth.forgotPassword",
  "POST /reset-password": "auth.resetPassword",
  "POST /posts/new": "posts.create",
  "POST /posts/:id/edit": "posts.update",
  "POST /posts/:id/delete": "posts.remove",
  "POST /posts/:id/comments": "comments.create",
  "POST /posts/:id/like": "likes.give",
  "POST /posts/:id/follow": "follows.followPost",
  "POST /comments/:id/like": "comments.like",
  "POST /comments/:id/helped": "comments.markHelped",
  "POST /comments/:id/edit": "comments.update",
  "POST /comments/:id/delete": "comments.remove",
  "POST /diseases/:id/follow": "follows.followDisease",
  "POST /members/:id/follow": "follows.followUser",
  "POST /members/:id/block": "users.block",
  "POST /members/:id/role": "users.update",
  "POST /members/:id/verify": "users.verify",
  "POST /members/:id/unverify": "users.unverify",
  "POST /members/:id/credentials": "users.revokeCredentials",
  "POST /notifications": "notifications.markRead",
  "POST /notifications/mail": "settings.update",
  "POST /notifications/devices": "push.subscribe",
  "POST /notifications/devices/remove": "push.remove",
  "POST /settings/profile": "users.updateMe",
  "POST /settings/diseases": "users.updateMe",
  "POST /settings/notifications": "settings.update",
  "POST /settings/keys": "auth.createApiKey",
  "POST /settings/keys/revoke": "auth.revokeApiKey",
  "POST /keys/:id/rotate": "auth.rotateApiKey",
  "GET /settings/security": "factors.listPasskeys",
  "GET /settings/security/options": "factors.passkeyOptions",
  "POST /settings/security/passkeys": "factors.addPasskey",
  "POST /passkeys/:id/rename": "factors.renamePasskey",
  "POST /passkeys/:id/remove": "factors.removePasskey",
  "POST /settings/security/app": "factors.beginSecondFactor",
  "POST /settings/security/app/confirm": "factors.enableSecondFactor",
  "POST /settings/security/codes": "factors.renewRecoveryCodes",
  "POST /settings/security/app/off": "factors.removeSecondFactor",
  "POST /settings/sessions": "auth.endSessions",
  "POST /settings/password": "auth.changePassword",
  "POST /settings/email": "users.updateMe",
  "POST /settings/email/confirm": "auth.confirmEmail",
  "POST /settings/data": "users.leave",
  "POST /settings/translation": "settings.update",
  "POST /report": "reports.send",
  "POST /moderation": "decisions.decide",
  "POST /decisions/:id/appeal": "decisions.appeal",
  "POST /decisions/:id/outcome": "decisions.decideAppeal",
  "GET /members": "users.list",
  "GET /members/:id": "users.get",
  "GET /notifications": "notifications.list",
  "GET /live": "notificationsStream.open",
  "GET /settings": "users.me",
  "GET /settings/sessions": "auth.listSessions",
  "GET /settings/blocks": "users.listBlocks",
  "GET /settings/data/export": "users.export",
  "GET /reports": "reports.list",
  "GET /decisions": "decisions.list",
  "GET /decisions/:id": "decisions.get",
  "GET /moderation/health": "moderation.health",
  "GET /admin": "users.list",
  "GET /admin/audit": "audit.list",
  "GET /admin/news": "news.listFeeds",
  "POST /admin/news": "news.addFeed",
  "POST /feeds/:id/delete": "news.removeFeed",
  "GET /admin/community": "community.get",
  "POST /admin/community": "community.update",
  "POST /news/new": "news.create",
  "POST /news/:id/edit": "news.update",
  "POST /news/:id/delete": "news.remove",
  "GET /admin/invitations": "invitations.list",
  "POST /admin/invitations": "invitations.create",
  "POST /invitations/:id/end": "invitations.end",
  "GET /admin/webhooks": "webhooks.list",
  "POST /admin/webhooks": "webhooks.create",
  "POST /webhooks/:id/switch": "webhooks.update",
  "POST /webhooks/:id/delete": "webhooks.remove",
  "POST /members/:id/password-link": "users.passwordLink",
  "POST /verification-requests/:id/refuse": "verificationRequests.refuse",
  "POST /settings/profile/verification": "verificationRequests.put",
  "POST /settings/profile/verification/withdraw": "verificationRequests.withdraw"
}

/**
 * The forms without an endpoint: programs of mail send the first; feeds are read at once, and what variables set is set in
 * their place, for pages only.
 */
const formsOfPages = ["POST /unsubscribe", "POST /feeds/:id/poll", "POST /admin/setup"]

const withTwins = Effect.map(allRoutes, (all) =>
  all.map((route) => ({ route, name: `${route.method} ${route.path}`, twin: twins[`${route.method} ${route.path}`] }))
)

/** A page that is given the id of a comment, and of nothing else: another schema does not compile. */
const ofComment = page({
  ...forAnyone,
  path: "/comments/:id",
  pathSchema: CommentPath,
  show: ({ path }) => {
    const id: CommentId = path.id
    return Effect.succeed({ location: `/comment ${id}` })
  }
})

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("A route of a page", (it) => {
    it.effect("has the limits, the scope and the access of its twin among the endpoints of the API", () =>
      Effect.gen(function* () {
        const routes = yield* withTwins
        const known = routes.flatMap(({ name, route, twin }) => {
          const endpoint = allEndpoints.find((one) => one.name === twin)
          return endpoint === undefined ? [] : [{ name, route, endpoint }]
        })
        deepStrictEqual(known.map(({ name }) => name).sort(), Object.keys(twins).sort())
        const needs = ({
          access,
          isOpenToSuspended,
          needsScope,
          scopes
        }: (typeof allEndpoints)[number] | typeof ofComment) => ({
          access,
          isOpenToSuspended,
          needsScope,
          scopes
        })
        deepStrictEqual(
          known.map(({ name, route }) => [name, needs(route)]),
          known.map(({ endpoint, name }) => [name, needs(endpoint)])
        )
        const other = routes.filter(({ name, twin }) => twin === undefined && !formsOfPages.includes(name))
        deepStrictEqual(
          other.filter(({ name }) => name.startsWith("POST")).map(({ name }) => name),
          []
        )
        for (const { name, route } of other) {
          deepStrictEqual([name, route.scopes], [name, route.scopes.length === 0 ? [] : ["read"]])
        }
      })
    )

    it.effect("names the parameters that it does not have", () =>
      Effect.gen(function* () {
        const { token } = yield* join()
        for (const [path, unknown] of [
          ["/sign-in?next=/posts&done=reset&lang=en", undefined],
          ["/sign-in?token=1&next=/", "token"],
          ["/reset-password?token=1", undefined],
          ["/help?page=1&done=joined", "page"],
          ["/posts?search=a&symptoms=b", "symptoms"],
          ["/settings/email?token=1&page=2", "page"]
        ] as const) {
          const { headers } = yield* open(path, { cookie: cookieFor({ token }) })
          deepStrictEqual([path, headers["x-unknown-parameters"]], [path, unknown])
        }
      })
    )

    it.effect("decodes its path by its own schema", () =>
      Effect.sync(() => {
        deepStrictEqual(
          ["54", "x"].map((id) => ofComment.decodePath({ id })._tag),
          ["Right", "Left"]
        )
      })
    )

    it.effect("that has nothing to prepare sends its form, whatever the form says", () =>
      Effect.gen(function* () {
        const member = yield* join()
        const values = { username: member.user.username, bio: "A nurse", prepare: "preview" }
        strictEqual((yield* submit("/settings/profile", values, { cookie: cookieFor(member) })).status, 303)
      })
    )
  })
}
