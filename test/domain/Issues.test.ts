import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Either, Schema } from "effect"
import { wholeNumber } from "../../src/domain/Fields.ts"
import { InvalidInput, type Rule } from "../../src/domain/Issues.ts"
import { PostCategory } from "../../src/domain/posts/Post.ts"
import { AnyText, requiredText } from "../../src/domain/Text.ts"

describe("InvalidInput", () => {
  const Body = Schema.Struct({
    title: Schema.optional(requiredText(5)),
    category: Schema.optional(PostCategory),
    ids: Schema.optional(Schema.NullOr(Schema.Array(wholeNumber(1, 9)))),
    read: Schema.optional(Schema.Boolean)
  })
  const refusedBy = <A, I>(schema: Schema.Schema<A, I>, body: unknown) =>
    InvalidInput.of(Either.getOrThrow(Either.flip(Schema.decodeUnknownEither(schema, { errors: "all" })(body))))
  const refused = (body: unknown) => refusedBy(Body, body)

  it("names each field once, with its first issue", () => {
    strictEqual(
      refused({ category: "news", ids: [1, 2, "x"] }).message,
      'category must be topic, experience or question; you sent "news"; ids.2 must be a number'
    )
  })

  it("has the field and the rule of each fault, with its facts", () => {
    const facts = refused({ title: "too long", ids: [0], read: 1 }).faults.map(({ field, rule }) => ({ field, rule }))
    const length: Rule = { _tag: "Length", message: "must be 1 to 5 characters, not 8", min: 1, max: 5, characters: 8 }
    deepStrictEqual(facts, [
      { field: "title", rule: length },
      { field: "ids", rule: { _tag: "Range", message: "must be from 1 to 9", min: 1, max: 9 } },
      { field: "read", rule: undefined }
    ])
  })

  it("repeats no sent value and names no type", () => {
    strictEqual(refused({ ids: "my key", read: "my\nkey" }).message, "ids must be a list; read must be true or false")
    strictEqual(refused(["my password"]).message, "the body must be a JSON object")
  })

  it("leaves out the other forms of a field where an item of it is wrong", () => {
    strictEqual(refused({ ids: ["my key"] }).message, "ids.0 must be a number")
  })

  it("is short for any input", () => {
    const long = Schema.Record({ key: Schema.String, value: AnyText.annotations({ message: () => "🧬".repeat(1000) }) })
    const { message } = refusedBy(long, { ["x".repeat(1000)]: 5, ok: 5 })
    strictEqual(message.length < 1000, true)
    strictEqual(message.isWellFormed(), true)
  })
})
