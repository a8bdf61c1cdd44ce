import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { allRoutes } from "../../../../src/transport/web/Routes.ts"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { oldSession, passwordOf } from "../../http/accounts/factors/Given.ts"
import { cookieFor, submit } from "../support/Browse.ts"
import { pageRows, type Scene, scene, withFeed } from "../support/PageRows.ts"

/** A form that gives somebody more than they had, or takes it from others. */
interface Guarded {
  /** The values in place of those of `pageRows`. */
  readonly values?: (given: Scene) => Readonly<Record<string, string>>
  /** The name of the password. */
  readonly password?: string
  /** The status of an old session without the password: 400 where the schema demands it. */
  readonly without?: 400
  /** The status with the password. */
  readonly proven?: 200 | 303
}

const guarded: Readonly<Record<string, Guarded>> = {
  "/members/:id/role": { values: () => ({ role: "moderator" }) },
  "/members/:id/credentials": {},
  "/members/:id/password-link": { proven: 200 },
  "/admin/community": {
    values: () => ({ registration: "open", reviewFirstPosts: "0", audiences: "yes", agentsReadMembers: "yes" })
  },
  "/admin/webhooks": { proven: 200 },
  "/webhooks/:id/switch": {},
  "/webhooks/:id/delete": {},
  "/settings/keys": { proven: 200 },
  "/keys/:id/rotate": { proven: 200 },
  "/passkeys/:id/remove": {},
  "/settings/security/app": { proven: 200 },
  "/settings/password": { without: 400, password: "oldPassword" },
  "/settings/email": { without: 400 },
  "/settings/data": { without: 400 }
}

/** The others that concern credentials or powers, and why they ask nothing. */
const others: Readonly<Record<string, string>> = {
  "/register": "begins an account; for a staff role the caller has to have a fresh session (below)",
  "/sign-in": "is a sign-in",
  "/sign-in/code": "is a sign-in",
  "/sign-in/passkey": "is a sign-in",
  "/forgot-password": "sends a mail to the owner of the address",
  "/reset-password": "has the token of a link as its proof",
  "/settings/email/confirm": "has the token of a link as its proof",
  "/settings/security/passkeys": "needs an authenticator: the matrix of the API tries its service",
  "/settings/security/app/confirm": "goes on from `/settings/security/app` by a code of its secret",
  "/settings/security/codes": "needs an app: the matrix of the API tries its service",
  "/settings/security/app/off": "needs an app: the matrix of the API tries its service",
  "/members/:id/verify": "gives a mark, and no power",
  "/admin/invitations": "lets people join in roles that give no power"
}

/** The forms by which nobody can do more than before. */
const givingNothing: ReadonlyArray<string> = [
  "/sign-out",
  "/welcome",
  "/unsubscribe",
  "/diseases/:id/follow",
  "/posts/new",
  "/posts/:id/edit",
  "/posts/:id/delete",
  "/posts/:id/comments",
  "/posts/:id/like",
  "/posts/:id/follow",
  "/comments/:id/like",
  "/comments/:id/helped",
  "/comments/:id/edit",
  "/comments/:id/delete",
  "/members/:id/follow",
  "/members/:id/block",
  "/members/:id/unverify",
  "/verification-requests/:id/refuse",
  "/news/new",
  "/news/:id/edit",
  "/news/:id/delete",
  "/feeds/:id/poll",
  "/feeds/:id/delete",
  "/admin/news",
  "/admin/setup",
  "/invitations/:id/end",
  "/notifications",
  "/notifications/devices",
  "/notifications/mail",
  "/notifications/devices/remove",
  "/settings/profile",
  "/settings/profile/verification",
  "/settings/profile/verification/withdraw",
  "/settings/diseases",
  "/settings/notifications",
  "/settings/keys/revoke",
  "/passkeys/:id/rename",
  "/settings/sessions",
  "/settings/translation",
  "/report",
  "/moderation",
  "/decisions/:id/appeal",
  "/decisions/:id/outcome"
]

for (const storage of memoryOnly) {
  layer(community(storage.layer, { ...unlimited, ...withFeed }), { excludeTestServices: true })(
    "Step-up of forms",
    (it) => {
      it.effect("every form gives nothing, or asks who acts, or says why it does not", () =>
        Effect.map(allRoutes, (all) =>
          deepStrictEqual(
            [...Object.keys(guarded), ...Object.keys(others), ...givingNothing].sort(),
            all
              .filter(({ method }) => method === "POST")
              .map(({ path }) => path)
              .sort()
          )
        )
      )

      it.effect("POST /register makes no admin for an admin whose session is over five minutes old", () =>
        Effect.gen(function* () {
          const { readers } = yield* scene
          const email = `${unique()}@example.org`
          const joined = { username: unique(), email, password: passwordOf(readers.admin) }
          const cookie = cookieFor({ token: yield* oldSession(readers.admin) })
          yield* submit("/register", { ...joined, role: "admin" }, { cookie })
          strictEqual((yield* submit("/sign-in", joined)).status, 401)
          yield* submit("/register", { ...joined, role: "admin" }, { cookie: cookieFor(readers.admin) })
          strictEqual((yield* submit("/sign-in", joined)).status, 303)
        })
      )

      for (const [path, { password = "password", proven = 303, values, without = 403 }] of Object.entries(guarded)) {
        it.effect(`POST ${path} refuses a session that is over five minutes old, until it shows who acts`, () =>
          Effect.gen(function* () {
            const given = yield* scene
            const row = pageRows[`POST ${path}`]
            const by = row?.by === undefined || row.by === "anyone" ? "admin" : row.by
            const member = given.readers[by]
            const cookie = cookieFor({ token: yield* oldSession(member) })
            const noun = path.split("/")[1] as keyof Scene["ids"]
            const url = path.replace(":id", String(given.ids[noun]))
            const { [password]: _, ...sent } = (values ?? row?.values)?.(given) ?? {}
            const refused = yield* submit(url, sent, { cookie })
            const done = yield* submit(url, { ...sent, [password]: passwordOf(member) }, { cookie })
            deepStrictEqual([refused.status, done.status], [without, proven])
          })
        )
      }
    }
  )
}
