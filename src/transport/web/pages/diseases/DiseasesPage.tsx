import { nameKey } from "@rare-disease-community/text/Folding"
import { Effect, Option, Schema } from "effect"
import { DiseaseQuery } from "../../../../api/diseases/DiseasesApi.ts"
import { sharedUntilChanged } from "../../../../api/Keeps.ts"
import type { Disease, DiseasePage } from "../../../../domain/diseases/Disease.ts"
import { maxSearchCharacters } from "../../../../domain/Text.ts"
import { Diseases } from "../../../../services/diseases/Diseases.ts"
import type { DiseaseRequest } from "../../../../services/diseases/SearchPages.ts"
import { Phenotypes } from "../../../../services/phenotypes/Phenotypes.ts"
import { tagsOfDiseases, tagsOfFound } from "../../../wire/CacheTags.ts"
import { withParameters } from "../../Browser.ts"
import { english, inEnglish, nameLanguage, printed } from "../../Components.tsx"
import { markOf } from "../../Languages.ts"
import { List, PagedList, Total } from "../../Lists.tsx"
import { forAnyone, given, page } from "../../Route.ts"
import { labelOf } from "../../texts/Labels.ts"
import { type PageError, useWebRequest, type View, type WebRequest } from "../../WebRequest.ts"
import { beginningOf, makeShowSigns } from "../phenotypes/SignSearch.tsx"
import { namesOnce } from "./AlsoCalled.tsx"
import { DiseaseName } from "./DiseaseNames.tsx"
import { Groups } from "./Groups.tsx"

interface DiseaseSearchFormProps {
  readonly value: string
  /** Without the link to the search by symptoms, where the page offers it below. */
  readonly isBare?: boolean
}

/** The box that finds a disease; the script makes a combobox of it. */
export const DiseaseSearchForm = ({ isBare = false, value }: DiseaseSearchFormProps) => {
  const { t } = useWebRequest()
  return (
    <form
      action="/diseases"
      role="search"
      class="search"
      data-combobox="/api/diseases"
      data-label={t.reading.suggestions}
      data-english={t.disease.inEnglishMark}
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
          maxLength={maxSearchCharacters}
          autocomplete="off"
          spellcheck={false}
          dir="auto"
          aria-describedby="search-hint"
        />
        <button>{t.reading.search}</button>
      </div>
      {isBare ? null : (
        <p>
          <a class="below" href={`/diseases?symptoms=${encodeURIComponent(value)}`}>
            {t.phenotypes.title}
          </a>
        </p>
      )}
    </form>
  )
}

interface DiseaseItemProps {
  readonly disease: Disease
  /** The search as typed. A name in a language that is neither English nor the page's is shown only if it equals it. */
  readonly search?: string
}

const DiseaseItem = ({ disease, search = "" }: DiseaseItemProps) => {
  const request = useWebRequest()
  const { language, t } = request
  const { codes, id, localName, matchedOn, name, postCount } = disease
  const isHeading = (text: string) => nameKey(text) === nameKey(localName ?? name)
  const isRead = (text: string, lang = "en") => ["en", language].includes(lang) || nameKey(text) === nameKey(search)
  const match = Option.filter(
    matchedOn,
    ({ field, lang, text }) => field !== "name" && isRead(text, lang) && !isHeading(text)
  )
  const isTranslated = localName != null && localName !== name
  // "Danlos disease, Ehlers" is a name of an index, which nobody says.
  const others = isTranslated ? [name] : namesOnce(disease).filter((other) => !other.includes(","))
  return (
    <li class="row">
      <a class="strong" href={`/diseases/${id}`}>
        <DiseaseName disease={disease} />
      </a>
      {Option.isSome(match) ? (
        <p class="facts">
          <span>
            {t.reading.matchedOn[match.value.field]}
            {t.layout.colon}
            <span {...markOf(request.language, match.value.lang ?? english(request))}>{printed(match.value.text)}</span>
          </span>
        </p>
      ) : others.length > 0 ? (
        <p class="facts" {...inEnglish(request)}>
          <span>{printed(others.slice(0, 2).join(" · "))}</span>
        </p>
      ) : null}
      <p class="facts">
        {(codes.orpha ?? []).slice(0, 1).map((code) => (
          <span key={code}>{code}</span>
        ))}
        {postCount === 0 ? null : <span>{t.reading.postCount({ count: postCount })}</span>}
      </p>
    </li>
  )
}

interface DiseaseListProps {
  readonly page: DiseasePage
  readonly search: string
  readonly title: string
}

