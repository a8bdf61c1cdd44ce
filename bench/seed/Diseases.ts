import { Effect, Layer, Redacted } from "effect"
import * as Database from "../../src/adapters/postgres/connection/Database.ts"
import * as Sql from "../../src/adapters/postgres/connection/Sql.ts"
import { DiseasesRepo } from "../../src/ports/diseases/DiseasesRepo.ts"
import { Transaction } from "../../src/ports/Transaction.ts"
import { unimported } from "../../src/services/diseases/StarterContent.ts"
import { Random } from "../driver/Random.ts"
import { wordsOf } from "./Words.ts"

const count = 10_000

const categories = [
  "Metabolic",
  "Neurological",
  "Skeletal",
  "Cardiac",
  "Renal",
  "Immunological",
  "Dermatological",
  "Ocular"
]

/** Different names, in an order that only depends on the seed. */
const names = (seed: number): ReadonlyArray<string> => {
  const random = new Random(23_000 + seed)
  const words = wordsOf(seed)
  const found = new Set<string>()
  while (found.size < count * 2) found.add(words.diseaseName(random))
  return Array.from(found)
}

const diseases = (seed: number) => {
  const all = names(seed)
  const random = new Random(29_000 + seed)
  return Array.from({ length: count }, (_, index) => ({
    key: `bench-${index}`,
    name: all[index] ?? "",
    synonyms: index % 2 === 0 ? [all[count + index] ?? ""] : [],
    abbreviations: [],
    codes: { orpha: [`ORPHA:${9_000_000 + index}`], mondo: [`MONDO:${9_000_000 + index}`] },
    categories: [random.pick(categories)],
    description: `A made-up disease, number ${index} of this bench.`,
    ...unimported,
    sources: []
  }))
}

/** Stores ten thousand diseases through the port, and answers some of their names. */
export const storeDiseases = async (databaseUrl: string, seed: number): Promise<ReadonlyArray<string>> => {
  const all = diseases(seed)
  const saved = Effect.gen(function* () {
    const repo = yield* DiseasesRepo
    const { atomically } = yield* Transaction
    for (let from = 0; from < count; from += 1_000) yield* atomically(repo.save(all.slice(from, from + 1_000)))
  })
  const storage = Sql.layer.pipe(Layer.provide(Database.server(Redacted.make(databaseUrl), 2)))
  await Effect.runPromise(Effect.provide(saved, storage))
  return all.filter((_, index) => index % 50 === 0).map(({ name }) => name)
}
