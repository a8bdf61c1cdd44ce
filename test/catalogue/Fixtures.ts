import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Effect, Option, Stream } from "effect"
import type { Fact } from "../../src/catalogue/Facts.ts"
import { type MergedCatalogue, mergeSources } from "../../src/catalogue/Merge.ts"
import { factsIn, type SourceFile } from "../../src/catalogue/readers/SourceFile.ts"
import { SourceFacts } from "../../src/catalogue/SourceFacts.ts"
import type { DiseaseToSave } from "../../src/ports/diseases/DiseasesRepo.ts"

/** The folder of invented source files, one of each kind. */
export const folder = fileURLToPath(new URL("./fixtures/", import.meta.url))

/** A file that streams these bytes in pieces of this size. */
export const fileOf = (bytes: Uint8Array | string, pieceBytes = 65_536): SourceFile => {
  const all = Buffer.from(bytes)
  const pieces = Array.from({ length: Math.ceil(all.length / pieceBytes) }, (_, index) =>
    all.subarray(index * pieceBytes, (index + 1) * pieceBytes)
  )
  return { name: "a file", bytes: Stream.fromIterable(pieces) }
}

export const bytesOf = (name: string) => readFileSync(folder + name)

/** The facts of a file; none for a file of an unknown kind. */
export const factsOf = (file: SourceFile): Effect.Effect<ReadonlyArray<Fact>, string> =>
  factsIn(file).pipe(
    Effect.map(Option.getOrElse(() => [])),
    Effect.mapError(({ message }) => message)
  )

/** Merges the facts of several fixtures. */
export const mergedOf = (...names: ReadonlyArray<string>): Effect.Effect<MergedCatalogue, string> =>
  Effect.map(
    Effect.forEach(names, (name) => factsOf(fileOf(bytesOf(name)))),
    (found) => {
      const facts = new SourceFacts()
      for (const fact of found.flat()) facts.add(fact)
      return mergeSources(facts)
    }
  )

export const byKey = ({ diseases }: MergedCatalogue, key: string): Effect.Effect<DiseaseToSave, string> =>
  Effect.mapError(Effect.fromNullable(diseases.find((disease) => disease.key === key)), () => `no ${key}`)
