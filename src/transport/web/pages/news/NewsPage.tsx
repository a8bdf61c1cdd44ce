import { excerptOf } from "@rare-disease-community/text/Excerpt"
import { Effect, Option } from "effect"
import { sharedUntilChanged } from "../../../../api/Keeps.ts"
import { NewsPath, NewsQuery } from "../../../../api/news/NewsApi.ts"
import { unnamedCommunity } from "../../../../Config.ts"
import { NewsCategory, type NewsDetail, type NewsPage, type News as NewsRecord } from "../../../../domain/news/News.ts"
import { News } from "../../../../services/news/News.ts"
import { type InLanguage, withLanguage } from "../../../../services/news/NewsLanguage.ts"
import { tagsOfNews } from "../../../wire/CacheTags.ts"
import type { Wording } from "../../Brand.ts"
import { withParameters } from "../../Browser.ts"
import { OtherLanguage, Trail, When } from "../../Components.tsx"
import { choicesOf } from "../../Form.tsx"
import { textLanguage } from "../../Languages.ts"
import { FilterMenu, Filters, PagedList, Total } from "../../Lists.tsx"
import { Markup } from "../../Markup.tsx"
import { forAnyone, page } from "../../Route.ts"
import { useWebRequest } from "../../WebRequest.ts"
import { CurrentDiseaseNames, DiseaseLink, makeDiseaseNames } from "../diseases/DiseaseNames.tsx"
import { makeNoteOpened } from "../notifications/NoteOpened.ts"

/** News of a list, each with its language. */
export interface ShownNews extends Pick<NewsPage, "pagination"> {
  readonly data: ReadonlyArray<NewsRecord & InLanguage>
}

export const withLanguages = ({ data, pagination }: NewsPage): Effect.Effect<ShownNews> =>
  Effect.map(Effect.forEach(data, withLanguage), (data) => ({ data, pagination }))

/** When an item was published; that nobody knows it where its feed names no date that can be read. */
export const Published = ({ item: { dated, publishedAt } }: { readonly item: NewsRecord }) => {
  const { t } = useWebRequest()
  return dated === false ? <span>{t.reading.dateUnknown}</span> : <When at={publishedAt} ago />
}

/** The source of an item: of the community's own news its name, in the language of the page where it has no other. */
export const sourceOf = ({ own, source }: NewsRecord, { layout: { site } }: Pick<Wording, "layout">): string =>
  own === true && source === unnamedCommunity ? site : source

const Facts = ({ item }: { readonly item: NewsRecord & InLanguage }) => {
  const { t } = useWebRequest()
  return (
    <p class="facts">
      <span class="tag">{t.reading.newsCategories[item.category]}</span>
      <OtherLanguage of={item} />
      <span>{sourceOf(item, t)}</span>
      {item.diseases.slice(0, 3).map((disease) => (
        <DiseaseLink key={disease.id} disease={disease} />
      ))}
      <Published item={item} />
    </p>
  )
}

interface NewsItemProps {
  readonly item: ShownNews["data"][number]
  /** Leaves the summary out. */
  readonly brief?: boolean
  /** The level of its title: below the heading of its list. */
  readonly heading?: "h2" | "h3"
}

/** An item of a list. */
export const NewsItem = ({ brief, heading: Heading = "h3", item }: NewsItemProps) => (
  <li class="row">
    <Heading>
      <a href={`/news/${item.id}`} dir="auto" lang={textLanguage(item)}>
        {item.title}
      </a>
    </Heading>
    <Facts item={item} />
    {brief === true || item.summary === "" ? null : (
      <p class="excerpt" dir="auto" lang={textLanguage(item)}>
        {item.summary}
      </p>
    )}
  </li>
)

interface Filter {
  readonly search?: string | undefined
  readonly category?: NewsCategory | undefined
  readonly diseaseId?: number | undefined
}

