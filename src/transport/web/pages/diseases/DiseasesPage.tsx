import { Effect, Option } from "effect"
import { DiseaseQuery } from "../../../../api/DiseasesApi.ts"
import type { Disease, DiseasePage } from "../../../../domain/diseases/Disease.ts"
import { type DiseaseRequest, Diseases } from "../../../../services/diseases/Diseases.ts"
import { Phenotypes } from "../../../../services/phenotypes/Phenotypes.ts"
import { sharedUntilChanged } from "../../../cache/CachePolicies.ts"
import { tagsOfDiseases } from "../../../wire/CacheTags.ts"
import { withParameters } from "../../Browser.ts"
import { DiseaseName, english, List, nameLanguage, Pages, Total } from "../../Components.tsx"
import { numberIn } from "../../Languages.ts"
import { forAnyone, page } from "../../Route.ts"
import { type PageError, useWebRequest, type View, type WebRequest } from "../../WebRequest.ts"
import { SignsPage } from "./PhenotypesPage.tsx"

/** The box that finds a disease; the script makes a combobox of it. */
export const DiseaseSearch = ({ value }: { readonly value: string }) => {
  const { t } = useWebRequest()
  return (
    <form
      action="/diseases"
      role="search"
      class="search"
      data-combobox="/api/diseases"
      data-label={t.reading.suggestions}
    >
      <label for="search">{t.reading.searchDisease}</label>
      <p class="hint" id="search-hint">
        {t.reading.searchHint}
      </p>
      <div class="joined">
        <input
          id="search"
          name="search"
          type="search"
          value={value}
          maxLength={500}
          autocomplete="off"
          spellcheck={false}
          dir="auto"
          aria-describedby="search-hint"
        />
        <button>{t.reading.search}</button>
      </div>
      <p>
        <a class="below" href="/diseases?symptoms=">
          {t.signs.title}
        </a>
      </p>
    </form>
  )
}

const DiseaseItem = ({ disease }: { readonly disease: Disease }) => {
  const request = useWebRequest()
  const { language, t } = request
  const { codes, id, matchedOn, postCount, synonyms } = disease
  const match = Option.filter(matchedOn, ({ field }) => field !== "name")
  return (
    <li class="row">
      <a class="strong" href={`/diseases/${id}`}>
        <DiseaseName disease={disease} />
      </a>
      {Option.isSome(match) ? (
        <p class="facts">
          {t.reading.matchedOn[match.value.field]}
          {t.frame.colon}
          <span lang={match.value.lang ?? english(request)}>{match.value.text}</span>
        </p>
      ) : synonyms.length > 0 ? (
        <p class="facts" lang={english(request)}>
          <span>{synonyms.slice(0, 3).join(", ")}</span>
        </p>
      ) : null}
      <p class="facts">
        {(codes.orpha ?? []).slice(0, 1).map((code) => (
          <span key={code}>{code}</span>
        ))}
        <span>{t.reading.postCount(postCount, numberIn(language, postCount))}</span>
      </p>
    </li>
  )
}

const Categories = ({ page }: { readonly page: DiseasePage }) => {
  const request = useWebRequest()
  const categories = Option.getOrElse(page.categories, () => [])
  return categories.length === 0 ? null : (
    <section aria-labelledby="categories">
      <h2 id="categories">{request.t.reading.categoriesTitle}</h2>
      <ul class="chips">
        {categories.map(({ diseaseCount, id, name }) => (
          <li key={id}>
            <a href={`/diseases?category=${id}`} lang={english(request)}>
              {name} <span class="count-plain">({numberIn(request.language, diseaseCount)})</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

const DiseaseList = ({ page, search }: { readonly page: DiseasePage; readonly search: string }) => {
  const { t } = useWebRequest()
  return (
    <>
      <h1>{search === "" ? t.frame.diseases : t.reading.resultsFor(search)}</h1>
      <DiseaseSearch value={search} />
      <div class="columns">
        <div>
          <Total total={page.pagination.total} />
          <List
            empty={t.reading.noDiseases}
            next={{ href: withParameters("/posts", { search }), label: t.reading.searchPostsToo }}
            plain
          >
            {page.data.map((disease) => (
              <DiseaseItem key={disease.id} disease={disease} />
            ))}
          </List>
          <Pages pagination={page.pagination} />
          {search === "" || page.data.length === 0 ? null : (
            <p>
              <a class="more" href={withParameters("/posts", { search })}>
                {t.reading.searchPostsToo}
              </a>
            </p>
          )}
        </div>
        {search === "" ? <Categories page={page} /> : null}
      </div>
    </>
  )
}

/** The page of a search by signs; without signs its form. */
const makeShowSigns =
  (diseases: Diseases["Type"], phenotypes: Phenotypes["Type"]) =>
  (request: WebRequest<unknown, DiseaseRequest>): Effect.Effect<View, PageError> => {
    const { symptoms = "" } = request.parameters
    const { title } = request.t.signs
    if (Object.keys(request.query).every((name) => name === "symptoms" || name === "lang") && symptoms === "") {
      const body = <SignsPage symptoms="" added={[]} />
      return Effect.succeed({ title, canonical: "/diseases?symptoms=", description: request.t.signs.intro, body })
    }
    return Effect.gen(function* () {
      const diseaseRequest = {
        ...request.parameters,
        limit: request.parameters.limit ?? 10,
        lang: nameLanguage(request)
      }
      const page = yield* diseases.list(diseaseRequest)
      const added = yield* phenotypes.named(request.parameters.phenotypes ?? [])
      return { title, tags: tagsOfDiseases(), body: <SignsPage page={page} symptoms={symptoms} added={added} /> }
    })
  }

export const routes = Effect.map(Effect.all([Diseases, Phenotypes]), ([diseases, phenotypes]) => {
  const showSigns = makeShowSigns(diseases, phenotypes)
  return [
    page({
      ...forAnyone,
      path: "/diseases",
      querySchema: DiseaseQuery,
      policy: sharedUntilChanged,
      show: (request) => {
        if (["symptoms", "phenotypes", "excluded"].some((name) => request.query[name] !== undefined)) {
          return showSigns(request)
        }
        const { search = "", page = 1 } = request.parameters
        const isFirst = search === "" && page === 1
        return Effect.map(
          diseases.list({ ...request.parameters, lang: nameLanguage(request), categories: isFirst }),
          (found) => ({
            title: search === "" ? request.t.frame.diseases : request.t.reading.resultsFor(search),
            ...(isFirst && request.parameters.category === undefined ? { canonical: "/diseases" } : {}),
            description: request.t.reading.diseasesDescription,
            tags: tagsOfDiseases(),
            body: <DiseaseList page={found} search={search} />
          })
        )
      }
    })
  ]
})
