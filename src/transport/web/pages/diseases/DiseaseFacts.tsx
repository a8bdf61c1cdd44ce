import { Array } from "effect"
import { type ComponentChildren, Fragment } from "preact"
import type { DiseaseDetail } from "../../../../domain/diseases/Disease.ts"
import { type Rate, rateOf, typeOf, widestPrevalence, worldwide } from "../../../../domain/diseases/Prevalence.ts"
import { pageOfCode, pageOfGene } from "../../CodeLinks.ts"
import { DiseaseName, english, Fact, Linked } from "../../Components.tsx"
import { numberIn, regionIn } from "../../Languages.ts"
import { labelOf } from "../../texts/Labels.ts"
import { useWebRequest, type WebRequest } from "../../WebRequest.ts"
import { Frequency, frequencyIn, PhenotypeSource } from "../phenotypes/Frequencies.tsx"
import { SignName, TranslatedNames } from "../phenotypes/SignNames.tsx"
import { DiseaseLink } from "./DiseaseNames.tsx"

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
        <summary>{request.t.signs.more(numberIn(request.language, items.length - shown))}</summary>
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
}

const FactValues = ({ label, values, words }: FactValuesProps) =>
  values.length === 0 ? null : (
    <Fact label={label}>{values.map((value) => labelOf(words, value, value)).join(", ")}</Fact>
  )

/** The frequency of the disease as one sentence, with its area and source. */
const prevalenceIn = ({ language, t }: WebRequest, all: DiseaseDetail["prevalence"]): string | undefined => {
  const widest = widestPrevalence(all)
  const type = widest === undefined ? undefined : typeOf(widest)
  if (widest === undefined || type === undefined) return undefined
  const { byOrphanet, prevalences, rate, worldwide: everywhere } = t.prevalence
  const number = (figure: number | undefined) => (figure === undefined ? undefined : numberIn(language, figure))
  const shown = ({ least, most, of }: Rate) => rate(number(least), number(most), numberIn(language, of), type)
  const counted = rateOf(widest)
  const figure = counted === undefined ? numberIn(language, widest.value ?? 0) : shown(counted)
  const area = widest.region === worldwide ? everywhere : regionIn(language, widest.region)
  return `${prevalences[type](figure)} (${byOrphanet(area, widest.validated)}).`
}

export const hasFacts = ({ genes, inheritance, onset, prevalence }: DiseaseDetail): boolean =>
  [genes, inheritance, onset, prevalence].some(({ length }) => length > 0)

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
        <FactValues label={t.reading.inheritance} values={inheritance} words={t.prevalence.inheritances} />
        {rate === undefined ? null : <Fact label={t.reading.prevalence}>{rate}</Fact>}
        {genes.length === 0 ? null : (
          <Fact label={t.reading.genes} lang={english(request)}>
            <Folded
              items={genes.map(({ name, symbol }) => (
                <li key={symbol}>
                  <Linked address={pageOfGene(symbol)}>{symbol}</Linked> {name}
                </li>
              ))}
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
          .map(({ code, vocabulary }) => (
            <Linked key={code} address={pageOfCode(code, language)} title={vocabularies[vocabulary]}>
              {code}
            </Linked>
          ))}
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

/** A count of fewer people than this says little about others. */
const manyPeople = 10

type SignOfDisease = NonNullable<DiseaseDetail["phenotypes"]>[number]

const hasNoClass = ({ frequencyClass }: SignOfDisease) => frequencyClass === null

/** The entry that says most signs of a disease: it is named once, and beside each sign only another one. */
const usualSourceOf = (signs: ReadonlyArray<SignOfDisease>): string | undefined =>
  Object.entries(Array.groupBy(signs, ({ source }) => source)).toSorted(
    ([, one], [, other]) => other.length - one.length
  )[0]?.[0]

/** Signs below the frequency that they share; each of those that were only counted has its own count, below the others. */
const SignGroups = ({ signs, usual }: { readonly signs: ReadonlyArray<SignOfDisease>; readonly usual: string }) => {
  const request = useWebRequest()
  const isMixed = !signs.every(hasNoClass)
  const frequencyOf = (sign: SignOfDisease) => (hasNoClass(sign) ? "" : (frequencyIn(request, sign) ?? ""))
  return Object.entries(Array.groupBy(signs, frequencyOf)).map(([frequency, group]) => (
    <Fragment key={frequency}>
      {isMixed ? <h3 class="frequency">{frequency || request.t.signs.otherSigns}</h3> : null}
      <ul class="plain-list">
        {group.map((sign) => (
          <li class="sign" key={sign.id}>
            <span>
              <SignName of={sign} isExplained />
              {frequency === "" ? <Frequency of={sign} /> : null}
            </span>
            {sign.source === usual ? null : <PhenotypeSource code={sign.source} />}
          </li>
        ))}
      </ul>
    </Fragment>
  ))
}

/** The number of signs of a disease that are shown before "more". */
const signsShown = 12

/** The signs of the disease by class of frequency, each with the entry that says it. */
export const Signs = ({ disease: { phenotypes = [] } }: Shown) => {
  const request = useWebRequest()
  const { language, t } = request
  if (phenotypes.length === 0) return null
  const hasClass = !phenotypes.every(hasNoClass)
  const [counted, classed] = Array.partition(phenotypes, (sign) => !hasNoClass(sign))
  const signs = [...classed, ...counted]
  const usual = usualSourceOf(signs) ?? ""
  const most = Math.max(0, ...phenotypes.map(({ observed }) => observed?.of ?? 0))
  return (
    <section aria-labelledby="signs">
      <h2 id="signs">{t.signs.ofDisease}</h2>
      {hasClass ? <p class="hint">{t.signs.percentages}</p> : null}
      <SignGroups signs={signs.slice(0, signsShown)} usual={usual} />
      {signs.length <= signsShown ? null : (
        <details>
          <summary>{t.signs.more(numberIn(language, signs.length - signsShown))}</summary>
          <SignGroups signs={signs.slice(signsShown)} usual={usual} />
        </details>
      )}
      <p class="hint">
        {t.signs.source}
        {t.frame.colon}
        <PhenotypeSource code={usual} /> {t.signs.sourcesOfPhenotypes}
        {hasClass || most === 0 || most >= manyPeople ? null : ` ${t.signs.fewPeople(most, numberIn(language, most))}`}
      </p>
      <TranslatedNames />
    </section>
  )
}

/** The names of the disease in other languages than that of the page. */
export const Names = ({ disease: { names = [] } }: Shown) => {
  const { language, t } = useWebRequest()
  const languages = new Intl.DisplayNames([language], { type: "language" })
  const others = Array.dedupe(names.map(({ lang }) => lang)).filter((lang) => lang !== language)
  return others.length === 0 ? null : (
    <details>
      <summary>{t.signs.names}</summary>
      <ul>
        {others.map((other) => (
          <li key={other}>
            {languages.of(other)}
            {t.frame.colon}
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
  const { language, t } = request
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
            <li>{t.reading.moreSubtypes(numberIn(language, childCount - children.length))}</li>
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
        {parents.map((parent, index) => (
          <li key={parent.id}>
            <DiseaseLink disease={parent} />
            {index === parents.length - 1 ? (
              <ul>
                <li>{here}</li>
              </ul>
            ) : null}
          </li>
        ))}
        {parents.length === 0 ? <li>{here}</li> : null}
      </ul>
    </section>
  )
}
