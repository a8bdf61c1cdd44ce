import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { phraseOf } from "@rare-disease-community/text/Lexemes"
import { DiseaseId } from "../../../src/domain/Ids.ts"
import type { SearchPart } from "../../../src/search/posts/PostQuery.ts"
import { withSynonyms } from "../../../src/search/posts/Synonyms.ts"

const part = (written: string, given: Partial<SearchPart> = {}): SearchPart => ({
  terms: phraseOf(written, false),
  diseaseIds: [],
  words: 1,
  written,
  ...given
})

const newborn = JSON.stringify(phraseOf("newborn", false)[0])
const findsNewborn = ({ terms }: SearchPart) => terms.some((term) => JSON.stringify(term) === newborn)

describe("withSynonyms", () => {
  it("adds the synonyms of a word that is also half the name of a disease, and keeps the disease", () => {
    const diseaseIds = [DiseaseId.make(7)]
    const [found] = withSynonyms([part("baby", { diseaseIds, isHalfName: true })])
    strictEqual(found !== undefined && findsNewborn(found), true)
    deepStrictEqual([found?.diseaseIds, found?.isHalfName], [diseaseIds, true])
  })

  it("adds none to the whole name of a disease, and to a quoted word", () => {
    for (const given of [{ diseaseIds: [DiseaseId.make(7)] }, { required: true }]) {
      const parts = [part("baby", given)]
      strictEqual(withSynonyms(parts), parts)
    }
  })
})
