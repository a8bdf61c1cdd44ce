import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, type Layer } from "effect"
import { DiseasesRepo } from "../../../src/ports/DiseasesRepo.ts"
import { WordsRepo } from "../../../src/ports/WordsRepo.ts"
import { newDisease } from "../diseases/newDiseases.ts"

const words = WordsRepo

/** The contract of `WordsRepo`. */
export const wordsRepoContract = <E>(adapter: string, storage: Layer.Layer<DiseasesRepo | WordsRepo, E>) =>
  layer(storage, { timeout: "60 seconds" })(`${adapter}: WordsRepo`, (it) => {
    it.effect("WordsRepo.known gives learnt words and no others", () =>
      Effect.gen(function* () {
        const repo = yield* words
        yield* repo.learn([])
        yield* repo.learn(["fibrillin", "o'neil", "надежда"])
        yield* repo.learn(["fibrillin", "sleep"])
        const known = yield* repo.known(["sleep", "fibrillin", "надежда", "o'neil", "slep", "%"])
        deepStrictEqual(known, new Set(["sleep", "fibrillin", "надежда", "o'neil"]))
        deepStrictEqual(yield* repo.known([]), new Set())
      })
    )

    it.effect("WordsRepo.near finds a word by one typing error, and a long one by two, for each of many words", () =>
      Effect.gen(function* () {
        const repo = yield* words
        yield* repo.learn(["enzymopathy", "doctor", "clinic"])
        const enzymopathies = ["enzymopaty", "enzimopathi", "enzymopahty", "ezymopathyy"]
        const doctors = ["dotcor", "doctr", "doctore", "soctor"]
        const similar = yield* repo.near([...enzymopathies, ...doctors, "qqqqqqqqqqqqqqqqqqqq"])
        for (const typed of enzymopathies) deepStrictEqual(similar.get(typed), ["enzymopathy"], typed)
        for (const typed of doctors) deepStrictEqual(similar.get(typed), ["doctor"], typed)
        deepStrictEqual(similar.get("qqqqqqqqqqqqqqqqqqqq") ?? [], [])
        deepStrictEqual(yield* repo.near([]), new Map())
      })
    )

    it.effect("WordsRepo.known gives the words of names of diseases", () =>
      Effect.gen(function* () {
        const repo = yield* words
        const diseases = yield* DiseasesRepo
        const disease = newDisease({
          name: "Zellwegeroid syndrome",
          synonyms: ["Bowenoid-like dysplasia"],
          abbreviations: ["ZZSB"]
        })
        yield* diseases.save([disease])
        deepStrictEqual(
          yield* repo.known(["zellwegeroid", "bowenoid", "zzsb", "bowen"]),
          new Set(["zellwegeroid", "bowenoid", "zzsb"])
        )
        deepStrictEqual((yield* repo.near(["zelwegeroid"])).get("zelwegeroid"), ["zellwegeroid"])
      })
    )

    it.effect("WordsRepo.learn accepts the same words from concurrent calls", () =>
      Effect.gen(function* () {
        const repo = yield* words
        const many = ["ataxia", "biopsy", "chorea", "dystonia"]
        const orders = [many, many.toReversed(), many, many.toReversed()]
        yield* Effect.forEach(orders, repo.learn, { concurrency: "unbounded" })
        deepStrictEqual(yield* repo.known(many), new Set(many))
      })
    )
  })
