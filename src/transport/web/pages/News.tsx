import { Effect, Option } from "effect"
import { NewsCategory, type NewsDetail, type NewsPage, type News as NewsRecord } from "../../../domain/news/News.ts"
import { News } from "../../../services/news/News.ts"
import { cachePolicies } from "../../cache/CachePolicies.ts"
import { toWireError } from "../../http/Errors.ts"
import { tagsOfNews } from "../../wire/CacheTags.ts"
import { english } from "../DiseaseNames.tsx"
import { FilterMenu, FilterSearch } from "../Filters.tsx"
import { numberIn } from "../Languages.ts"
import { List, Markup, Pages, Trail, When } from "../Pieces.tsx"
import { open, type Visit } from "../Visit.ts"

const Facts = ({ item, visit }: { readonly item: NewsRecord; readonly visit: Visit }) => (
  <p class="facts">
    <When at={item.publishedAt} visit={visit} />
    <span>{visit.t.reading.newsCategories[item.category]}</span>
    <span>{item.source}</span>
    {item.diseases.slice(0, 3).map(({ id, name }) => (
      <a key={id} href={`/diseases/${id}`} lang={english(visit)}>
        {name}
      </a>
    ))}
  </p>
)

/** An item of a list; `brief` leaves the summary out. */
export const NewsItem = ({
  brief,
  item,
  visit
}: {
  readonly item: NewsRecord
  readonly visit: Visit
  readonly brief?: boolean
}) => (
  <li class={brief === true ? "row" : "card"}>
    <h3>
      <a href={`/news/${item.id}`} dir="auto">
        {item.title}
      </a>
    </h3>
    <Facts item={item} visit={visit} />
    {brief === true ? null : <p dir="auto">{item.summary}</p>}
  </li>
)

interface Filter {
  readonly search?: string | undefined
  readonly category?: NewsCategory | undefined
  readonly diseaseId?: number | undefined
}

const NewsList = ({
  filter,
  page,
  visit
}: {
  readonly filter: Filter
  readonly page: NewsPage
  readonly visit: Visit
}) => {
  const { language, t } = visit
  const { category, diseaseId, search = "" } = filter
  return (
    <>
      <h1>{search === "" ? t.frame.news : t.reading.resultsFor(search)}</h1>
      <form action="/news" role="search" class="filters">
        <FilterSearch label={t.reading.searchNews} value={search} />
        <FilterMenu
          name="category"
          label={t.reading.category}
          chosen={category}
          choices={[
            { value: "", label: t.reading.everyCategory },
            ...NewsCategory.literals.map((value) => ({ value, label: t.reading.newsCategories[value] }))
          ]}
        />
        {diseaseId === undefined ? null : <input type="hidden" name="diseaseId" value={diseaseId} />}
        <button>{t.reading.show}</button>
      </form>
      <p role="status">{t.reading.found(page.pagination.total, numberIn(language, page.pagination.total))}</p>
      <List empty={t.reading.noNews}>
        {page.data.map((item) => (
          <NewsItem key={item.id} item={item} visit={visit} />
        ))}
      </List>
      <Pages pagination={page.pagination} visit={visit} />
    </>
  )
}

const Item = ({ item, visit }: { readonly item: NewsDetail; readonly visit: Visit }) => (
  <article class="reading">
    <Trail visit={visit} links={[["/news", visit.t.frame.news]]} />
    <h1 dir="auto">{item.title}</h1>
    <Facts item={item} visit={visit} />
    <p class="lead" dir="auto">
      {item.summary}
    </p>
    <Markup html={item.contentHtml} />
    {Option.match(item.sourceUrl, {
      onNone: () => null,
      onSome: (url) => (
        <p>
          <a href={url} rel="nofollow noopener">
            {visit.t.reading.readAtSource(item.source)}
          </a>
        </p>
      )
    })}
  </article>
)

export const routes = Effect.map(News, (news) => [
  open({
    path: "/news",
    twin: "news.list",
    policy: cachePolicies["news.list"],
    show: (visit) =>
      Effect.map(toWireError(news.list(visit.parameters)), (page) => ({
        title: visit.t.frame.news,
        ...(visit.url === "/news" ? { canonical: "/news" } : {}),
        feed: { href: "/feeds/news.xml", title: visit.t.frame.news },
        description: visit.t.reading.newsDescription,
        tags: tagsOfNews(),
        body: <NewsList filter={visit.parameters} page={page} visit={visit} />
      }))
  }),
  open({
    path: "/news/:id",
    twin: "news.get",
    policy: cachePolicies["news.get"],
    show: (visit) =>
      Effect.map(toWireError(news.get(visit.path.id)), (item) => ({
        title: item.title,
        description: item.summary.slice(0, 280),
        canonical: `/news/${item.id}`,
        tags: tagsOfNews(),
        body: <Item item={item} visit={visit} />
      }))
  })
])
