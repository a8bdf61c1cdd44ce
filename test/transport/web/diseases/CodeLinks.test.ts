import { describe, expect, it } from "@effect/vitest"
import { pageOfCode, pageOfGene, pageOfPhenotypes } from "../../../../src/transport/web/CodeLinks.ts"

describe("pageOfCode", () => {
  it("leads from a code to its page at its vocabulary", () => {
    const pages = {
      "ORPHA:558": "https://www.orpha.net/de/disease/detail/558",
      "OMIM:154700": "https://omim.org/entry/154700",
      "OMIMPS:231200": "https://omim.org/phenotypicSeries/PS231200",
      "MONDO:0007947": "https://monarchinitiative.org/MONDO:0007947",
      "GARD:0006975": "https://rarediseases.info.nih.gov/diseases/6975/index",
      "ICD10:Q87.4": "https://icd.who.int/browse10/2019/en#/Q87.4",
      "MESH:D008382": "https://meshb.nlm.nih.gov/record/ui?ui=D008382",
      "UMLS:C0024796": "https://www.ncbi.nlm.nih.gov/medgen/C0024796",
      "DOID:14323": "https://disease-ontology.org/term/DOID:14323/",
      "NCIT:C34807": "https://evsexplore.semantics.cancer.gov/evsexplore/concept/ncit/C34807"
    }
    for (const [code, page] of Object.entries(pages)) expect(pageOfCode(code, "de"), code).toBe(page)
  })

  it("has no page for other forms of a code, and for what is no code", () => {
    for (const code of ["ICD10:Q87.418", "NORD:1666", "ORPHA:x", "OMIM:1/../x", "javascript:1", 'OMIM:154700"><b>', ""])
      expect(pageOfCode(code, "en"), code).toBeUndefined()
    for (const symbol of ["", "a b", "x/../y", '"><b>']) expect(pageOfGene(symbol), symbol).toBeUndefined()
  })

  it("leads from the entry of a sign to the people described, and from a gene to its symbol", () => {
    expect(pageOfPhenotypes("OMIM:312750", "fr")).toBe("https://hpo.jax.org/browse/disease/OMIM:312750")
    expect(pageOfPhenotypes("ORPHA:778", "fr")).toBe("https://www.orpha.net/fr/disease/detail/778")
    expect(pageOfGene("HLA-DQB1")).toBe("https://www.genenames.org/data/gene-symbol-report/#!/symbol/HLA-DQB1")
  })
})
