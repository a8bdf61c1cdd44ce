import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"
import type { CatalogueDisease } from "../src/CatalogueDisease.ts"
import type { Fact } from "../src/Facts.ts"
import { type MergedCatalogue, mergeSources } from "../src/Merge.ts"
import { factsIn } from "../src/readers/FileFacts.ts"
import { SourceFacts } from "../src/SourceFacts.ts"

/** The folder of invented source files, one of each kind. */
export const folder = fileURLToPath(new URL("./fixtures/", import.meta.url))

/** The bytes of a file in pieces of this size. */
export async function* fileOf(bytes: Uint8Array | string, pieceBytes = 65_536): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(bytes)
  for (let from = 0; from < all.length; from += pieceBytes) yield all.subarray(from, from + pieceBytes)
}

export const bytesOf = (name: string) => readFileSync(folder + name)

/** The facts of a file; none for a file of an unknown kind. */
export const factsOf = (file: AsyncIterable<Uint8Array>): Effect.Effect<ReadonlyArray<Fact>, string> =>
  Effect.tryPromise({
    try: async () => (await factsIn("a file", file)) ?? [],
    catch: (cause) => (cause instanceof Error ? cause.message : String(cause))
  })

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

export const byKey = ({ diseases }: MergedCatalogue, key: string): Effect.Effect<CatalogueDisease, string> =>
  Effect.mapError(Effect.fromNullable(diseases.find((disease) => disease.key === key)), () => `no ${key}`)
