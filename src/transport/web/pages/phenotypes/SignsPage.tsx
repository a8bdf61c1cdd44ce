import type { Disease, DiseasePage } from "../../../../domain/diseases/Disease.ts"
import { maxPageItems } from "../../../../domain/Page.ts"
import { fewPhenotypes, maxSymptoms } from "../../../../domain/phenotypes/Phenotype.ts"
import { maxTitleCharacters } from "../../../../domain/posts/Post.ts"
import type { SignNames } from "../../../../services/phenotypes/Phenotypes.ts"
import { withParameters } from "../../Browser.ts"
import { DiseaseName, List, Trail } from "../../Components.tsx"
import { areaText } from "../../Form.tsx"
import { numberIn } from "../../Languages.ts"
import { useWebRequest } from "../../WebRequest.ts"
import { Frequency, PhenotypeSource } from "./Frequencies.tsx"
import { PrintButton } from "./PrintButton.tsx"
import { type AddedSign, chosenOf, idsOf, Understood } from "./SignChips.tsx"
import { CurrentSignNames, SignName, TranslatedNames } from "./SignNames.tsx"

type Match = NonNullable<Disease["matched"]>[number]

const SignForm = ({ added, excluded, symptoms }: Pick<SignsPageProps, "added" | "excluded" | "symptoms">) => {
  const { t } = useWebRequest()
  return (
    <form action="/diseases" role="search">
      {added.length === 0 ? null : <input type="hidden" name="phenotypes" value={idsOf(added)} />}
      {excluded.length === 0 ? null : <input type="hidden" name="excluded" value={idsOf(excluded)} />}
      <div class="field">
        <label for="symptoms">{t.signs.label}</label>
        <p class="hint" id="symptoms-hint">
          {t.signs.intro} {t.signs.example}
        </p>
        <textarea
          id="symptoms"
          name="symptoms"
          rows={3}
          maxLength={maxSymptoms}
          dir="auto"
          aria-describedby="symptoms-hint"
        >
          {areaText(symptoms)}
        </textarea>
      </div>
      <div
        class="field scripted"
        data-combobox="/api/phenotypes"
        data-into="symptoms"
        data-label={t.reading.suggestions}
      >
        <label for="sign">{t.signs.add}</label>
        <p class="hint" id="sign-hint">
          {t.signs.addHint}
        </p>
        <div class="joined">
          <input
            id="sign"
            type="search"
            autocomplete="off"
            spellcheck={false}
            dir="auto"
            aria-describedby="sign-hint"
          />
        </div>
      </div>
      <button>{t.signs.find}</button>
    </form>
  )
}

/** Signs of the reader with those of the disease that they match, each once. Where these differ, that of the disease leads. */
const Matches = ({ isPrinted, label, matches }: MatchesProps) => {
  const { t } = useWebRequest()
  const lookedFor = `${t.signs.lookedFor}${t.frame.colon}`
  return matches.length === 0 ? null : (
    <div>
      <dt>{label}</dt>
      {matches.map((match) => (
        <dd key={match.id}>
          <SignName of={{ id: match.by, name: match.byName }} isExplained />
          <Frequency of={match} />
          {match.by === match.id ? null : (
            <>
              {" "}
              ({lookedFor}
              <SignName of={match} />)
            </>
          )}
          {isPrinted ? (
            <>
              {" "}
              <PhenotypeSource code={match.source} />
            </>
          ) : null}
        </dd>
      ))}
    </div>
  )
}

interface MatchesProps {
  /** On paper each sign has the entry that says it; on a screen the sources below have them. */
  readonly isPrinted: boolean
  readonly label: string
  readonly matches: ReadonlyArray<Match>
}

interface HitProps {
  readonly disease: Disease
  readonly isPrinted: boolean
  readonly place: number
}

/** True where the disease has the very sign, and not only a similar one. */
const isSame = ({ by, id }: Match) => by === id

const Hit = ({ disease, isPrinted, place }: HitProps) => {
  const { against = [], codes, id, matched = [], postCount, source } = disease
  const { language, t } = useWebRequest()
  const entries = Array.from(new Set([...matched, ...against].map((match) => match.source)))
  return (
    <li class="card" id={`hit-${place}`}>
      <h3>
        <a href={`/diseases/${id}`}>
          <DiseaseName disease={disease} />
        </a>
      </h3>
      <p class="facts">
        {(codes.orpha ?? codes.omim ?? []).slice(0, 1).map((code) => (
          <span key={code}>{code}</span>
        ))}
        {postCount === 0 ? null : <span>{t.reading.postCount(postCount, numberIn(language, postCount))}</span>}
      </p>
      <dl class="facts-list">
        <Matches label={t.signs.fits} matches={matched.filter(isSame)} isPrinted={isPrinted} />
        <Matches label={t.signs.similar} matches={matched.filter((match) => !isSame(match))} isPrinted={isPrinted} />
        <Matches label={t.signs.against} matches={against} isPrinted={isPrinted} />
      </dl>
      {source === undefined || source === "" ? null : (
        <details open={isPrinted}>
          <summary>{t.signs.sources}</summary>
          <p class="hint" lang="en">
            {isPrinted ? null : entries.map((code) => <PhenotypeSource key={code} code={code} />)} {source}
          </p>
        </details>
      )}
    </li>
  )
}

/** The diseases that are shown at first, and that each "more" adds. */
export const hitsShown = 10

