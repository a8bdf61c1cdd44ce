import { Effect, Schema } from "effect"
import { ContentRepo } from "../repositories/ContentRepo.ts"

/** The catalogue was imported by the operator, who decides what it holds from then on. */
const OfOperator = Schema.Struct({ origin: Schema.Literal("operator") })

/** The catalogue comes, or is coming, from a snapshot that ships with the server. */
const OfSnapshot = Schema.Struct({
  origin: Schema.Literal("snapshot"),
  version: Schema.String,
  /** How many of its diseases are stored; the first ones of the file. */
  saved: Schema.Int,
  complete: Schema.Boolean,
  /** The snapshot that was complete before this one. */
  previous: Schema.NullOr(Schema.String)
})

const CatalogueOrigin = Schema.Union(OfOperator, OfSnapshot)
export type CatalogueOrigin = typeof CatalogueOrigin.Type
export type OfSnapshot = typeof OfSnapshot.Type

export const ofOperator: CatalogueOrigin = { origin: "operator" }

const name = "catalogue"
const Stored = Schema.parseJson(CatalogueOrigin)

/** Where the catalogue comes from, where that is noted. Other transactions that ask wait for the end of this one. */
export const locked = Effect.gen(function* () {
  const stored = yield* Effect.flatMap(ContentRepo, ({ lockVersion }) => lockVersion(name))
  return yield* Effect.orDie(Effect.transposeMapOption(stored, Schema.decode(Stored)))
})

/** Notes where the catalogue comes from, in a transaction that asked for it by `locked`. */
export const note = (origin: CatalogueOrigin) =>
  Effect.gen(function* () {
    const content = yield* ContentRepo
    yield* content.setVersion(name, yield* Effect.orDie(Schema.encode(Stored)(origin)))
  })
