import { Effect, Schema } from "effect"
import { ContentRepo } from "../../ports/ContentRepo.ts"

/** The operator imported the catalogue, and decides about it from then on. */
const OfOperator = Schema.Struct({ origin: Schema.Literal("operator") })

/** The catalogue is loaded, or being loaded, from a snapshot that ships with the server. */
const OfSnapshot = Schema.Struct({
  origin: Schema.Literal("snapshot"),
  version: Schema.String,
  /** The number of its diseases that are stored, from the beginning of the file. */
  saved: Schema.Int,
  complete: Schema.Boolean,
  /** The version of the snapshot that was complete before this one. */
  previous: Schema.NullOr(Schema.String)
})

const CatalogueOrigin = Schema.Union(OfOperator, OfSnapshot)
export type CatalogueOrigin = typeof CatalogueOrigin.Type
export type OfSnapshot = typeof OfSnapshot.Type

export const ofOperator: CatalogueOrigin = { origin: "operator" }

const name = "catalogue"
const Stored = Schema.parseJson(CatalogueOrigin)

/** The noted origin of the catalogue. Other transactions that ask for it wait for the end of this one. */
export const locked = Effect.gen(function* () {
  const stored = yield* Effect.flatMap(ContentRepo, ({ lockVersion }) => lockVersion(name))
  return yield* Effect.orDie(Effect.transposeMapOption(stored, Schema.decode(Stored)))
})

/** Notes the origin of the catalogue, in a transaction that called `locked`. */
export const note = (origin: CatalogueOrigin) =>
  Effect.gen(function* () {
    const content = yield* ContentRepo
    yield* content.setVersion(name, yield* Effect.orDie(Schema.encode(Stored)(origin)))
  })
