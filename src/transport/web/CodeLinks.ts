import type { Language } from "./Languages.ts"

/** The forms of codes, as records have them, and the page of each at its vocabulary. */
const pages: ReadonlyArray<readonly [form: RegExp, page: (identifier: string, language: Language) => string]> = [
  [/^ORPHA:(\d+)$/, (id, language) => `https://www.orpha.net/${language}/disease/detail/${id}`],
  [/^OMIM:(\d{6})$/, (id) => `https://omim.org/entry/${id}`],
  [/^OMIMPS:(\d{6})$/, (id) => `https://omim.org/phenotypicSeries/PS${id}`],
  [/^MONDO:(\d{7})$/, (id) => `https://monarchinitiative.org/MONDO:${id}`],
  [/^GARD:0*([1-9]\d*)$/, (id) => `https://rarediseases.info.nih.gov/diseases/${id}/index`],
  // The World Health Organization has no codes of the national editions, which are longer.
  [/^ICD10:([A-Z]\d\d(?:\.\d)?)$/, (id) => `https://icd.who.int/browse10/2019/en#/${id}`],
  [/^MESH:([CD]\d+)$/, (id) => `https://meshb.nlm.nih.gov/record/ui?ui=${id}`],
  [/^(?:UMLS|MEDGEN):((?:CN?)?\d+)$/, (id) => `https://www.ncbi.nlm.nih.gov/medgen/${id}`],
  [/^DOID:(\d+)$/, (id) => `https://disease-ontology.org/term/DOID:${id}/`],
  [/^NCIT:(C\d+)$/, (id) => `https://evsexplore.semantics.cancer.gov/evsexplore/concept/ncit/${id}`]
]

/** The address of the page about a code; undefined where its vocabulary has none by code, and for other forms. */
export const pageOfCode = (code: string, language: Language): string | undefined => {
  for (const [form, page] of pages) {
    const [, identifier] = form.exec(code) ?? []
    if (identifier !== undefined) return page(identifier, language)
  }
  return undefined
}

/** The page with what an entry says about signs: at Orphanet, else at the Human Phenotype Ontology. */
export const pageOfPhenotypes = (code: string, language: Language): string | undefined =>
  /^OMIM:\d{6}$/.test(code) ? `https://hpo.jax.org/browse/disease/${code}` : pageOfCode(code, language)

/** The address of a gene by its symbol, at the committee that names genes (HGNC). */
export const pageOfGene = (symbol: string): string | undefined =>
  /^[A-Za-z0-9][A-Za-z0-9@-]*$/.test(symbol)
    ? `https://www.genenames.org/data/gene-symbol-report/#!/symbol/${symbol}`
    : undefined

/** Publications that name a disease, at PubMed. */
export const publicationsAbout = (name: string): string =>
  `https://pubmed.ncbi.nlm.nih.gov/?${new URLSearchParams({ term: `"${name.replaceAll('"', "")}"`, sort: "date" })}`

/** Studies that look for people with a disease, at ClinicalTrials.gov. */
export const openStudiesOf = (name: string): string =>
  `https://clinicaltrials.gov/search?${new URLSearchParams({ cond: name, aggFilters: "status:rec" })}`
