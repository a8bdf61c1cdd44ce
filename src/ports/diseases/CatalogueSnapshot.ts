import { Source } from "@rare-disease-community/catalogue/Source"
import { Context, type Effect, Schema } from "effect"
import { type DiseaseToSave, diseaseFacts } from "./DiseasesRepo.ts"

/** The first line of a snapshot. */
export const SnapshotHeader = Schema.Struct({
  /** Raised when the format of the lines changes. */
  schema: Schema.Literal(1),
  /** The release of Mondo that the snapshot is made of, and a digest of its diseases. */
  version: Schema.NonEmptyString,
  diseases: Schema.Int,
  /** The sources with licences and attributions. A disease refers to its sources by their index in this list. */
  sources: Schema.Array(Source)
})
export type SnapshotHeader = typeof SnapshotHeader.Type

/** Each further line of a snapshot: a disease, parents before their subtypes. */
export const SnapshotDisease = Schema.Struct({ ...diseaseFacts, sources: Schema.Array(Schema.Int) })

export interface OpenSnapshot {
  readonly header: SnapshotHeader
  /** At most `count` diseases from an index on. */
  readonly diseases: (from: number, count: number) => Effect.Effect<ReadonlyArray<DiseaseToSave>>
}

/** The merged catalogue that ships with the server. A file that cannot be read is a defect. */
export class CatalogueSnapshot extends Context.Tag("ports/diseases/CatalogueSnapshot")<
  CatalogueSnapshot,
  { readonly open: Effect.Effect<OpenSnapshot> }
>() {}
