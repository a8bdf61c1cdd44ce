import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { DiseaseIndex } from "@rare-disease-community/names/DiseaseIndex"
import { LocalNames } from "@rare-disease-community/names/LocalNames"
import type { PhenotypeData } from "@rare-disease-community/signs/PhenotypeData"
import { PhenotypeNames } from "@rare-disease-community/signs/PhenotypeNames"
import { SignReader } from "@rare-disease-community/signs/SignReader"
import { lexemesOf } from "@rare-disease-community/text/Lexemes"
import { Effect } from "effect"
import { disease, indexOf } from "../../packages/names/test/SmallCatalogue.ts"
import { data as smallData } from "../../packages/signs/test/SmallOntology.ts"
import { namesIn, phenotypesIn } from "../../src/adapters/node/phenotypes/PhenotypeFileReading.ts"
import { CommunityWords } from "../../src/search/posts/CommunityWords.ts"
import { detectLanguage } from "../../src/services/DetectLanguage.ts"
import { hostile } from "./Corpus.ts"

/** What reads texts with data. */
export interface Engines {
  readonly names: PhenotypeNames
  readonly signs: SignReader
  readonly diseases: DiseaseIndex
  readonly words: CommunityWords
}

/** The words of a community that writes so many different ones. */
const wordsOf = (count: number) => {
  const written = hostile["mistyped words"]?.(count * 12, 1) ?? ""
  const lexemes = Array.from(new Set(lexemesOf(written).map(({ lexeme }) => lexeme)))
  return new CommunityWords(lexemes.map((lexeme, at) => ({ lexeme, texts: 1 + (at % 9), times: 1 + (at % 11) })))
}

const enginesOf = async (data: PhenotypeData, diseases: DiseaseIndex, words: number): Promise<Engines> => {
  // The detector is read with the first text.
  await Effect.runPromise(detectLanguage("a text"))
  const names = new PhenotypeNames(data)
  return { names, signs: new SignReader(data, names), diseases, words: wordsOf(words) }
}

/** Engines with little data. */
export const smallEngines = (): Promise<Engines> => enginesOf(smallData, indexOf(), 200)

/** Engines with all that ships, and a large community. */
export const wholeEngines = async (): Promise<Engines> => {
  const data = await phenotypesIn("")
  if (data === undefined) throw new Error("no phenotypes ship")
  const diseases = new DiseaseIndex()
  diseases.useNames(new LocalNames(await namesIn("")))
  const catalogue = gunzipSync(readFileSync(new URL("../../content/catalogue.ndjson.gz", import.meta.url)))
  const lines = catalogue.toString("utf8").trim().split("\n").slice(1)
  for (const [at, line] of lines.entries()) {
    const { abbreviations, codes, description, name, prominence, synonyms } = JSON.parse(line)
    const known = {
      abbreviations,
      codes: Object.values(codes).flat() as Array<string>,
      description,
      prominence,
      synonyms
    }
    diseases.put(disease(at + 1, name, known))
  }
  return enginesOf(data, diseases, 50_000)
}