const NewsList = ({ filter, page }: { readonly filter: Filter; readonly page: ShownNews }) => {
  const { t } = useWebRequest()
  const { category, diseaseId, search = "" } = filter
  return (
    <>
      <h1>{search === "" ? t.layout.news : t.reading.resultsFor({ search })}</h1>
      <div class="columns filtered">
        <Filters
          action="/news"
          search={{ label: t.reading.searchNews, value: search }}
          isFolded={category === undefined}
        >
          <FilterMenu
            name="category"
            label={t.reading.category}
            value={category}
            every={t.reading.everyCategory}
            choices={choicesOf(NewsCategory.literals, t.reading.newsCategories)}
          />
          {diseaseId === undefined ? null : <input type="hidden" name="diseaseId" value={diseaseId} />}
        </Filters>
        <div>
          <Total of={page} counted={search === "" ? t.reading.counted.news : t.reading.found} />
          <PagedList
            of={page.pagination}
            plain
            empty={search === "" && category === undefined ? t.reading.noNews : t.layout.nothingFound}
          >
            {page.data.map((item) => (
              <NewsItem key={item.id} item={item} heading="h2" />
            ))}
          </PagedList>
        </div>
      </div>
    </>
  )
}

const Item = ({ item }: { readonly item: NewsDetail & InLanguage }) => {
  const { t } = useWebRequest()
  return (
    <article class="reading">
      <Trail href="/news" label={t.layout.news} />
      <h1 dir="auto" lang={textLanguage(item)}>
        {item.title}
      </h1>
      <Facts item={item} />
      {item.own === true || item.summary === "" ? null : (
        <p class="lead" dir="auto" lang={textLanguage(item)}>
          {item.summary}
        </p>
      )}
      {item.contentHtml === "" ? null : (
        <Markup html={item.contentHtml} name="news" under={1} lang={textLanguage(item)} />
      )}
      {Option.isNone(item.sourceUrl) ? null : (
        <p>
          <a href={item.sourceUrl.value} rel="nofollow noopener">
            {t.reading.readAtSource({ source: sourceOf(item, t) })}
          </a>
        </p>
      )}
    </article>
  )
}

/** The diseases that items are about. */
export const diseasesInNews = (items: ReadonlyArray<NewsRecord>) => items.flatMap(({ diseases }) => diseases)

export const routes = Effect.map(
  Effect.all([News, makeDiseaseNames, makeNoteOpened]),
  ([news, namesOf, noteOpened]) => [
    page({
      ...forAnyone,
      path: "/news",
      querySchema: NewsQuery,
      policy: sharedUntilChanged,
      show: (request) =>
        Effect.gen(function* () {
          const page = yield* Effect.flatMap(news.list(request.parameters), withLanguages)
          const names = yield* namesOf(request, diseasesInNews(page.data))
          return {
            title: request.t.layout.news,
            ...(withParameters(request.url, { lang: undefined }) === "/news" ? { canonical: "/news" } : {}),
            feed: { href: "/feeds/news.xml", title: request.t.layout.news },
            description: request.t.reading.newsDescription,
            tags: [...tagsOfNews(), "catalogue" as const],
            body: (
              <CurrentDiseaseNames.Provider value={names}>
                <NewsList filter={request.parameters} page={page} />
              </CurrentDiseaseNames.Provider>
            )
          }
        })
    }),
    page({
      ...forAnyone,
      path: "/news/:id",
      pathSchema: NewsPath,
      policy: sharedUntilChanged,
      show: (request) =>
        Effect.gen(function* () {
          const item = yield* Effect.flatMap(news.get(request.path.id), withLanguage)
          const names = yield* namesOf(request, diseasesInNews([item]))
          yield* noteOpened(request, { kind: "news", id: item.id })
          return {
            title: item.title,
            ...(item.summary === "" ? {} : { description: excerptOf(item.summary) }),
            canonical: `/news/${item.id}`,
            tags: [...tagsOfNews(), "catalogue" as const],
            body: (
              <CurrentDiseaseNames.Provider value={names}>
                <Item item={item} />
              </CurrentDiseaseNames.Provider>
            )
          }
        })
    })
  ]
)
