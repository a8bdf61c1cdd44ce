import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Logger, LogLevel, Redacted } from "effect"
import { Secrets } from "../../../../src/ports/Secrets.ts"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { account, joinAdmin, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { eachOf, refused, refusedFor } from "../../../support/Wire.ts"
import { connectAs } from "../../mcp/Clients.ts"

const log: Array<string> = []

const kept = Layer.merge(
  Logger.replace(
    Logger.defaultLogger,
    Logger.map(Logger.jsonLogger, (line) => void log.push(line))
  ),
  Logger.minimumLogLevel(LogLevel.All)
)

/** Ways to write a secret, in which it is stored or shown whole. */
const hidden = (secret: string): ReadonlyArray<string> => [
  secret,
  `x${secret}y`,
  `\`${secret}\``,
  `https://example.org/api/mcp?apiKey=${secret}&x=1`,
  `[here](https://example.org/?apiKey=${secret.replace("_", "%5f")})`,
  `[ref]: https://example.org/${secret}`,
  secret.replace("_", "\\_"),
  secret.replace("_", "&#95;"),
  secret.replace("_", "_\u200b"),
  secret.replace("_", "\u00ad_\u2060"),
  secret.replace("_", "_\u202e"),
  secret.replace("_", "_<b></b>"),
  secret.replace("_", "_<!-- -->"),
  `${secret.slice(0, 12)}**${secret.slice(12, 20)}**${secret.slice(20)}`
]

const hiddenEmails = (email: string): ReadonlyArray<string> => [
  `Write to ${email.toUpperCase()}.`,
  `<mailto:${email}>`,
  `[me](mailto:${email.replace("@", "%40")})`,
  email.replace("@", "\\@"),
  email.replace("@", "&#64;"),
  email.replace("@", "\u200b@"),
  `**${email.replace("@", "**@")}`
]

/** Every request of REST that publishes a text of a member. */
const writes = ({ user }: Member, postId: number) =>
  [
    ["POST", "/api/posts", "title", { content: "Text" }],
    ["POST", "/api/posts", "content", { title: "Title" }],
    ["PATCH", `/api/posts/${postId}`, "title", {}],
    ["PATCH", `/api/posts/${postId}`, "content", {}],
    ["POST", `/api/posts/${postId}/comments`, "content", {}],
    ["PATCH", "/api/users/me", "bio", {}],
    ["PATCH", `/api/users/${user.id}`, "bio", {}],
    ["PATCH", "/api/users/me", "username", {}],
    ["POST", "/api/auth/apikeys", "name", {}]
  ] as const

const newSecrets = Effect.flatMap(Secrets, ({ newApiKey, newToken }) =>
  Effect.map(Effect.all([newApiKey, newToken]), ([key, token]) => [Redacted.value(key), Redacted.value(token)] as const)
)

for (const storage of memoryOnly) {
  layer(community(storage.layer, {}, kept), { excludeTestServices: true })(`${storage.name}: The leak guard`, (it) => {
    it.effect("refuses a credential and the member's own email in every field, and says what to take out", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const { id } = yield* publish(maria)
        const [key, token] = yield* newSecrets
        for (const [method, path, field, rest] of writes(maria, id)) {
          for (const [text, why] of [
            [key, "holds an API key: take it out"],
            [token, "holds a session token: take it out"],
            [maria.payload.email, "holds the email address of its author: take it out"]
          ] as const) {
            const answer = yield* send(method, path, { as: maria.token, body: { ...rest, [field]: text } })
            refusedFor(answer, 400, new RegExp(`^${field} ${why}`))
          }
        }
      })
    )

    it.effect("refuses it at registration too", () =>
      Effect.gen(function* () {
        const [key] = yield* newSecrets
        const { email } = account()
        for (const body of [{ bio: key }, { bio: email, email }, { username: key }, { username: email, email }]) {
          refusedFor(yield* send("POST", "/api/auth/register", { body: account(body) }), 400, /^(bio|username) holds/)
        }
        strictEqual((yield* send("POST", "/api/auth/register", { body: account({ bio: email }) })).status, 201)
      })
    )

    it.effect("finds what Markdown, filters and invisible characters hide", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const { id } = yield* publish(maria)
        const [key, token] = yield* newSecrets
        for (const content of [...hidden(key), ...hidden(token), ...hiddenEmails(maria.payload.email)]) {
          const answer = yield* send("POST", `/api/posts/${id}/comments`, { as: maria.token, body: { content } })
          strictEqual(answer.status, 400, content)
        }
      })
    )

    it.effect("stores and logs nothing of what it refuses, not even its words", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const [key] = yield* newSecrets
        const word = `zzyzx${key.slice(10, 14).replace(/[^a-z]/gi, "q")}`.toLowerCase()
        log.length = 0
        for (const body of [
          { title: `${word} ${key}`, content: word },
          { title: word, content: `${word} ${key} ${maria.payload.email}` }
        ]) {
          refused(yield* send("POST", "/api/posts", { as: maria.token, body }), 400)
        }
        deepStrictEqual(eachOf(yield* send("GET", `/api/posts?authorId=${maria.user.id}`)), [])
        const logged = log.join()
        assertTrue(logged.includes("request"))
        for (const text of [key.slice(4), maria.payload.email, word]) assertTrue(!logged.includes(text))
      })
    )

    it.effect("tells nobody whether a guess is another member's email", () =>
      Effect.gen(function* () {
        const [maria, bob, admin] = [yield* join(), yield* join(), yield* joinAdmin]
        const { id } = yield* publish(maria)
        const content = `Is it ${maria.payload.email}?`
        const path = `/api/posts/${id}`
        refused(yield* send("PATCH", path, { as: bob.token, body: { content } }), 403)
        refused(yield* send("PATCH", `/api/users/${maria.user.id}`, { as: bob.token, body: { bio: content } }), 403)
        strictEqual((yield* send("POST", `${path}/comments`, { as: bob.token, body: { content } })).status, 201)
        refused(yield* send("PATCH", path, { as: admin.token, body: { content } }), 400)
        const ofAdmin = { content: `I am ${admin.payload.email}.` }
        refused(yield* send("PATCH", path, { as: admin.token, body: ofAdmin }), 400)
      })
    )

    it.effect("lets honest texts with addresses and prefixes pass", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const content = `Keys begin with rdc_, tokens with rds_. Write to help-${maria.payload.email}, or to ${unique()}@example.org.`
        const post = yield* publish(maria, { content })
        strictEqual(post.content, content)
      })
    )

    it.scoped("refuses texts of tools, and lets searches hold what they like, since they are not stored", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const { id } = yield* publish(maria)
        const agent = yield* connectAs("streamable", maria)
        const [key] = yield* newSecrets
        for (const [name, args] of [
          ["create_post", { title: "T", content: key }],
          ["create_post", { title: key, content: "C" }],
          ["reply_to_post", { postId: id, content: maria.payload.email }]
        ] as const) {
          const { isError, text } = yield* agent.call(name, args)
          deepStrictEqual([isError, / holds (an API key|the email address)/.test(text)], [true, true])
        }
        const similar = yield* agent.call("find_similar_discussions", { text: key })
        const found = yield* agent.call("search_community", { query: `${unique()} ${key}` })
        deepStrictEqual([similar.isError, found.isError], [false, false])
      })
    )
  })
}
