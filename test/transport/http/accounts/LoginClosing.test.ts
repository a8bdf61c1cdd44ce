import { layer } from "@effect/vitest"
import { assertTrue, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { registration } from "../../../support/Members.ts"
import { type Answer, ask, isFailure } from "../../../support/Raw.ts"

const password = "correct horse battery"

const from = (address: string, path: string, body: unknown) =>
  ask("POST", `/api/auth/${path}`, { body: JSON.stringify(body), headers: { "x-forwarded-for": address } })

const isClosed = (answer: Answer) => {
  strictEqual(answer.status, 429)
  assertTrue(isFailure(answer).includes("failed logins"))
  const seconds = Number(answer.headers["retry-after"])
  assertTrue(Number.isInteger(seconds) && seconds > 3000 && seconds <= 3600, `${seconds} s`)
}

layer(community(Memory.layer, { TRUST_PROXY: "127.0.0.1" }), { excludeTestServices: true })(
  "POST /api/auth/login after thirty failures of one email",
  (it) => {
    it.effect("refuses the email in any case to addresses that never used it, and admits its own address", () =>
      Effect.gen(function* () {
        const { email, username } = registration()
        strictEqual((yield* from("198.51.100.1", "register", { username, email, password })).status, 201)
        strictEqual((yield* from("198.51.100.2", "login", { email, password })).status, 200)
        for (let attempt = 0; attempt < 30; attempt++) {
          const answer = yield* from(`203.0.113.${attempt}`, "login", { email, password: "wrong horse" })
          strictEqual(answer.status, 401, `attempt ${attempt + 1}`)
        }
        isClosed(yield* from("203.0.113.99", "login", { email, password: "wrong horse" }))
        isClosed(yield* from("203.0.113.99", "login", { email, password }))
        isClosed(yield* from("203.0.113.0", "login", { email: ` ${email.toUpperCase()} `, password }))
        strictEqual((yield* from("198.51.100.1", "login", { email, password })).status, 200)
        strictEqual((yield* from("198.51.100.2", "login", { email, password })).status, 200)
        strictEqual((yield* from("198.51.100.1", "login", { email, password: "wrong horse" })).status, 401)
      })
    )

    it.effect("refuses an email that nobody has in the same way, and no other email", () =>
      Effect.gen(function* () {
        const email = "nobody@example.org"
        for (let attempt = 0; attempt < 30; attempt++) {
          strictEqual((yield* from("203.0.113.1", "login", { email, password })).status, 401)
        }
        isClosed(yield* from("203.0.113.1", "login", { email, password }))
        const other = { email: "somebody@example.org", password }
        strictEqual((yield* from("203.0.113.1", "login", other)).status, 401)
      })
    )
  }
)