/** Makes the list of diseases longer, up to the maximum of a page. */
const More = ({ page: { pagination } }: { readonly page: DiseasePage }) => {
  const { language, t, url } = useWebRequest()
  const { limit, page, total } = pagination
  if (page > 1 || total <= limit || limit >= maxPageItems) return null
  const next = Math.min(limit + hitsShown, maxPageItems)
  return (
    <p>
      <a class="more" href={`${withParameters(url, { limit: next, lang: undefined })}#hit-${limit + 1}`}>
        {t.signs.moreDiseases(numberIn(language, Math.min(next, total) - limit))}
      </a>
    </p>
  )
}

/** That a list of diseases is not a diagnosis, and what to do with it. */
const Notice = () => {
  const { t } = useWebRequest()
  return (
    <p class="notice">
      <strong>{t.signs.notDiagnosis}.</strong> {t.signs.notice}
    </p>
  )
}

/** The place after which all diseases have related signs only; the end of the list where no disease has the very sign. */
const endOfSame = (diseases: ReadonlyArray<Disease>): number =>
  diseases.findLastIndex(({ matched = [] }) => matched.some(isSame)) + 1 || diseases.length

/** The diseases of a page. The last ones are folded if they have related signs only, until the reader asks for more. */
const Hits = ({ isPrinted, page: { data } }: Pick<ResultsProps, "isPrinted" | "page">) => {
  const { language, t } = useWebRequest()
  const end = isPrinted || data.length > hitsShown ? data.length : endOfSame(data)
  const hits = data.map((disease, at) => (
    <Hit key={disease.id} disease={disease} place={at + 1} isPrinted={isPrinted} />
  ))
  const related = hits.slice(end)
  return (
    <>
      <List empty="">{hits.slice(0, end)}</List>
      {related.length === 0 ? null : (
        <details>
          <summary>{t.signs.onlySimilar(related.length, numberIn(language, related.length))}</summary>
          <List empty="">{related}</List>
        </details>
      )}
    </>
  )
}

interface ResultsProps {
  /** True for so few signs that they fit many diseases. */
  readonly hasFewSigns: boolean
  readonly isPrinted: boolean
  readonly page: DiseasePage
  readonly symptoms: string
}

const Results = ({ hasFewSigns, isPrinted, page, symptoms }: ResultsProps) => {
  const { data, versions } = page
  const { t, url } = useWebRequest()
  const hasFound = data.length > 0
  const printed = withParameters(url, { search: undefined, symptoms, print: 1, lang: undefined })
  return (
    <>
      {!hasFound ? null : (
        <>
          <h2>{t.signs.results}</h2>
          {hasFewSigns && !isPrinted ? <p>{t.signs.few}</p> : null}
          <Notice />
          {isPrinted ? null : (
            <p>
              <a class="button second" href={printed}>
                {t.signs.print}
              </a>
            </p>
          )}
          <Hits page={page} isPrinted={isPrinted} />
        </>
      )}
      <More page={page} />
      <TranslatedNames />
      {versions === undefined ? null : (
        <p class="hint">
          {hasFound ? t.signs.method : null} {t.signs.versions(versions.hpo, versions.orphanet)}
        </p>
      )}
    </>
  )
}

export interface SignsPageProps {
  readonly page?: DiseasePage
  readonly symptoms: string
  /** The signs that were added by their ids, and those that are not there. */
  readonly added: ReadonlyArray<AddedSign>
  readonly excluded: ReadonlyArray<AddedSign>
  readonly names: SignNames
  /** True for a page on paper, without forms and links that change the search. */
  readonly isPrinted: boolean
  /** What was typed as a name, where no name fits. */
  readonly search?: string
}

/** The search for diseases by signs (contract, Symptoms and languages); without a page its empty form. */
export const SignsPage = ({ added, excluded, isPrinted, names, page, search, symptoms }: SignsPageProps) => {
  const { t } = useWebRequest()
  const isAsked = page !== undefined || added.length > 0 || excluded.length > 0
  const question = symptoms.replaceAll(/\s+/g, " ").slice(0, maxTitleCharacters)
  const hasFound = page !== undefined && page.data.length > 0
  const hasFewSigns = chosenOf({ added, excluded, page }).present.length <= fewPhenotypes
  const form = <SignForm added={added} excluded={excluded} symptoms={symptoms} />
  return (
    <CurrentSignNames.Provider value={names}>
      {isPrinted ? null : <Trail href="/diseases" label={t.frame.diseases} />}
      <h1>{isPrinted ? t.signs.forDoctor : search === undefined ? t.signs.title : t.reading.resultsFor(search)}</h1>
      {search === undefined ? null : <p>{t.signs.readAsSigns}</p>}
      {isPrinted ? <PrintButton /> : null}
      {isAsked ? (
        <div class="columns home">
          <Understood added={added} excluded={excluded} page={page} isPrinted={isPrinted}>
            {isPrinted ? null : (
              <details open={!hasFound}>
                <summary>{t.signs.change}</summary>
                {form}
              </details>
            )}
          </Understood>
          <div>
            {page === undefined ? (
              <Notice />
            ) : (
              <Results page={page} symptoms={symptoms} isPrinted={isPrinted} hasFewSigns={hasFewSigns} />
            )}
            {page === undefined || isPrinted ? null : (
              <p>
                <a class="more" href={withParameters("/posts/new", { title: question })}>
                  {t.writing.ask}
                </a>
              </p>
            )}
          </div>
        </div>
      ) : (
        <div class="reading">
          <div class="panel">{form}</div>
          <Notice />
        </div>
      )}
    </CurrentSignNames.Provider>
  )
}
