import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Either, JSONSchema, Schema } from "effect"
import { encodedAsMade } from "../../src/domain/Fields.ts"

const Checked = Schema.Struct({ id: Schema.Number })
const Made = encodedAsMade(Checked)

describe("encodedAsMade", () => {
  it("encodes a record as it is, and refuses what is no record", () => {
    const record = { id: 1 }
    strictEqual(Schema.encodeSync(Made)(record), record)
    assertTrue(Either.isLeft(Schema.encodeUnknownEither(Made)("1")))
  })

  it("decodes by the schema, which documents show", () => {
    deepStrictEqual(Schema.decodeUnknownSync(Made)({ id: 1, more: 2 }), { id: 1 })
    assertTrue(Either.isLeft(Schema.decodeUnknownEither(Made)({ id: "1" })))
    deepStrictEqual(JSONSchema.make(Made), JSONSchema.make(Checked))
  })
})
