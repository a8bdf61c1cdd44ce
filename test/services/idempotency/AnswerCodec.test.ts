import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, Schema } from "effect"
import { answerCodec } from "../../../src/services/Idempotency.ts"

describe("answerCodec", () => {
  const { decode, encode } = answerCodec(Schema.Struct({ id: Schema.Int, likes: Schema.NumberFromString }))

  it.effect("gives the result back, without the fields that its schema has not", () =>
    Effect.gen(function* () {
      const answer = encode({ id: 7, likes: 2, text: "x" })
      deepStrictEqual(answer, { status: 200, location: null, body: '{"id":7,"likes":"2"}' })
      deepStrictEqual(yield* decode({ ...answer, isWhole: true, isReplayed: true }), { id: 7, likes: 2 })
    })
  )

  it.effect("names the id of a result of which no more was kept", () =>
    Effect.gen(function* () {
      const cut = { ...encode({ id: 7, likes: 2 }), body: '{"id":7}', isWhole: false, isReplayed: true }
      const { reason, id } = yield* Effect.flip(decode(cut))
      deepStrictEqual([reason, id], ["tooLongToReplay", 7])
    })
  )
})
