import { Effect, Option, Redacted } from "effect"
import { join, send } from "../../support/Members.ts"
import { at } from "../../support/Wire.ts"
import { clientOf, type Variables } from "../Program.ts"
import { answerOf } from "./Commands.ts"
import type { Reader } from "./Walk.ts"

/** Texts with all that a format could mistake for its own. */
const texts = [
  "We waited **six years** for a zebra.\n\nWaiting (and waiting), \"six years\", 'so' \\ it was",
  'a,b,(c),"d""e" {f} \\n \\\\ \t end',
  "遺伝カウンセリングはどこですか",
  "Никто не знает 🦓 é́",
  "> Ehlers-Danlos & <3\n\n```sql\nselect ',' -- \"x\"\n```",
  "NULL",
  "\\N \\. null ()"
]

const keyOf = (as: Redacted.Redacted, given: object = {}) =>
  Effect.map(send("POST", "/api/auth/apikeys", { as, body: { name: "reader", ...given } }), ({ body }) =>
    Redacted.make(String(at(body, "key")))
  )

const idOf = (answer: { readonly body: unknown }) => Number(at(answer.body, "id"))

/** Fills the community of a running server with something of each kind; gives its readers, and a write that was answered. */
export const fill = (variables: Variables, url: string) =>
  Effect.gen(function* () {
    const owner = ["admin", "create", "--username", "owner", "--email", "owner@example.org"]
    const password = at(yield* answerOf(variables, owner), "password")
    const login = yield* send("POST", "/api/auth/login", { body: { email: "owner@example.org", password } })
    const admin = Redacted.make(String(at(login.body, "token")))
    const [maria, lind, sam] = [yield* join(), yield* join("expert"), yield* join()]
    const agent = yield* keyOf(sam.token, { agent: true, dailyWrites: 50 })
    const bio = { bio: "I *have* Marfan.", diseaseIds: [100, 3] }
    yield* send("PATCH", "/api/users/me", { as: maria.token, body: bio })
    yield* send("PUT", `/api/users/${lind.user.id}/verification`, { as: admin, body: { as: "Geneticist" } })
    for (const [index, content] of texts.entries()) {
      const body = { title: `Post ${index}, "${content.slice(0, 9).replaceAll("\n", " ")}"`, content }
      const category = (["topic", "experience", "question"] as const)[index % 3]
      const as = index % 3 === 2 ? agent : maria.token
      const id = idOf(
        yield* send("POST", "/api/posts", { as, body: { ...body, category, ...(index < 3 ? { diseaseId: 100 } : {}) } })
      )
      yield* send("POST", `/api/posts/${id}/comments`, { as: lind.token, body: { content } })
      yield* send("POST", `/api/posts/${id}/like`, { as: sam.token })
      if (index % 2 === 0) yield* send("POST", `/api/posts/${id}/like`, { as: lind.token })
      if (index === 4) yield* send("POST", `/api/posts/${id}/like`, { as: sam.token })
      if (index > 3) yield* send("GET", `/api/posts/${id}`)
      if (index === 3) yield* send("PATCH", "/api/notifications", { as: maria.token })
    }
    // The last ids are of deleted rows, and must not be given again.
    const gone = yield* send("POST", "/api/posts", { as: maria.token, body: { title: "Gone", content: "Soon gone." } })
    yield* send("POST", `/api/posts/${idOf(gone)}/comments`, { as: lind.token, body: { content: "Why?" } })
    yield* send("DELETE", `/api/posts/${idOf(gone)}`, { as: admin })
    const suspension = { reason: "A test.", until: "2999-01-01T00:00:00Z" }
    const keys = { owner: yield* keyOf(admin), maria: yield* keyOf(maria.token), lind: yield* keyOf(lind.token) }
    yield* send("PUT", `/api/users/${sam.user.id}/suspension`, { as: admin, body: suspension })
    const named = Object.entries(keys).map(([name, key]): Reader => ({ name, key: Option.some(key) }))
    return {
      readers: [{ name: "nobody", key: Option.none() }, ...named],
      owner: keys.owner,
      maria: { ...maria, key: keys.maria },
      lastPost: idOf(gone)
    }
  }).pipe(Effect.provide(clientOf(url)))
