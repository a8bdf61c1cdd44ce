import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Fiber, Queue } from "effect"
import { afterAll, beforeEach } from "vitest"
import { community } from "../../../support/Community.ts"
import { answer, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { hide, restore } from "../../../support/moderation/Hiding.ts"
import { type EngineRequest, startEngine, texts } from "../../../support/network/TranslationEngine.ts"
import { memoryAndDatabase, memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { at, statusesOf } from "../../../support/Wire.ts"

const engine = await startEngine()
afterAll(engine.close)
beforeEach(engine.reset)

const variables = { ...unlimited, TRANSLATE_URL: engine.url }
const content = "We waited for six years until somebody gave it a name."

const ofPost = ({ id }: { readonly id: number }, as?: Member) =>
  send("GET", `/api/posts/${id}/translation?to=de`, as === undefined ? {} : { as: as.token })

const ofComment = ({ id }: { readonly id: number }, as: Member) =>
  send("GET", `/api/comments/${id}/translation?to=de`, { as: as.token })

/** The requests that the engine has; it answers one when it is released. */
const held = Effect.gen(function* () {
  const arrived = yield* Queue.unbounded<{ readonly sent: EngineRequest; readonly release: () => void }>()
  engine.answer = (sent) =>
    new Promise((done) => {
      const release = () => done(texts((text) => `de:${text}`)(sent))
      Queue.unsafeOffer(arrived, { sent, release })
    })
  return arrived
})

const release = (request: { readonly release: () => void }) => Effect.sync(request.release)

const scene = Effect.gen(function* () {
  const [maria, bob] = [yield* join(), yield* join()]
  return { maria, bob, post: yield* publish(maria, { title: "Who knows it?", content }) }
})

/** A translation that is asked for; `meanwhile` happens while the engine has the text. */
const during = <A, E, R, B, E2, R2>(call: Effect.Effect<A, E, R>, meanwhile: Effect.Effect<B, E2, R2>) =>
  Effect.gen(function* () {
    const arrived = yield* held
    const asked = yield* Effect.fork(call)
    const request = yield* Queue.take(arrived)
    yield* meanwhile
    engine.reset()
    yield* release(request)
    return yield* Fiber.join(asked)
  })

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer, variables), { excludeTestServices: true })(
    `The translation of a text (${storage.name})`,
    (it) => {
      it.effect("is 404 and not stored where the text is hidden while the engine has it", () =>
        Effect.gen(function* () {
          const { bob, maria, post } = yield* scene
          const comment = yield* answer(maria, post.id, content)
          const targets = [
            [{ type: "comment", id: comment.id } as const, ofComment(comment, bob)],
            [{ type: "post", id: post.id } as const, ofPost(post, bob)]
          ] as const
          for (const [target, call] of targets) {
            strictEqual((yield* during(call, hide(target))).status, 404)
            yield* restore(target)
          }
          strictEqual((yield* ofPost(post)).status, 401)
        })
      )

      it.effect("is 403 and not stored where its author says meanwhile that they want none", () =>
        Effect.gen(function* () {
          const { bob, maria, post } = yield* scene
          const set = (translate: boolean) =>
            send("PATCH", "/api/users/me/settings", { as: maria.token, body: { translate } })
          strictEqual((yield* during(ofPost(post, bob), set(false))).status, 403)
          yield* set(true)
          strictEqual((yield* ofPost(post)).status, 401)
        })
      )

      it.effect("is that of the new text where it changes meanwhile", () =>
        Effect.gen(function* () {
          const { bob, maria, post } = yield* scene
          const body = { content: "Thank you all so much for your answers." }
          const change = send("PATCH", `/api/posts/${post.id}`, { as: maria.token, body })
          const { body: translation } = yield* during(ofPost(post, bob), change)
          strictEqual(at(translation, "content"), `de:${body.content}`)
        })
      )
    }
  )
}

for (const storage of memoryOnly) {
  layer(community(storage.layer, variables), { excludeTestServices: true })("The queue of translations", (it) => {
    it.effect("gives the engine at most two texts of one member at once, so that others' are not kept waiting", () =>
      Effect.gen(function* () {
        const { bob, maria, post } = yield* scene
        const eve = yield* join()
        const comments = yield* Effect.forEach(Array.makeBy(24, String), (nth) =>
          answer(maria, post.id, `${content} ${nth}`)
        )
        const arrived = yield* held
        const many = yield* Effect.fork(
          Effect.forEach(comments, (comment) => ofComment(comment, eve), { concurrency: "unbounded" })
        )
        const first = yield* Queue.takeN(arrived, 2)
        const asked = yield* Effect.fork(ofPost(post, bob))
        const third = yield* Queue.take(arrived)
        deepStrictEqual(third.sent.q, ["Who knows it?", content])
        yield* release(third)
        strictEqual((yield* Fiber.join(asked)).status, 200)
        // One that waits in the queue of another member does not wait there for somebody else.
        const last = comments[23]
        if (last === undefined) return
        const sharing = yield* Effect.fork(ofComment(last, bob))
        const fourth = yield* Queue.take(arrived)
        deepStrictEqual(fourth.sent.q, [`${content} 23`])
        yield* Effect.forEach([...first, fourth], release)
        yield* Effect.fork(Effect.forever(Effect.flatMap(Queue.take(arrived), release)))
        strictEqual((yield* Fiber.join(sharing)).status, 200)
        deepStrictEqual(new Set(statusesOf(yield* Fiber.join(many))), new Set([200]))
        strictEqual(engine.requests.length, 25)
      })
    )
  })
}
