import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Either, Schema } from "effect"
import { wholeNumber } from "../../src/domain/Fields.ts"
import { InvalidInput, type Rule } from "../../src/domain/Issues.ts"
import { NewReport } from "../../src/domain/moderation/Report.ts"
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

  it("tells at most twenty issues of one input", () => {
    strictEqual(refused({ ids: Array.from({ length: 100 }, () => 0) }).faults.length, 20)
  })

  it("leaves out the other forms of a field where an item of it is wrong", () => {
    strictEqual(refused({ ids: ["my key"] }).message, "ids.0 must be a number")
  })

  it("names the words of every enum, also within an object, and never what is absent", () => {
    const sent: ReadonlyArray<readonly [sent: unknown, message: string]> = [
      [{ target: { type: "poll", id: 1 } }, 'target.type must be post, comment or user; you sent "poll"'],
      [{ target: { type: null, id: 1 } }, "target.type must be post, comment or user; you sent null"],
      [{ target: { type: [], id: 1 } }, "target.type must be post, comment or user; you sent a list"],
      [{ target: { id: 1 } }, "target.type must be post, comment or user"],
      [{ target: { type: "post" } }, "target.id is missing"],
      [{ target: { type: "post", id: undefined } }, "target.id is missing"],
      [{ target: "post" }, "target must be an object"],
      [{ target: null }, "target must be an object"],
      [{}, "target is missing"],
      [null, "the body must be a JSON object"],
      [undefined, "the body must be a JSON object"]
    ]
    for (const [body, message] of sent) {
      strictEqual(
        InvalidInput.of(Either.getOrThrow(Either.flip(Schema.decodeUnknownEither(NewReport)(body)))).message,
        message
      )
    }
    const Chosen = Schema.Struct({ category: PostCategory, title: AnyText })
    const absent = { category: undefined, title: undefined }
    strictEqual(refusedBy(Chosen, absent).message, "category must be topic, experience or question; title is missing")
    strictEqual(refusedBy(Chosen, {}).message, "category must be topic, experience or question; title is missing")
  })

  it("asks whoever reports without a reason what is wrong", () => {
    const asked = "Say what is wrong: reason must be spam, abuse, privacy, misinformation, danger or other"
    const target = { type: "post", id: 1 }
    for (const body of [{ target }, { target, reason: undefined }, { target, reason: null }, { target, reason: "" }]) {
      const [fault] = InvalidInput.of(
        Either.getOrThrow(Either.flip(Schema.decodeUnknownEither(NewReport)(body)))
      ).faults
      deepStrictEqual([fault?.sentence, fault?.field], [asked, "reason"])
    }
  })

  it("is short for any input", () => {
    const long = Schema.Record({ key: Schema.String, value: AnyText.annotations({ message: () => "🧬".repeat(1000) }) })
    const { message } = refusedBy(long, { ["x".repeat(1000)]: 5, ok: 5 })
    strictEqual(message.length < 1000, true)
    strictEqual(message.isWellFormed(), true)
  })
})
