import { Context, type Effect, Schema } from "effect"
import { Codes, Gene, Prevalence, Source } from "../domain/Disease.ts"

const Texts = Schema.Array(Schema.String)

/** The first line of a snapshot. */
export const SnapshotHeader = Schema.Struct({
  /** Raised when lines come to be written otherwise. */
  schema: Schema.Literal(1),
  /** The release of Mondo that it is made of, and a digest of its diseases. */
  version: Schema.NonEmptyString,
  diseases: Schema.Int,
  /** What the diseases are taken from, with licences and attributions. A disease names its sources by their places here. */
  sources: Schema.Array(Source)
})
export type SnapshotHeader = typeof SnapshotHeader.Type

/** Each further line of a snapshot: a disease, parents before what is below them. */
export const SnapshotDisease = Schema.Struct({
  key: Schema.NonEmptyString,
  name: Schema.NonEmptyString,
  synonyms: Texts,
  abbreviations: Texts,
  codes: Codes,
  retiredCodes: Texts,
  categories: Texts,
  description: Schema.NullOr(Schema.String),
  parents: Texts,
  onset: Texts,
  inheritance: Texts,
  prevalence: Schema.Array(Prevalence),
  genes: Schema.Array(Gene),
  prominence: Schema.Int,
  sources: Schema.Array(Schema.Int)
})

/** A disease of a snapshot, with its sources in full. */
export interface CatalogueEntry extends Omit<typeof SnapshotDisease.Type, "sources"> {
  readonly sources: ReadonlyArray<Source>
}

/** A snapshot that has been read into memory. */
export interface OpenSnapshot {
  readonly header: SnapshotHeader
  /** The diseases from a place on, `count` at most. */
  readonly diseases: (from: number, count: number) => Effect.Effect<ReadonlyArray<CatalogueEntry>>
}

/** The merged catalogue that ships with the server. A file that cannot be read is a defect. */
export class CatalogueSnapshot extends Context.Tag("services/CatalogueSnapshot")<
  CatalogueSnapshot,
  { readonly open: Effect.Effect<OpenSnapshot> }
>() {}
