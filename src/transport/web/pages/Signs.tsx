import type { Disease, DiseasePage } from "../../../domain/diseases/Disease.ts"
import { maxSymptoms } from "../../../domain/phenotypes/Phenotype.ts"
import { areaText } from "../Form.tsx"
import { numberIn } from "../Languages.ts"
import { DiseaseName, english, Fact, List, Pages, Total, Trail } from "../Pieces.tsx"
import { useVisit } from "../Visit.ts"
import { Frequency, SignSource } from "./Frequencies.tsx"

type Match = NonNullable<Disease["matched"]>[number]

const SignForm = ({ symptoms }: { readonly symptoms: string }) => {
  const { t } = useVisit()
  return (
    <form action="/diseases" role="search" class="panel">
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

const Understood = ({ page }: { readonly page: DiseasePage }) => {
  const { t } = useVisit()
  const { recognised = [], unknown = [] } = page
  return (
    <section aria-labelledby="understood" class="panel">
      <h2 id="understood">{t.signs.understood}</h2>
      {recognised.length === 0 ? <p>{t.signs.nothing}</p> : null}
      <dl class="facts-list">
        <Words label={t.signs.there} signs={recognised.filter(({ negated }) => !negated)} />
        <Words label={t.signs.notThere} signs={recognised.filter(({ negated }) => negated)} />
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
  const visit = useVisit()
  return matches.length === 0 ? null : (
    <div>
      <dt>{label}</dt>
      {matches.map((match) => (
        <dd key={match.id}>
          <span lang={english(visit)}>
            {match.name}
            {match.byName === match.name ? "" : ` (${match.byName})`}
          </span>
          <Frequency of={match} /> <SignSource code={match.source} />
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
  const { language, t } = useVisit()
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

const Results = ({ page }: { readonly page: DiseasePage }) => {
  const { data, pagination, versions } = page
  const { t } = useVisit()
  return (
    <>
      <Understood page={page} />
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

/** The search for diseases by signs (contract, Symptoms and languages); without a page its empty form. */
export const SignsPage = ({ page, symptoms }: { readonly page?: DiseasePage; readonly symptoms: string }) => {
  const { t } = useVisit()
  return (
    <div class="reading">
      <Trail href="/diseases" label={t.frame.diseases} />
      <h1>{t.signs.title}</h1>
      <div class="notice">
        <p>
          <strong>{t.signs.notDiagnosis}.</strong> {t.signs.notice}
        </p>
      </div>
      <SignForm symptoms={symptoms} />
      {page === undefined ? null : <Results page={page} />}
    </div>
  )
}
