import type { ComponentChildren } from "preact"
import type { DiseaseDetail } from "../../../domain/diseases/Disease.ts"
import { numberIn } from "../Languages.ts"
import { english, Fact } from "../Pieces.tsx"
import { useVisit } from "../Visit.ts"
import { frequencyIn } from "./Signs.tsx"

interface Shown {
  readonly disease: DiseaseDetail
}

/** The first items of a long list, and a way to open the others. */
const Folded = ({ items, shown }: { readonly items: ReadonlyArray<ComponentChildren>; readonly shown: number }) => {
  const visit = useVisit()
  const listed = (some: typeof items) => <ul class="plain-list">{some}</ul>
  if (items.length <= shown + 2) return listed(items)
  return (
    <>
      {listed(items.slice(0, shown))}
      <details>
        <summary>{visit.t.signs.more(numberIn(visit.language, items.length - shown))}</summary>
        {listed(items.slice(shown))}
      </details>
    </>
  )
}

const vocabularies: Readonly<Record<string, string>> = {
  orpha: "Orphanet",
  omim: "OMIM",
  mondo: "Mondo",
  gard: "GARD",
  icd10: "ICD-10",
  icd11: "ICD-11",
  mesh: "MeSH",
  umls: "UMLS",
  medgen: "MedGen",
  doid: "Disease Ontology",
  ncit: "NCI Thesaurus",
  nord: "NORD"
}

const FactValues = ({ label, values }: { readonly label: string; readonly values: ReadonlyArray<string> }) =>
  values.length === 0 ? null : (
    <Fact label={label} lang={english(useVisit())}>
      {values.join(", ")}
    </Fact>
  )

export const Facts = ({ disease }: Shown) => {
  const visit = useVisit()
  const { codes, genes, inheritance, onset, prevalence, synonyms } = disease
  const { t } = visit
  const rates = prevalence.slice(0, 6).map(({ class: range, region, type, value }) => {
    const rate = range ?? (value === null ? "" : String(value))
    return `${type}${rate === "" ? "" : `: ${rate}`} (${region})`
  })
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">{t.reading.facts}</h2>
      <dl class="facts-list">
        <FactValues label={t.reading.otherNames} values={synonyms} />
        <FactValues label={t.reading.onset} values={onset} />
        <FactValues label={t.reading.inheritance} values={inheritance} />
        <FactValues label={t.reading.prevalence} values={rates} />
        {genes.length === 0 ? null : (
          <Fact label={t.reading.genes} lang={english(visit)}>
            <Folded
              items={genes.map(({ name, symbol }) => (
                <li key={symbol}>
                  {symbol} ({name})
                </li>
              ))}
              shown={5}
            />
          </Fact>
        )}
        <Fact label={t.reading.codes}>
          {Object.entries(codes)
            .flatMap(([vocabulary, list]) => (list ?? []).slice(0, 3).map((code) => ({ code, vocabulary })))
            .map(({ code, vocabulary }) => (
              <span class="code" key={code} title={vocabularies[vocabulary]}>
                {code}
              </span>
            ))}
        </Fact>
      </dl>
    </section>
  )
}

export const Sources = ({ disease: { sources } }: Shown) => (
  <details>
    <summary>{useVisit().t.reading.sources}</summary>
    <ul>
      {sources.map(({ attribution, name: source, url }) => (
        <li key={source} lang="en">
          <a href={url} rel="noopener">
            {source}
          </a>
          : {attribution}
        </li>
      ))}
    </ul>
  </details>
)

/** The signs of the disease, the most frequent first. */
export const Signs = ({ disease: { phenotypes = [] } }: Shown) => {
  const visit = useVisit()
  if (phenotypes.length === 0) return null
  const items = phenotypes.map(({ frequency, id, name }) => (
    <li key={id}>
      <span lang={english(visit)}>{name}</span>
      {frequency === null ? null : ", "}
      {frequency === null ? null : <span class="count-plain">{frequencyIn(visit, frequency)}</span>}
    </li>
  ))
  return (
    <section aria-labelledby="signs">
      <h2 id="signs">{visit.t.signs.ofDisease}</h2>
      <Folded items={items} shown={12} />
    </section>
  )
}

/** The names of the disease in other languages than that of the page. */
export const Names = ({ disease: { names = [] } }: Shown) => {
  const { language, t } = useVisit()
  const languages = new Intl.DisplayNames([language], { type: "language" })
  const others = Array.from(new Set(names.map(({ lang }) => lang))).filter((lang) => lang !== language)
  return others.length === 0 ? null : (
    <details>
      <summary>{t.signs.names}</summary>
      <ul>
        {others.map((other) => (
          <li key={other}>
            {languages.of(other)}:{" "}
            <bdi lang={other}>
              {names
                .filter(({ lang }) => lang === other)
                .map(({ name }) => name)
                .join(", ")}
            </bdi>
          </li>
        ))}
      </ul>
    </details>
  )
}
