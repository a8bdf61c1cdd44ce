import { createHash } from "node:crypto"
import { gunzip, gzipSync } from "node:zlib"
import { FileSystem } from "@effect/platform"
import { Effect, Layer, Schema } from "effect"
import { CatalogueSnapshot, SnapshotDisease, SnapshotHeader } from "../../../ports/diseases/CatalogueSnapshot.ts"
import type { DiseaseToSave } from "../../../ports/diseases/DiseasesRepo.ts"
import { packagePath } from "../../PackageFiles.ts"

const lineFeed = 10

const lineStarts = (text: Buffer): ReadonlyArray<number> => {
  const starts = [0]
  for (let at = text.indexOf(lineFeed); at >= 0; at = text.indexOf(lineFeed, at + 1)) starts.push(at + 1)
  return starts
}

const unpacked = (bytes: Uint8Array) =>
  Effect.async<Buffer>((resume) =>
    gunzip(bytes, (error, text) => resume(error === null ? Effect.succeed(text) : Effect.die(error)))
  )

/** Opens a snapshot: gzipped lines of JSON, which are decoded as they are read. */
export const openSnapshot = (bytes: Uint8Array) =>
  Effect.gen(function* () {
    const text = yield* unpacked(bytes)
    const starts = lineStarts(text)
    const line = (at: number) => text.toString("utf8", starts[at], starts[at + 1])
    const header = yield* Schema.decode(Schema.parseJson(SnapshotHeader))(line(0))
    const decode = Schema.decode(Schema.parseJson(SnapshotDisease))
    const disease = (index: number) =>
      Effect.map(decode(line(index + 1)), ({ sources, ...facts }): DiseaseToSave => {
        return { ...facts, sources: sources.flatMap((source) => header.sources[source] ?? []) }
      })
    return {
      header,
      diseases: (from: number, count: number) => {
        const length = Math.max(0, Math.min(count, header.diseases - from))
        return Effect.orDie(Effect.all(Array.from({ length }, (_, index) => disease(from + index))))
      }
    }
  }).pipe(Effect.orDie)

/** Opens `content/catalogue.ndjson.gz`. */
export const layer = Layer.effect(
  CatalogueSnapshot,
  Effect.map(FileSystem.FileSystem, (fs) => ({
    open: Effect.flatMap(Effect.orDie(fs.readFile(packagePath("content/catalogue.ndjson.gz"))), openSnapshot)
  }))
)

/** The byte of a gzip header that names the operating system. A fixed value gives the same bytes everywhere. */
const [systemByte, unknownSystem] = [9, 255]

/** The header and the bytes of a snapshot; the same diseases give the same bytes. */
export const makeSnapshot = (diseases: ReadonlyArray<DiseaseToSave>) =>
  Effect.gen(function* () {
    const byName = new Map(diseases.flatMap(({ sources }) => sources.map((source) => [source.name, source])))
    const sources = Array.from(byName.values()).toSorted((one, other) => (one.name < other.name ? -1 : 1))
    const indexes = new Map(sources.map(({ name }, index) => [name, index]))
    const encode = Schema.encode(Schema.parseJson(SnapshotDisease))
    const lines = yield* Effect.forEach(diseases, ({ sources, ...facts }) =>
      encode({ ...facts, sources: sources.flatMap(({ name }) => indexes.get(name) ?? []) })
    )
    const body = lines.map((line) => `${line}\n`).join("")
    const release = sources.find(({ name }) => name.startsWith("Mondo"))?.version ?? "unknown"
    const version = `${release}-${createHash("sha256").update(body).digest("hex").slice(0, 12)}`
    const header: SnapshotHeader = { schema: 1, version, diseases: diseases.length, sources }
    const first = yield* Schema.encode(Schema.parseJson(SnapshotHeader))(header)
    const bytes = gzipSync(`${first}\n${body}`, { level: 9 })
    bytes[systemByte] = unknownSystem
    return { bytes, header }
  }).pipe(Effect.orDie)
