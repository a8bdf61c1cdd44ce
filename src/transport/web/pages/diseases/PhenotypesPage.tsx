import type { Disease, DiseasePage } from "../../../../domain/diseases/Disease.ts"
import { maxPhenotypes, maxSymptoms, type Phenotype } from "../../../../domain/phenotypes/Phenotype.ts"
import { withParameters } from "../../Browser.ts"
import { DiseaseName, english, Fact, List, Pages, Total, Trail } from "../../Components.tsx"
import { areaText } from "../../Form.tsx"
import { numberIn } from "../../Languages.ts"
import { useWebRequest } from "../../WebRequest.ts"
import { Frequency, PhenotypeSource } from "./Frequencies.tsx"

type Match = NonNullable<Disease["matched"]>[number]

const SignForm = ({ added, symptoms }: Pick<SignsPageProps, "added" | "symptoms">) => {
  const { t } = useWebRequest()
  return (
    <form action="/diseases" role="search" class="panel">
      {added.length === 0 ? null : <input type="hidden" name="phenotypes" value={idsOf(added)} />}
      <div class="field">
        <label for="symptoms">{t.signs.label}</label>
        <p class="hint" id="symptoms-hint">
          {t.signs.intro} {t.signs.example}
        </p>
        <textarea
          id="symptoms"
          name="symptoms"
          rows={4}
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

type Recognised = NonNullable<DiseasePage["recognised"]>

const Words = ({ label, signs }: { readonly label: string; readonly signs: Recognised }) =>
  signs.length === 0 ? null : (
    <div>
      <dt>{label}</dt>
      {signs.map(({ id, name, text }) => (
        <dd key={`${id} ${text}`}>
          <q dir="auto">{text}</q> → <span lang="en">{name}</span> <span class="code">{id}</span>
        </dd>
      ))}
    </div>
  )

const idsOf = (signs: ReadonlyArray<AddedSign>) => signs.map(({ id }) => id).join()

interface SignActionProps {
  readonly label: string
  /** The signs that are added then. */
  readonly added: ReadonlyArray<AddedSign>
  readonly name: string
}

/** A link that adds a sign to the search, or takes it out. */
const SignAction = ({ added, label, name }: SignActionProps) => (
  <a href={withParameters(useWebRequest().url, { phenotypes: idsOf(added), page: undefined, lang: undefined })}>
    {label}
    <span class="aside" lang="en">
      {" "}
      {name}
    </span>
  </a>
)

/** The signs that the words match in part only, each with a link that adds it. */
const Unsure = ({ added, page }: Pick<ResultsProps, "added" | "page">) => {
  const { t } = useWebRequest()
  const { unsure = [] } = page
  return unsure.length === 0 ? null : (
    <div>
      <dt>{t.signs.unsure}</dt>
      {unsure.map(({ id, name, text }) => (
        <dd key={id}>
          <q dir="auto">{text}</q> → <span lang="en">{name}</span> <span class="code">{id}</span>{" "}
          {added.length < maxPhenotypes ? (
            <SignAction label={t.signs.addSign} name={name} added={[...added, { id, name }]} />
          ) : null}
        </dd>
      ))}
    </div>
  )
}

const Added = ({ added }: Pick<ResultsProps, "added">) => {
  const { t } = useWebRequest()
  return added.length === 0 ? null : (
    <div>
      <dt>{t.signs.added}</dt>
      {added.map(({ id, name }) => (
        <dd key={id}>
          <span lang="en">{name}</span> <span class="code">{id}</span>{" "}
          <SignAction label={t.signs.remove} name={name} added={added.filter((other) => other.id !== id)} />
        </dd>
      ))}
    </div>
  )
}

const Understood = ({ added, page }: Pick<ResultsProps, "added" | "page">) => {
  const { t } = useWebRequest()
  const { recognised = [], unknown = [], unsure = [] } = page
  const isNothing = recognised.length === 0 && unsure.length === 0 && added.length === 0
  return (
    <section aria-labelledby="understood" class="panel">
      <h2 id="understood">{t.signs.understood}</h2>
      {isNothing ? <p>{t.signs.nothing}</p> : null}
      <dl class="facts-list">
        <Words label={t.signs.there} signs={recognised.filter(({ negated }) => !negated)} />
        <Words label={t.signs.notThere} signs={recognised.filter(({ negated }) => negated)} />
        <Added added={added} />
        <Unsure added={added} page={page} />
        {unknown.length === 0 ? null : (
          <Fact label={t.signs.unknown} dir="auto">
            {unknown.join(", ")}
          </Fact>
        )}
      </dl>
    </section>
  )
}

/** Signs with the annotations that they match, each once. */
const Matches = ({ label, matches = [] }: MatchesProps) => {
  const request = useWebRequest()
  return matches.length === 0 ? null : (
    <div>
      <dt>{label}</dt>
      {matches.map((match) => (
        <dd key={match.id}>
          <span lang={english(request)}>
            {match.name}
            {match.byName === match.name ? "" : ` (${match.byName})`}
          </span>
          <Frequency of={match} /> <PhenotypeSource code={match.source} />
        </dd>
      ))}
    </div>
  )
}

interface MatchesProps {
  readonly label: string
  readonly matches: ReadonlyArray<Match> | undefined
}

const Hit = ({ disease }: { readonly disease: Disease }) => {
  const { against, id, matched, postCount, source } = disease
  const { language, t } = useWebRequest()
  return (
    <li class="card">
      <h3>
        <a href={`/diseases/${id}`}>
          <DiseaseName disease={disease} />
        </a>
      </h3>
      <p class="facts">{t.reading.postCount(postCount, numberIn(language, postCount))}</p>
      <dl class="facts-list">
        <Matches label={t.signs.fits} matches={matched} />
        <Matches label={t.signs.against} matches={against} />
      </dl>
      {source === undefined || source === "" ? null : (
        <p class="hint" lang="en">
          {source}
        </p>
      )}
    </li>
  )
}

interface ResultsProps {
  readonly page: DiseasePage
  readonly added: ReadonlyArray<AddedSign>
}

const Results = ({ added, page }: ResultsProps) => {
  const { data, pagination, versions } = page
  const { t } = useWebRequest()
  return (
    <>
      <Understood added={added} page={page} />
      <Total total={pagination.total} />
      {data.length === 0 ? null : (
        <>
          <h2>{t.signs.results}</h2>
          <p>{t.signs.posts}</p>
          <List empty="">
            {data.map((disease) => (
              <Hit key={disease.id} disease={disease} />
            ))}
          </List>
        </>
      )}
      <Pages pagination={pagination} />
      {versions === undefined ? null : <p class="hint">{t.signs.versions(versions.hpo, versions.orphanet)}</p>}
    </>
  )
}

/** A sign that was added by its id. */
export type AddedSign = Pick<Phenotype, "id" | "name">

interface SignsPageProps {
  readonly page?: DiseasePage
  readonly symptoms: string
  readonly added: ReadonlyArray<AddedSign>
}

/** The search for diseases by signs (contract, Symptoms and languages); without a page its empty form. */
export const SignsPage = ({ added, page, symptoms }: SignsPageProps) => {
  const { t } = useWebRequest()
  return (
    <div class="reading">
      <Trail href="/diseases" label={t.frame.diseases} />
      <h1>{t.signs.title}</h1>
      <div class="notice">
        <p>
          <strong>{t.signs.notDiagnosis}.</strong> {t.signs.notice}
        </p>
      </div>
      <SignForm added={added} symptoms={symptoms} />
      {page === undefined ? null : <Results added={added} page={page} />}
    </div>
  )
}
