import { Array, Effect, Option } from "effect"
import { sharedWithListedViews } from "../../../../api/Keeps.ts"
import { PostQuery } from "../../../../api/posts/PostsApi.ts"
import type { HelpLine } from "../../../../domain/HelpLine.ts"
import { baseOf } from "../../../../domain/Language.ts"
import { PostCategory, type PostPage, type PostSort } from "../../../../domain/posts/Post.ts"
import { PhenotypeSearch } from "../../../../services/phenotypes/PhenotypeSearch.ts"
import { Posts } from "../../../../services/posts/Posts.ts"
import { tagsOfPosts } from "../../../wire/CacheTags.ts"
import type { Wording } from "../../Brand.ts"
import { withParameters } from "../../Browser.ts"
import { Done, nameLanguage } from "../../Components.tsx"
import { choicesOf } from "../../Form.tsx"
import { autonymOf } from "../../Languages.ts"
import { FilterMenu, Filters, PagedList, totalIn } from "../../Lists.tsx"
import { makeReaderView, ReaderOverlay } from "../../ReaderOverlay.tsx"
import { forAnyone, page } from "../../Route.ts"
import { useWebRequest } from "../../WebRequest.ts"
import { CurrentDiseaseNames, makeDiseaseNames } from "../diseases/DiseaseNames.tsx"
import { HelpLines } from "../moderation/HelpLines.tsx"
import { PostItem } from "./PostItem.tsx"

interface Filter {
  readonly search?: string | undefined
  readonly category?: PostCategory | undefined
  readonly sort?: PostSort | undefined
  readonly diseaseId?: number | undefined
  readonly authorId?: number | undefined
  readonly authorKind?: string | undefined
  readonly includeDescendants?: boolean | undefined
  readonly includeRelated?: boolean | undefined
  readonly language?: string | undefined
  readonly answered?: boolean | undefined
}

const PostFilters = ({ filter }: { readonly filter: Filter }) => {
  const { t } = useWebRequest()
  const { category, language, search = "", sort, ...kept } = filter
  const usual: PostSort = search === "" ? "date" : "relevance"
  const sorts: ReadonlyArray<PostSort> = [...(search === "" ? [] : ["relevance" as const]), "date", "replies", "views"]
  return (
    <Filters
      action="/posts"
      search={{ label: t.reading.searchPosts, value: search }}
      isFolded={category === undefined && language === undefined && (sort === undefined || sort === usual)}
    >
      <FilterMenu
        name="category"
        label={t.reading.category}
        value={category}
        every={t.reading.everyCategory}
        choices={choicesOf(PostCategory.literals, t.reading.categories)}
      />
      <FilterMenu
        name="language"
        label={t.reading.language}
        value={language}
        every={t.reading.everyLanguage}
        choices={Array.dedupe([...t.languages.map(baseOf), ...(language === undefined ? [] : [language])]).map(
          (tag) => ({
            value: tag,
            label: autonymOf(tag)
          })
        )}
      />
      <FilterMenu
        name="sort"
        label={t.reading.sort}
        value={sort === usual ? "" : sort}
        choices={sorts.map((one) => ({ value: one === usual ? "" : one, label: t.reading.sorts[one] }))}
      />
      {Object.entries(kept).map(([name, value]) =>
        value === undefined ? null : <input key={name} type="hidden" name={name} value={String(value)} />
      )}
    </Filters>
  )
}

/** The posts that a filter shows, in words. */
const titleOf = (t: Wording, { answered, category, search }: Filter) => {
  if (search !== undefined) return t.reading.resultsFor({ search })
  return category === "question" && answered === false ? t.disease.questions : t.layout.posts
}

interface PostListProps {
  readonly filter: Filter
  /** The lines to call, if the search says that somebody thinks of ending their life. */
  readonly helpLines: ReadonlyArray<HelpLine>
  readonly page: PostPage
}

const PostList = ({ filter, helpLines, page }: PostListProps) => {
  const { query, t, viewer } = useWebRequest()
  const { data, pagination, suggestion } = page
  const { search, sort: _, ...narrowed } = filter
  const shown = totalIn(t, { of: page, counted: search === undefined ? t.reading.counted.posts : t.reading.found })
  const isNarrowed = search !== undefined || Object.values(narrowed).some((value) => value !== undefined)
  const isPartial = data[0]?.partial === true
  const isAsking = search !== undefined && (isPartial || data.length === 0)
  const write = withParameters("/posts/new", { diseaseId: filter.diseaseId })
  const ask = isAsking
    ? { href: withParameters(write, { title: search }), label: t.writing.ask }
    : { href: write, label: t.writing.write }
  return (
    <>
      {query["done"] === "deleted" && Option.isSome(viewer) ? <Done>{t.writing.deleted}</Done> : null}
      <div class="head">
        <h1>{titleOf(t, filter)}</h1>
        <a class={search === undefined ? "button" : "button second"} href={write}>
          {t.writing.write}
        </a>
      </div>
      {helpLines.length === 0 ? null : <HelpLines lead={t.phenotypes.helpLead} lines={helpLines} isShared />}
      <div class="columns filtered">
        <PostFilters filter={filter} />
        <div>
          {data.length === 0 ? null : <p class="hint">{t.layout.askFirst}</p>}
          <p role="status">
            {pagination.total === 0 && data.length === 0 ? null : shown}
            {suggestion === undefined ? null : ` ${t.reading.suggestion({ search: suggestion })}`}
            {isPartial ? ` ${t.reading.partial}` : null}
            {isPartial ? (
              <>
                {" "}
                <a href={ask.href}>{ask.label}</a>
              </>
            ) : null}
          </p>
          <PagedList
            of={pagination}
            empty={isNarrowed ? t.layout.nothingFound : t.reading.noPosts}
            next={
              isAsking ? [ask, { href: withParameters("/diseases", { search }), label: t.reading.searchDisease }] : ask
            }
          >
            {data.map((post) => (
              <PostItem key={post.id} post={post} heading="h2" />
            ))}
          </PagedList>
        </div>
      </div>
    </>
  )
}

/** The diseases that posts are about. */
export const diseasesOf = ({ data }: PostPage) => data.flatMap(({ disease }) => Option.toArray(disease))

export const routes = Effect.map(
  Effect.all([Posts, PhenotypeSearch, makeReaderView, makeDiseaseNames]),
  ([posts, signs, readerView, namesOf]) => [
    page({
      ...forAnyone,
      path: "/posts",
      querySchema: PostQuery,
      policy: sharedWithListedViews,
      show: (request) =>
        Effect.gen(function* () {
          const page = yield* posts.list(request.parameters)
          const names = yield* namesOf(request, diseasesOf(page))
          const { search } = request.parameters
          const helpLines = search === undefined ? [] : yield* signs.helpLinesFor(search, nameLanguage(request))
          return {
            title: titleOf(request.t, request.parameters),
            ...(withParameters(request.url, { lang: undefined }) === "/posts" ? { canonical: "/posts" } : {}),
            feed: { href: "/feeds/posts.xml", title: request.t.layout.posts },
            description: request.t.reading.postsDescription,
            tags: [...tagsOfPosts(request.parameters)(page), "catalogue" as const],
            body: (
              <ReaderOverlay of={yield* readerView(request)}>
                <CurrentDiseaseNames.Provider value={names}>
                  <PostList filter={request.parameters} helpLines={helpLines} page={page} />
                </CurrentDiseaseNames.Provider>
              </ReaderOverlay>
            )
          }
        })
    })
  ]
)
