import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Effect, Option, Stream } from "effect"
import type { CatalogueDisease } from "../../src/catalogue/CatalogueDisease.ts"
import type { Fact } from "../../src/catalogue/Facts.ts"
import { Knowledge } from "../../src/catalogue/Knowledge.ts"
import { type Merged, merge } from "../../src/catalogue/Merge.ts"
import { factsIn, type SourceFile } from "../../src/catalogue/SourceFile.ts"

/** The folder of invented source files, one of each kind. */
export const folder = fileURLToPath(new URL("./fixtures/", import.meta.url))

/** A file of these bytes, which come in pieces of this size. */
export const fileOf = (bytes: Uint8Array | string, pieceBytes = 65_536): SourceFile => {
  const all = Buffer.from(bytes)
  const pieces = Array.from({ length: Math.ceil(all.length / pieceBytes) }, (_, index) =>
    all.subarray(index * pieceBytes, (index + 1) * pieceBytes)
  )
  return { name: "a file", bytes: Stream.fromIterable(pieces) }
}

/** The bytes of a fixture. */
export const bytesOf = (name: string) => readFileSync(folder + name)

/** What a file says; nothing where it is of no known kind. */
export const factsOf = (file: SourceFile): Effect.Effect<ReadonlyArray<Fact>, string> =>
  factsIn(file).pipe(
    Effect.map(Option.getOrElse(() => [])),
    Effect.mapError(({ message }) => message)
  )

/** What fixtures make together. */
export const mergedOf = (...names: ReadonlyArray<string>): Effect.Effect<Merged, string> =>
  Effect.map(
    Effect.forEach(names, (name) => factsOf(fileOf(bytesOf(name)))),
    (facts) => {
      const knowledge = new Knowledge()
      for (const fact of facts.flat()) knowledge.add(fact)
      return merge(knowledge)
    }
  )

/** The disease of an id. */
export const byKey = ({ diseases }: Merged, key: string): Effect.Effect<CatalogueDisease, string> =>
  Effect.mapError(Effect.fromNullable(diseases.find((disease) => disease.key === key)), () => `no ${key}`)