const DiseaseList = ({ page, search, title }: DiseaseListProps) => {
  const { t } = useWebRequest()
  return (
    <>
      <h1>{title}</h1>
      <DiseaseSearchForm value={search} isBare={page.data.length === 0} />
      <div>
        <Total of={page} counted={search === "" ? t.reading.counted.diseases : t.reading.found} />
        {page.notice === undefined ? null : <p class="notice">{t.reading.longerNames}</p>}
        <PagedList
          of={page.pagination}
          empty={t.reading.noDiseases}
          next={[
            { href: withParameters("/diseases", { symptoms: search }), label: t.phenotypes.title },
            { href: withParameters("/posts", { search }), label: t.reading.searchPostsToo },
            { href: withParameters("/posts/new", { title: search }), label: t.writing.ask }
          ]}
          plain
        >
          {page.data.map((disease) => (
            <DiseaseItem key={disease.id} disease={disease} search={search} />
          ))}
        </PagedList>
        {search === "" || page.data.length === 0 ? null : (
          <p>
            <a class="more" href={withParameters("/posts", { search })}>
              {t.reading.searchPostsToo}
            </a>
          </p>
        )}
      </div>
    </>
  )
}

interface FrontProps {
  readonly page: DiseasePage
  /** The diseases that the newest posts are about. */
  readonly discussed: ReadonlyArray<Disease>
}

/** The diseases that members write about, and all by groups and by name. */
const Front = ({ discussed, page }: FrontProps) => {
  const { t } = useWebRequest()
  return (
    <>
      <h1>{t.layout.diseases}</h1>
      <DiseaseSearchForm value="" />
      {discussed.length === 0 ? null : (
        <section aria-labelledby="discussed" class="pairs">
          <h2 id="discussed">{t.disease.discussed}</h2>
          <List empty="" plain>
            {discussed.map((disease) => (
              <DiseaseItem key={disease.id} disease={disease} />
            ))}
          </List>
        </section>
      )}
      <p>
        <a class="more" href="/diseases?page=1">
          {t.disease.allByName({ count: page.pagination.total })}
        </a>
      </p>
      <Groups page={page} />
    </>
  )
}

const listView = ({ parameters, t }: WebRequest<unknown, DiseaseRequest>, page: DiseasePage): View => {
  const { category, search = "" } = parameters
  const groups = Option.getOrElse(page.categories, () => [])
  const group = groups.find(({ id }) => id === category)?.name ?? t.layout.diseases
  const title = search === "" ? labelOf(t.groups, group, group) : t.reading.resultsFor({ search })
  return {
    title,
    description: t.reading.diseasesDescription,
    tags: tagsOfFound(page, parameters.search),
    body: <DiseaseList page={page} search={search} title={title} />
  }
}

const makeShowFront =
  (diseases: Diseases["Type"]) =>
  (request: WebRequest<unknown, DiseaseRequest>): Effect.Effect<View, PageError> =>
    Effect.gen(function* () {
      const page = yield* diseases.list({ limit: 1, categories: true })
      const discussed = yield* diseases.discussed(nameLanguage(request))
      return {
        title: request.t.layout.diseases,
        canonical: "/diseases",
        description: request.t.reading.diseasesDescription,
        tags: tagsOfDiseases(),
        body: <Front page={page} discussed={discussed} />
      }
    })

const services = Effect.all([Diseases, Phenotypes])

const ofSigns = ["symptoms", "phenotypes", "excluded"] as const
const ofLists = ["search", "category", "page", "limit", "cursor"] as const

export const routes = Effect.map(services, ([diseases, phenotypes]) => {
  const showSigns = makeShowSigns(diseases, phenotypes)
  const showFront = makeShowFront(diseases)
  return [
    page({
      ...forAnyone,
      path: "/diseases",
      querySchema: Schema.Struct({ ...DiseaseQuery.fields, print: given }),
      policy: sharedUntilChanged,
      show: (request) => {
        const { parameters, query } = request
        if (ofSigns.some((name) => query[name] !== undefined)) return showSigns(request)
        if (ofLists.every((name) => parameters[name] === undefined)) return showFront(request)
        return Effect.gen(function* () {
          const page = yield* diseases.list({
            ...parameters,
            categories: parameters.category !== undefined,
            lang: nameLanguage(request)
          })
          const { cursor, limit, page: number, search } = parameters
          if (page.readAs !== "signs" || search === undefined) return listView(request, page)
          const isPlain = cursor === undefined && limit === undefined && number === undefined
          return yield* showSigns(request, { search, page: isPlain ? beginningOf(page) : page })
        })
      }
    })
  ]
})
