import {
  type PrevalenceType,
  type Rate,
  rateOf,
  typeOf,
  widestPrevalence,
  worldwide
} from "@rare-disease-community/catalogue/Prevalence"
import { Array } from "effect"
import type { ComponentChildren } from "preact"
import type { DiseaseDetail } from "../../../../domain/diseases/Disease.ts"
import type { Wording } from "../../Brand.ts"
import { pageOfCode, pageOfGene } from "../../CodeLinks.ts"
import { Fact, inEnglish, Linked } from "../../Components.tsx"
import { numberIn, regionIn } from "../../Languages.ts"
import { labelOf } from "../../texts/Labels.ts"
import { useWebRequest, type WebRequest } from "../../WebRequest.ts"
import { DiseaseLink, DiseaseLinks, DiseaseName } from "./DiseaseNames.tsx"

interface Shown {
  readonly disease: DiseaseDetail
}

/** The first items of a long list, and a way to open the others. */
const Folded = ({ items, shown }: { readonly items: ReadonlyArray<ComponentChildren>; readonly shown: number }) => {
  const request = useWebRequest()
  const listed = (some: typeof items) => <ul class="plain-list">{some}</ul>
  if (items.length <= shown + 2) return listed(items)
  return (
    <>
      {listed(items.slice(0, shown))}
      <details>
        <summary>{request.t.phenotypes.more({ count: items.length - shown })}</summary>
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

interface FactValuesProps {
  readonly label: string
  readonly values: ReadonlyArray<string>
  /** The words of the page for those of the catalogue. */
  readonly words: Readonly<Record<string, string>>
  /** The content below the values. */
  readonly children?: ComponentChildren
}

const FactValues = ({ children, label, values, words }: FactValuesProps) =>
  values.length === 0 ? null : (
    <Fact label={label}>
      {values.map((value) => labelOf(words, value, value)).join(", ")}
      {children}
    </Fact>
  )

/** The kinds of inheritance in which the change of a gene is often new in a child. */
const mayBeNew: ReadonlySet<string> = new Set(["Autosomal dominant", "X-linked dominant", "X-linked recessive"])

/** A rate in words: of people, or of newborns. */
const rateIn = ({ prevalence: { rate } }: Wording, { least, most, of }: Rate, kind: PrevalenceType): string => {
  const type = kind === "Prevalence at birth" ? "birth" : "other"
  if (least === undefined) return rate.below({ type, most: most ?? 0, of })
  if (most === undefined) return rate.above({ type, least, of })
  return least === most ? rate.about({ type, most, of }) : rate.between({ type, least, most, of })
}

/** The frequency of the disease as one sentence, with its area and source. */
const prevalenceIn = ({ language, t }: WebRequest, all: DiseaseDetail["prevalence"]): string | undefined => {
  const widest = widestPrevalence(all)
  const type = widest === undefined ? undefined : typeOf(widest)
  if (widest === undefined || type === undefined) return undefined
  const { byOrphanet, prevalences, worldwide: everywhere } = t.prevalence
  const counted = rateOf(widest)
  const figure = counted === undefined ? numberIn(language, widest.value ?? 0) : rateIn(t, counted, type)
  const area = widest.region === worldwide ? everywhere : regionIn(language, widest.region)
  return `${prevalences[type]({ rate: figure })} (${byOrphanet({ area, isValidated: widest.validated })}).`
}

export const hasFacts = ({ genes, inheritance, onset, prevalence }: DiseaseDetail): boolean =>
  [genes, inheritance, onset, prevalence].some(({ length }) => length > 0)

/** A gene, with its part in the disease where it is not its cause. */
const GeneItem = ({ gene: { association, name, symbol } }: { readonly gene: DiseaseDetail["genes"][number] }) => {
  const request = useWebRequest()
  const role = labelOf(request.t.disease.geneRoles, association, "")
  return (
    <li>
      <Linked address={pageOfGene(symbol)}>{symbol}</Linked> <span {...inEnglish(request)}>{name}</span>
      {role === "" ? null : <span class="soft">{` (${role})`}</span>}
    </li>
  )
}

export const Facts = ({ disease }: Shown) => {
  const request = useWebRequest()
  const { genes, inheritance, onset, prevalence } = disease
  const { t } = request
  const rate = prevalenceIn(request, prevalence)
  return !hasFacts(disease) ? null : (
    <section aria-labelledby="facts" class="panel">
      <h2 id="facts">{t.reading.facts}</h2>
      <dl class="facts-list">
        <FactValues label={t.reading.onset} values={onset} words={t.prevalence.onsets} />
        <FactValues label={t.reading.inheritance} values={inheritance} words={t.prevalence.inheritances}>
          {inheritance.some((one) => mayBeNew.has(one)) ? <p class="hint">{t.disease.inheritanceHint}</p> : null}
        </FactValues>
        {rate === undefined ? null : <Fact label={t.reading.prevalence}>{rate}</Fact>}
        {genes.length === 0 ? null : (
          <Fact label={t.reading.genes}>
            <Folded
              items={genes.map((gene) => <GeneItem gene={gene} key={`${gene.symbol} ${gene.association}`} />)}
              shown={5}
            />
          </Fact>
        )}
      </dl>
    </section>
  )
}

/** The codes of the disease in vocabularies, each with the way to its page there. */
export const Codes = ({ disease: { codes } }: Shown) => {
  const { language, t } = useWebRequest()
  return (
    <section aria-labelledby="codes">
      <h2 id="codes">{t.reading.codes}</h2>
      <p>
        {Object.entries(codes)
          .flatMap(([vocabulary, list]) => (list ?? []).slice(0, 3).map((code) => ({ code, vocabulary })))
          .map(({ code, vocabulary }, place) => [
            place === 0 ? null : " · ",
            <Linked key={code} address={pageOfCode(code, language)} title={vocabularies[vocabulary]}>
              {code}
            </Linked>
          ])}
      </p>
    </section>
  )
}

export const Sources = ({ disease: { sources } }: Shown) => (
  <details>
    <summary>{useWebRequest().t.reading.sources}</summary>
    <ul>
      {sources.map(({ attribution, name: source, url, version }) => (
        <li key={source} lang="en">
          <a href={url} rel="noopener">
            {source}
          </a>
          {attribution.includes(version) ? "" : ` ${version}`}: {attribution}
        </li>
      ))}
    </ul>
  </details>
)

/** The names of the disease in other languages than that of the page. */
export const Names = ({ disease: { names = [] } }: Shown) => {
  const { language, t } = useWebRequest()
  const languages = new Intl.DisplayNames([language], { type: "language" })
  const others = Array.dedupe(names.map(({ lang }) => lang)).filter((lang) => lang !== language)
  return others.length === 0 ? null : (
    <details>
      <summary>{t.phenotypes.names}</summary>
      <ul>
        {others.map((other) => (
          <li key={other}>
            {languages.of(other)}
            {t.layout.colon}
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

/** The supertypes and subtypes of a disease as a tree. */
export const Hierarchy = ({ disease }: Shown) => {
  const request = useWebRequest()
  const { childCount, children, parents } = disease
  const { t } = request
  const here = (
    <>
      <strong>
        <DiseaseName disease={disease} />
      </strong>
      {children.length === 0 ? null : (
        <ul>
          {children.map((child) => (
            <li key={child.id}>
              <DiseaseLink disease={child} />
            </li>
          ))}
          {childCount > children.length ? (
            <li>{t.reading.moreSubtypes({ count: childCount - children.length })}</li>
          ) : null}
        </ul>
      )}
    </>
  )
  if (parents.length === 0 && children.length === 0) return null
  return (
    <section aria-labelledby="hierarchy">
      <h2 id="hierarchy">{t.reading.hierarchy}</h2>
      <ul class="tree">
        {parents.length === 0 ? (
          <li>{here}</li>
        ) : (
          <li>
            <DiseaseLinks diseases={parents} between=" · " />
            <ul>
              <li>{here}</li>
            </ul>
          </li>
        )}
      </ul>
    </section>
  )
}
