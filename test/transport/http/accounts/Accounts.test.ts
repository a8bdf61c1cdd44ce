import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { account } from "../../../support/Given.ts"
import { send } from "../../../support/Members.ts"
import { at, isTime, long, refused, refusedFor } from "../../../support/Wire.ts"

const register = (given: Readonly<Record<string, unknown>> = {}) =>
  send("POST", "/api/auth/register", { body: account(given) })

layer(community(Memory.layer), { excludeTestServices: true })("POST /api/auth/register", (it) => {
  it.effect("answers the new member in detail and a token for a day, and nothing else", () =>
    Effect.gen(function* () {
      const sent = account({ bio: "Since **1990**.", role: "expert" })
      const { body, headers, status } = yield* send("POST", "/api/auth/register", { body: sent })
      const id = at(body, "user", "id")
      const createdAt = at(body, "user", "createdAt")
      const token = at(body, "token")
      const { email, username } = sent
      deepStrictEqual(
        { status, body },
        {
          status: 201,
          body: {
            user: {
              id,
              username,
              role: "expert",
              bio: "Since **1990**.",
              bioHtml: "<p>Since <strong>1990</strong>.</p>",
              verified: null,
              createdAt,
              diseaseIds: [],
              diseases: [],
              diseasesVisibleTo: "members",
              postCount: 0,
              email
            },
            token,
            expiresIn: 86400
          }
        }
      )
      assertTrue(Number.isInteger(id) && isTime(createdAt))
      assertTrue(typeof token === "string" && token.length >= 27, "160 bits take 27 characters")
      strictEqual(headers["cache-control"], "no-store")
    })
  )

  it.effect("makes a user without a bio if role and bio are absent or null", () =>
    Effect.gen(function* () {
      for (const given of [{}, { role: null, bio: null }, { bio: "" }]) {
        const { body, status } = yield* register(given)
        deepStrictEqual(
          {
            status,
            role: at(body, "user", "role"),
            bio: at(body, "user", "bio"),
            bioHtml: at(body, "user", "bioHtml")
          },
          { status: 201, role: "user", bio: null, bioHtml: null }
        )
      }
    })
  )

  it.effect("takes names, emails, passwords and bios up to their limits in code points, and refuses longer ones", () =>
    Effect.gen(function* () {
      const email = (codePoints: number) => `${long(codePoints - 12, unique())}@example.org`
      const limits: ReadonlyArray<readonly [string, unknown, unknown]> = [
        ["username", long(64, unique()), long(65, unique())],
        ["username", "Ω", ""],
        ["email", email(254), email(255)],
        ["email", "Ω@x", "@x"],
        ["password", long(8), long(7)],
        ["password", long(256), long(257)],
        ["bio", long(2000), long(2001)]
      ]
      for (const [field, fits, doesNot] of limits) {
        strictEqual((yield* register({ [field]: fits })).status, 201, `${field} at its limit`)
        refusedFor(yield* register({ [field]: doesNot }), 400, new RegExp(`^${field} `))
      }
    })
  )

  it.effect("trims and composes usernames and emails, and leaves passwords as they are", () =>
    Effect.gen(function* () {
      const [name, mail] = [unique(), unique()]
      const password = "  spaces around  "
      const { body } = yield* register({
        username: ` Zoe\u0308 ${name}\t`,
        email: ` ${mail}@example.org\n`,
        password
      })
      deepStrictEqual(
        [at(body, "user", "username"), at(body, "user", "email")],
        [`Zo\u00EB ${name}`, `${mail}@example.org`]
      )
      const login = (password: string) =>
        send("POST", "/api/auth/login", { body: { email: `${mail}@example.org`, password } })
      strictEqual((yield* login(password)).status, 200)
      refused(yield* login(password.trim()), 401)
    })
  )

  it.effect("names the taken username or email in its 409, whatever its case or width", () =>
    Effect.gen(function* () {
      const [name, mail] = [unique(), unique()]
      strictEqual((yield* register({ username: `Straße ${name}`, email: `${mail}@example.org` })).status, 201)
      for (const username of [`straße ${name}`, `STRASSE ${name.toUpperCase()}`, `Ｓtraße ${name}`]) {
        refusedFor(yield* register({ username }), 409, /username/)
      }
      for (const email of [`${mail}@example.org`, `${mail.toUpperCase()}@Example.ORG`]) {
        refusedFor(yield* register({ email }), 409, /email/)
      }
    })
  )

  it.effect("refuses the same email twice though its folded key is far longer", () =>
    Effect.gen(function* () {
      const email = `${"\u0390".repeat(240)}@example.org`
      strictEqual((yield* register({ email })).status, 201)
      refusedFor(yield* register({ email }), 409, /email/)
    })
  )

  it.effect("filters a bio as content, and refuses one of which nothing is left", () =>
    Effect.gen(function* () {
      const { body } = yield* register({ bio: "I am **me**<script>alert(1)</script> and [x](javascript:alert(1))" })
      strictEqual(at(body, "user", "bio"), "I am **me** and [x]()")
      refusedFor(yield* register({ bio: "<script></script>" }), 400, /^bio /)
      refusedFor(yield* register({ bio: `${">".repeat(51)} deep` }), 400, /50 levels/)
    })
  )
})
