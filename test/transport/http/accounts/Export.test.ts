import { HttpClient, HttpClientRequest } from "@effect/platform"
import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Either, Layer, Option, Redacted, Schema } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { ExportLine, type ExportType, exportTypes } from "../../../../src/domain/accounts/Export.ts"
import { DecisionId, type UserId } from "../../../../src/domain/Ids.ts"
import { PostReader, readerOfAll } from "../../../../src/domain/posts/Audience.ts"
import { AuditRepo } from "../../../../src/ports/accounts/AuditRepo.ts"
import { ErasureRepo } from "../../../../src/ports/accounts/ErasureRepo.ts"
import { ExportRepo, exportPageLines } from "../../../../src/ports/accounts/ExportRepo.ts"
import { InvitationsRepo } from "../../../../src/ports/accounts/InvitationsRepo.ts"
import { DecisionsRepo } from "../../../../src/ports/moderation/DecisionsRepo.ts"
import { HiddenTextsRepo } from "../../../../src/ports/moderation/HiddenTextsRepo.ts"
import { ReportsRepo } from "../../../../src/ports/moderation/ReportsRepo.ts"
import { Transaction } from "../../../../src/ports/Transaction.ts"
import { moment, newPosts, unique, untilFree } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { answer, joinAdmin, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { port } from "../../../support/Raw.ts"
import { addPasskey, addSecondFactor } from "../../../support/rows/FactorWorld.ts"
import { someDevice } from "../../../support/rows/World.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"

const path = "/api/users/me/export"

const decode = Schema.decodeSync(Schema.parseJson(ExportLine), { onExcessProperty: "error" })

/** The headers and lines of an export. */
const exportOf = ({ token }: Member) =>
  Effect.gen(function* () {
    const request = HttpClientRequest.setHeader(
      HttpClientRequest.get(path),
      "authorization",
      `Bearer ${Redacted.value(token)}`
    )
    const response = yield* HttpClient.execute(request)
    const text = yield* response.text
    strictEqual(text.endsWith("\n"), true)
    return {
      headers: response.headers,
      text,
      lines: text
        .trimEnd()
        .split("\n")
        .map((line) => decode(line))
    }
  })

const idOf = (lines: ReadonlyArray<ExportLine>, type: ExportLine["type"]) =>
  lines.flatMap((line) => (line.type === type && "id" in line ? [Number(line.id)] : []))

/** A member with something of each type. */
const given = Effect.gen(function* () {
  const [maria, bob, admin] = [yield* join(), yield* join(), yield* joinAdmin]
  const as = maria.token
  yield* send("PATCH", "/api/users/me", { as, body: { bio: "mine", diseaseIds: [1], diseasesVisibleTo: "me" } })
  yield* send("PUT", "/api/users/me/verification-request", { as, body: { as: "nurse", text: "Register 12345." } })
  yield* (yield* InvitationsRepo).add({
    byId: maria.user.id,
    role: "user",
    uses: 1,
    note: Option.none(),
    hash: unique(),
    createdAt: moment,
    expiresAt: moment
  })
  const [own, hidden, other] = [
    yield* publish(maria),
    yield* publish(maria, { audience: "members" }),
    yield* publish(bob)
  ]
  const [comment, gone] = [yield* answer(maria, other.id), yield* answer(maria, own.id)]
  yield* send("PATCH", `/api/posts/${own.id}`, { as, body: { title: unique() } })
  yield* send("PATCH", `/api/comments/${comment.id}`, { as, body: { content: unique() } })
  const { id: commentId } = yield* answer(bob, own.id)
  yield* send("PUT", `/api/posts/${own.id}/place`, { as, body: { commentId } })
  yield* maria.client.likes.toggle({ path: { id: other.id } })
  yield* send("PUT", `/api/comments/${commentId}/like`, { as })
  yield* send("PUT", `/api/posts/${other.id}/follow`, { as })
  yield* send("PUT", `/api/users/${bob.user.id}/block`, { as })
  yield* maria.client.auth.createApiKey({ payload: { name: "mine" } })
  yield* addPasskey(maria)
  yield* addSecondFactor(maria)
  yield* maria.client.push.subscribe({ payload: someDevice() })
  const [hiding, { atomically }] = [yield* HiddenTextsRepo, yield* Transaction]
  const [reports, decisions, audit] = [yield* ReportsRepo, yield* DecisionsRepo, yield* AuditRepo]
  const hide = untilFree(atomically(hiding.hidePost(hidden.id, DecisionId.make(1))))
  yield* Effect.provideService(hide, PostReader, readerOfAll)
  yield* untilFree(atomically(hiding.hideComment(gone.id, DecisionId.make(1))))
  const target = { type: "post", id: other.id } as const
  const report = { target, subjectId: bob.user.id, reporterId: maria.user.id, createdAt: moment, alertAt: moment }
  yield* reports.add({ ...report, reason: "spam", text: "my words" })
  const decision = { target: { type: "user", id: maria.user.id } as const, subjectId: maria.user.id, createdAt: moment }
  const words = { excerpt: "mine", rule: "a rule", reason: "a reason", byId: admin.user.id, until: null }
  yield* decisions.add({ ...decision, ...words, action: "none" })
  const entry = { at: moment, key: null, targetId: null, detail: "detail", reason: "reason" }
  yield* audit.append({ ...entry, action: "verified", actorId: admin.user.id, userId: maria.user.id })
  return { maria, bob, admin, own, hidden, other, comment, commentId, gone }
})

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: GET /api/users/me/export`, (it) => {
    it.effect("has lines of each type, those of hidden texts too, without secrets and names of moderators", () =>
      Effect.gen(function* () {
        const { admin, bob, comment, commentId, gone, hidden, maria, other, own } = yield* given
        const { headers, lines, text } = yield* exportOf(maria)
        strictEqual(headers["content-type"], "application/x-ndjson")
        strictEqual(headers["cache-control"], "private, no-store")
        deepStrictEqual(Array.dedupe(lines.map(({ type }) => type)), exportTypes)
        deepStrictEqual(idOf(lines, "post"), [own.id, hidden.id])
        deepStrictEqual(
          lines.flatMap((line) => (line.type === "post" ? [line.audience] : [])),
          ["everyone", "members"]
        )
        deepStrictEqual(idOf(lines, "comment"), [comment.id, gone.id])
        const hiddenOnes = lines.filter((line) => "hidden" in line && line.hidden)
        deepStrictEqual(
          hiddenOnes.map(({ type }) => type),
          ["post", "comment"]
        )
        strictEqual(text.includes(admin.user.username), false)
        strictEqual(text.includes("hash"), false)
        const [profile] = lines
        deepStrictEqual(
          profile?.type === "profile" && [
            profile.email,
            profile.bio,
            profile.diseasesVisibleTo,
            profile.diseases.length
          ],
          [maria.payload.email, "mine", "me", 1]
        )
        deepStrictEqual(
          lines
            .filter(({ type }) => type === "like" || type === "block" || type === "follow")
            .map((line) => {
              const { blockedAt: _, createdAt: __, followedAt: ___, ...rest } = { ...line } as Record<string, unknown>
              return rest
            }),
          [
            { type: "like", postId: other.id },
            { type: "like", commentId },
            { type: "follow", target: { type: "post", id: other.id } },
            { type: "block", id: bob.user.id, username: bob.user.username }
          ]
        )
      })
    )

    it.effect("has all lines of many pages, each once, and none of another member", () =>
      Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        const ids = yield* newPosts(
          maria.user.id,
          Array.makeBy(2 * exportPageLines + 7, () => ({}))
        )
        yield* newPosts(bob.user.id, [{}, {}])
        deepStrictEqual(idOf((yield* exportOf(maria)).lines, "post"), ids)
        const { page } = yield* ExportRepo
        strictEqual((yield* page(maria.user.id, "post", 0)).length, exportPageLines)
      })
    )
  })
}

/** A storage in which members with a follow leave while the follows of their export are read. */
const leaving = Layer.effect(
  ExportRepo,
  Effect.map(Effect.all([ExportRepo, ErasureRepo]), ([exports, { erase }]) => ({
    page: (id: UserId, type: ExportType, after: number) =>
      Effect.tap(exports.page(id, type, after), ({ length }) =>
        type === "follow" && length > 0 ? Effect.orDie(erase(id, "keep")) : Effect.void
      )
  }))
).pipe(Layer.provideMerge(Memory.layer))

layer(community(leaving), { excludeTestServices: true })("GET /api/users/me/export", (it) => {
  it.effect("of a member who leaves meanwhile ends with its connection, not as if it were whole", () =>
    Effect.gen(function* () {
      const [maria, bob] = [yield* join(), yield* join()]
      yield* send("PUT", `/api/users/${bob.user.id}/follow`, { as: maria.token })
      const authorization = `Bearer ${Redacted.value(maria.token)}`
      const url = `http://127.0.0.1:${yield* port}${path}`
      const response = yield* Effect.promise(() => fetch(url, { headers: { authorization } }))
      const whole = yield* Effect.either(Effect.tryPromise(() => response.text()))
      deepStrictEqual([response.status, Either.isRight(whole)], [200, false])
    })
  )
})
