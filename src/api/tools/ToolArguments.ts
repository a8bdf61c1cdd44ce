import { DiseaseCode } from "@rare-disease-community/catalogue/DiseaseCode"
import { JSONSchema, Option, Schema } from "effect"
import { AuthorKind } from "../../domain/accounts/User.ts"
import { IdempotencyKey } from "../../domain/Idempotency.ts"
import { DiseaseId, UserId } from "../../domain/Ids.ts"
import { LanguageTag } from "../../domain/Language.ts"
import { maxPageItems, PageLimit, PageNumber, usualPageItems } from "../../domain/Page.ts"
import { maxPhenotypes, PhenotypeIds, PhenotypeList } from "../../domain/phenotypes/Phenotype.ts"
import { Audience } from "../../domain/posts/Audience.ts"
import { PostCategory, PostSort } from "../../domain/posts/Post.ts"
import { isBlank } from "../../domain/Text.ts"
import { decimal, valueSchema } from "../Query.ts"

const isEmpty = (value: unknown) =>
  value === null || (typeof value === "string" ? isBlank(value) : Array.isArray(value) && value.length === 0)

/** An argument that counts as absent where it is null, blank or an empty list, since agents fill in all arguments. */
export const unlessEmpty = <A, I>(schema: Schema.Schema<A, I>, described: { readonly description?: string } = {}) =>
  Schema.optionalToOptional(
    Schema.Unknown.annotations({
      jsonSchema: {
        ...JSONSchema.fromAST(schema.ast, { definitions: {}, topLevelReferenceStrategy: "skip" }),
        ...described
      }
    }),
    Schema.compose(Schema.Unknown, schema, { strict: false }),
    { decode: Option.filter((value) => !isEmpty(value)), encode: (value) => value }
  )

/** An optional argument of a tool that reads, such as a filter. */
export const optional = <A, I>(schema: Schema.Schema<A, I>, description: string) => unlessEmpty(schema, { description })

/** An optional argument of a tool that writes: an empty one is refused, since the write may do more without it. */
export const optionalInWrite = <A, I>(schema: Schema.Schema<A, I>, description: string) =>
  Schema.optionalWith(schema.annotations({ description }), { nullable: true })

/** The same as an option. */
export const optionInWrite = <A, I>(schema: Schema.Schema<A, I>, description: string) =>
  Schema.optionalWith(schema.annotations({ description }), { as: "Option", nullable: true })

// Agents often send numbers and truth values as texts. Texts that cannot be mistaken are taken.

/** A number, or a text of its digits. */
export const numberOf = <A>(number: Schema.Schema<A, number>, message = "must be a number") =>
  Schema.transform(
    Schema.Union(Schema.Number, Schema.String.pipe(Schema.pattern(/^(0|[1-9]\d{0,15})$/))).annotations({
      message: () => ({ message, override: true }),
      jsonSchema: valueSchema(number)
    }),
    number,
    { strict: true, decode: Number, encode: (number) => number }
  )

/** `true` or `false`, or a text of it, as in a query. */
export const yesOrNo = Schema.transform(
  Schema.Union(Schema.Boolean, Schema.String.pipe(Schema.pattern(/^(true|false|1|0)$/i))).annotations({
    message: () => ({ message: "must be true or false", override: true }),
    jsonSchema: { type: "boolean" }
  }),
  Schema.Boolean,
  { strict: true, decode: (sent) => sent === true || /^(true|1)$/i.test(String(sent)), encode: (yes) => yes }
)

/** The id of a disease. Agents often send its name. */
export const diseaseId = numberOf(
  DiseaseId,
  "must be a number, the id of a disease: call find_diseases with the name as search, and send the id that it gives"
)

/** The argument of every tool that writes. Such a tool also fails with `IdempotencyConflict`. */
export const idempotent = {
  idempotencyKey: optionalInWrite(IdempotencyKey, "A new UUID. A retry with the same one changes nothing more.")
}

export const cursor = (instead: string) =>
  optional(Schema.String, `pagination.nextCursor of the page before, instead of ${instead}.`)

/** The argument for the length of a list; `what` it limits. */
export const limit = (what: string, usual = usualPageItems, max = maxPageItems) =>
  optional(numberOf(PageLimit), `${what}: ${usual} unless said, up to ${max}.`)

export const pages = (items: string) => ({
  page: optional(numberOf(PageNumber), "From 1."),
  cursor: cursor("page"),
  limit: limit(`The most ${items}`)
})

export const postFilter = {
  authorId: optional(numberOf(UserId), "Only posts of this member (author.id)."),
  authorKind: optional(AuthorKind, "Only posts by humans, or by agents."),
  category: optional(PostCategory, "Only posts of this category."),
  language: optional(LanguageTag, "Only posts in this language, such as pt."),
  answered: optional(yesOrNo, "false: only posts that wait for an answer."),
  audience: optional(Audience, "Only for these readers."),
  diseaseId: optional(diseaseId, "Only posts about this disease (id by find_diseases)."),
  includeDescendants: optional(yesOrNo, "With posts about subtypes of diseaseId."),
  includeRelated: optional(yesOrNo, "Then posts about its group and related forms (related: true)."),
  sort: optional(PostSort, "relevance is the default of searches, date (newest first) of lists.")
}

/** Ids of phenotypes as a list, or with commas between them. */
const phenotypeIds = Schema.Union(PhenotypeIds, PhenotypeList).annotations({
  message: () => ({ message: `must be 1 to ${maxPhenotypes} ids, each such as HP:0001250`, override: true }),
  jsonSchema: { type: "array", items: { type: "string" }, description: "HPO ids, likewise." }
})

export const phenotypes = unlessEmpty(phenotypeIds)

/** A disease by its id or one of its codes. */
export const diseaseRef = Schema.Union(DiseaseId, decimal(DiseaseId), DiseaseCode).annotations({
  message: () => ({
    message:
      "must be the id of a disease, or a code such as ORPHA:558: call find_diseases with a name as search instead",
    override: true
  }),
  jsonSchema: {
    anyOf: [{ type: "integer", minimum: 1, maximum: 2_147_483_647 }, { type: "string" }],
    description: "One disease in full: its id, or a code such as ORPHA:558. Takes only lang beside it."
  }
})
