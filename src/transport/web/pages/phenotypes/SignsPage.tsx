import { Option } from "effect"
import type { DiseasePage } from "../../../../domain/diseases/Disease.ts"
import { maxPageItems } from "../../../../domain/Page.ts"
import { fewPhenotypes, maxSymptoms } from "../../../../domain/phenotypes/Phenotype.ts"
import { maxTitleCharacters } from "../../../../domain/posts/Post.ts"
import type { SignNames } from "../../../../services/phenotypes/Phenotypes.ts"
import { withParameters } from "../../Browser.ts"
import { Trail } from "../../Components.tsx"
import { areaText } from "../../FormFields.ts"
import { dayIn, type Language } from "../../Languages.ts"
import { useWebRequest } from "../../WebRequest.ts"
import { HelpLines } from "../moderation/HelpLines.tsx"
import { hitsShown } from "./FoldedHits.ts"
import { PrintButton } from "./PrintButton.tsx"
import { type AddedSign, chosenOf, idsOf, Understood } from "./SignChips.tsx"
import { Hits } from "./SignHits.tsx"
import { CurrentSignNames, TranslatedNames } from "./SignNames.tsx"

const SignForm = ({ added, excluded, symptoms }: Pick<SignsPageProps, "added" | "excluded" | "symptoms">) => {
  const { t } = useWebRequest()
  return (
    <form action="/diseases" role="search">
      {added.length === 0 ? null : <input type="hidden" name="phenotypes" value={idsOf(added)} />}
      {excluded.length === 0 ? null : <input type="hidden" name="excluded" value={idsOf(excluded)} />}
      <div class="field">
        <label for="symptoms">{t.phenotypes.label}</label>
        <p class="hint" id="symptoms-hint">
          {t.phenotypes.intro} {t.phenotypes.example}
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
        <label for="sign">{t.phenotypes.add}</label>
        <p class="hint" id="sign-hint">
          {t.phenotypes.addHint}
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
      <button>{t.phenotypes.find}</button>
    </form>
  )
}

/** Makes the list of diseases longer, up to the maximum of a page. */
const More = ({ page: { pagination } }: { readonly page: DiseasePage }) => {
  const { t, url } = useWebRequest()
  const { limit, page, total } = pagination
  if (page > 1 || total <= limit || limit >= maxPageItems) return null
  const next = Math.min(limit + hitsShown, maxPageItems)
  return (
    <p>
      <a class="more" href={`${withParameters(url, { limit: next, lang: undefined })}#hit-${limit + 1}`}>
        {t.phenotypes.moreDiseases({ count: Math.min(next, total) - limit })}
      </a>
    </p>
  )
}

/** The notice that a list of diseases is not a diagnosis, and what to do with it. */
const Notice = () => {
  const { t } = useWebRequest()
  return (
    <p class="notice">
      <strong>{t.phenotypes.notDiagnosis}.</strong> {t.phenotypes.notice}
    </p>
  )
}

/** A version in which dates are said in words. */
const withDays = (language: Language, version: string) =>
  version.replace(/\d{4}-\d\d-\d\d/g, (day) => dayIn(language, new Date(`${day}T00:00:00Z`)))

/** When to call for help at once: before a search in full, and above its results folded. */
const Emergency = ({ isFolded = false }: { readonly isFolded?: boolean }) => {
  const { t } = useWebRequest()
  const signs = (
    <ul>
      {t.phenotypes.urgentSigns.map((sign) => (
        <li key={sign}>{sign}</li>
      ))}
    </ul>
  )
  return isFolded ? (
    <details class="notice urgent">
      <summary class="strong">{t.phenotypes.urgentShort}</summary>
      <p>{t.phenotypes.urgent}</p>
      {signs}
    </details>
  ) : (
    <div class="notice urgent">
      <p class="strong">{t.phenotypes.urgent}</p>
      {signs}
    </div>
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
  const { language, t, url } = useWebRequest()
  const hasFound = data.length > 0
  const printed = withParameters(url, { search: undefined, symptoms, print: 1, lang: undefined })
  return (
    <>
      {!hasFound ? null : (
        <>
          <h2>{t.phenotypes.results}</h2>
          {isPrinted ? null : (
            <>
              <p>
                {t.phenotypes.orderSays} {hasFewSigns ? t.phenotypes.few : null}
              </p>
              <details>
                <summary>{t.phenotypes.howSorted}</summary>
                <p>{t.phenotypes.bestFirst}</p>
              </details>
            </>
          )}
          <Notice />
          {isPrinted ? null : (
            <p>
              <a class="button second" href={printed}>
                {t.phenotypes.print}
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
          {hasFound ? t.phenotypes.method : null}{" "}
          {t.phenotypes.versions({
            hpo: withDays(language, versions.hpo),
            orphanet: withDays(language, versions.orphanet)
          })}
        </p>
      )}
    </>
  )
}

/** The text that says how a search was read: as signs, beside a name, as a question, or as signs that are absent. */
const readAs = ({ data, unsure = [] }: Partial<DiseasePage> = {}) => {
  const [first] = data ?? []
  if (first !== undefined) return Option.isNone(first.matchedOn) ? "readAsSigns" : "readAsNamed"
  return unsure.some(({ whose }) => whose === undefined) ? "readAsQuestions" : "readAsAbsent"
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
  /** The search that was typed as a name, where no name fits. */
  readonly search?: string
}

/** The search for diseases by signs (contract, Symptoms and languages); without a page its empty form. */
export const SignsPage = ({ added, excluded, isPrinted, names, page, search, symptoms }: SignsPageProps) => {
  const { t } = useWebRequest()
  const isAsked = page !== undefined || added.length > 0 || excluded.length > 0
  const question = symptoms.replaceAll(/\s+/g, " ").slice(0, maxTitleCharacters)
  const hasFound = page !== undefined && page.data.length > 0
  // A disease that the search named is on the first page only, so later pages cannot say how the search was read.
  const isFirst = page === undefined || page.pagination.page === 1
  const hasFewSigns = chosenOf({ added, excluded, page }).present.length <= fewPhenotypes
  const form = <SignForm added={added} excluded={excluded} symptoms={symptoms} />
  return (
    <CurrentSignNames.Provider value={names}>
      {isPrinted ? null : <Trail href="/diseases" label={t.layout.diseases} />}
      <h1>
        {isPrinted
          ? t.phenotypes.forDoctor
          : search === undefined
            ? t.phenotypes.title
            : t.reading.resultsFor({ search })}
      </h1>
      {search === undefined || !isFirst ? null : <p>{t.phenotypes[readAs(page)]}</p>}
      {isPrinted ? <PrintButton /> : isAsked ? <Emergency isFolded /> : null}
      {page?.helpLines === undefined || isPrinted ? null : (
        <HelpLines lead={t.phenotypes.helpLead} lines={page.helpLines} isShared />
      )}
      {isAsked ? (
        <div class="columns home">
          <Understood added={added} excluded={excluded} page={page} isPrinted={isPrinted}>
            {isPrinted ? null : (
              <details open={!hasFound}>
                <summary>{t.phenotypes.change}</summary>
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
          <Emergency />
          <div class="panel">{form}</div>
          <Notice />
        </div>
      )}
    </CurrentSignNames.Provider>
  )
}
