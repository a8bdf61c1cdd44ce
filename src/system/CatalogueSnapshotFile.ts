import { createHash } from "node:crypto"
import { gunzip, gzipSync } from "node:zlib"
import { FileSystem, Path } from "@effect/platform"
import { Effect, Layer, Schema } from "effect"
import type { Source } from "../domain/Disease.ts"
import {
  type CatalogueEntry,
  CatalogueSnapshot,
  SnapshotDisease,
  SnapshotHeader
} from "../services/CatalogueSnapshot.ts"

const lineEnd = 10

/** Where the lines of a text begin, and its end. */
const lineStarts = (text: Buffer): ReadonlyArray<number> => {
  const starts = [0]
  for (let at = text.indexOf(lineEnd); at >= 0; at = text.indexOf(lineEnd, at + 1)) starts.push(at + 1)
  return starts
}

const unpacked = (bytes: Uint8Array) =>
  Effect.async<Buffer>((resume) =>
    gunzip(bytes, (error, text) => resume(error === null ? Effect.succeed(text) : Effect.die(error)))
  )

/** The lines of a snapshot, each a JSON document. */
export const opened = (bytes: Uint8Array) =>
  Effect.gen(function* () {
    const text = yield* unpacked(bytes)
    const starts = lineStarts(text)
    const line = (at: number) => text.toString("utf8", starts[at], starts[at + 1])
    const header = yield* Schema.decode(Schema.parseJson(SnapshotHeader))(line(0))
    const decode = Schema.decode(Schema.parseJson(SnapshotDisease))
    const disease = (at: number) =>
      Effect.map(decode(line(at + 1)), ({ sources, ...told }): CatalogueEntry => {
        return { ...told, sources: sources.flatMap((place) => header.sources[place] ?? []) }
      })
    return {
      header,
      diseases: (from: number, count: number) => {
        const length = Math.max(0, Math.min(count, header.diseases - from))
        return Effect.orDie(Effect.all(Array.from({ length }, (_, place) => disease(from + place))))
      }
    }
  }).pipe(Effect.orDie)

/** `content/catalogue.ndjson.gz`, beside the sources as beside a bundle. */
export const layer = Layer.effect(
  CatalogueSnapshot,
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const file = yield* Effect.orDie(path.fromFileUrl(new URL("../../content/catalogue.ndjson.gz", import.meta.url)))
    return { open: Effect.flatMap(Effect.orDie(fs.readFile(file)), opened) }
  })
)

/** The field of a gzip header that names the system it was made on; the same everywhere, so that the bytes are. */
const [systemByte, unknownSystem] = [9, 255]

/** The bytes of a snapshot of these diseases: the same ones for the same diseases. */
export const snapshotOf = (diseases: ReadonlyArray<CatalogueEntry>) =>
  Effect.gen(function* () {
    const sources = new Map<string, Source>()
    for (const disease of diseases) for (const source of disease.sources) sources.set(source.name, source)
    const named = Array.from(sources.values()).toSorted((one, other) => (one.name < other.name ? -1 : 1))
    const places = new Map(named.map(({ name }, place) => [name, place]))
    const encode = Schema.encode(Schema.parseJson(SnapshotDisease))
    const lines = yield* Effect.forEach(diseases, ({ sources, ...told }) =>
      encode({ ...told, sources: sources.flatMap(({ name }) => places.get(name) ?? []) })
    )
    const body = lines.map((line) => `${line}\n`).join("")
    const release = named.find(({ name }) => name.startsWith("Mondo"))?.version ?? "unknown"
    const version = `${release}-${createHash("sha256").update(body).digest("hex").slice(0, 12)}`
    const header: SnapshotHeader = { schema: 1, version, diseases: diseases.length, sources: named }
    const first = yield* Schema.encode(Schema.parseJson(SnapshotHeader))(header)
    const bytes = gzipSync(`${first}\n${body}`, { level: 9 })
    bytes[systemByte] = unknownSystem
    return { bytes, header }
  }).pipe(Effect.orDie)
