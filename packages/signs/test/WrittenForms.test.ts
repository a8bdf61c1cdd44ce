import { describe, expect, it } from "@effect/vitest"
import { buildPhenotypes } from "../src/build/BuildPhenotypes.ts"
import { PhenotypeNames } from "../src/PhenotypeNames.ts"
import { data, files, id, readerOf, wordFiles } from "./SmallOntology.ts"

const [seizure, small] = ["HP:0001250", "HP:0000252"]

const arabic = [
  "source_value\tsubject_id\ttranslation_value\tpredicate_id\ttranslation_status\ttranslator",
  "Seizure\tHP:0001250\tأعراض الصرع\trdfs:label\tOFFICIAL\tsomebody"
].join("\n")
const hebrew = arabic.replace("أعراض الصرع", "פרכוס")

const namesOf = (file: string, text: string) => {
  const built = buildPhenotypes([...files, { name: file, text }], wordFiles({}), "1.3.42")
  if (built === undefined) throw new Error("the small files make no phenotypes")
  return new PhenotypeNames(built)
}

describe("SignReader.read, of words in other forms", () => {
  const read = readerOf(data)

  it.each([
    ["soft hyphens", "Krampf\u00adanfall, micro\u00adcephaly"],
    ["spaces of no width", "Krampf\u200banfall, micro\u200bcephaly"],
    ["byte order marks", "\ufeffKrampf\ufeffanfall, micro\ufeffcephaly"]
  ])("reads signs with %s within their words, and denials", (_, text) => {
    expect(read(text, "de").recognised).toEqual([seizure, small])
    expect(read("no micro\u00adcephaly and n\u200bo fi\u200bts").recognised).toEqual([`not ${small}`, `not ${seizure}`])
    expect(read("てんかん\u200b発作は\u200bありません").recognised).toEqual([`not ${seizure}`])
  })
})

describe("PhenotypeNames.search, of words in other forms", () => {
  it.each([
    ["without hamza", "اعراض الصرع"],
    ["with vowel marks", "أَعْرَاض الصَرَع"],
    ["with a tatweel", "أعـــراض الصرع"]
  ])("finds an Arabic name %s", (_, typed) => {
    expect(
      namesOf("hp-ar.babelon.tsv", arabic)
        .search(typed)
        .map(({ term }) => id(term))
    ).toEqual([seizure])
  })

  it("finds a Hebrew name with points", () => {
    expect(
      namesOf("hp-he.babelon.tsv", hebrew)
        .search("פִּרְכּוּס")
        .map(({ term }) => id(term))
    ).toEqual([seizure])
  })

  it("finds a name with invisible characters within its words", () => {
    const names = new PhenotypeNames(data)
    for (const typed of ["micro\u00adcephaly", "micro\u200bcephaly", "\ufeffmicro\ufeffcephaly"])
      expect(names.search(typed).map(({ term }) => id(term))).toEqual([small])
  })
})
