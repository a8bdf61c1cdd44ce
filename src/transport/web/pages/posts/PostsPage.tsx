import { Effect } from "effect"
import { PostQuery } from "../../../../api/PostsApi.ts"
import { PostCategory, type PostPage, type PostSort } from "../../../../domain/posts/Post.ts"
import { Posts } from "../../../../services/posts/Posts.ts"
import { sharedWithListedViews } from "../../../cache/CachePolicies.ts"
import { tagsOfPosts } from "../../../wire/CacheTags.ts"
import { withParameters } from "../../Browser.ts"
import { Done, List, Pages, PostItem } from "../../Components.tsx"
import { FilterMenu, Filters } from "../../Filters.tsx"
import { BlockedMembers, makeBlockedBy } from "../../Folded.tsx"
import { choicesOf } from "../../Form.tsx"
import { numberIn } from "../../Languages.ts"
import { forAnyone, page } from "../../Route.ts"
import { useWebRequest } from "../../WebRequest.ts"

interface Filter {
  readonly search?: string | undefined
  readonly category?: PostCategory | undefined
  readonly sort?: PostSort | undefined
  readonly diseaseId?: number | undefined
  readonly authorId?: number | undefined
  readonly authorKind?: string | undefined
  readonly includeDescendants?: boolean | undefined
}

const PostFilters = ({ filter }: { readonly filter: Filter }) => {
  const { t } = useWebRequest()
  const { authorId, category, diseaseId, includeDescendants, search = "", sort } = filter
  const hidden = { diseaseId, authorId, includeDescendants }
  const usual: PostSort = search === "" ? "date" : "relevance"
  const sorts: ReadonlyArray<PostSort> = [...(search === "" ? [] : ["relevance" as const]), "date", "replies", "views"]
  return (
    <Filters action="/posts" search={{ label: t.reading.searchPosts, value: search }}>
      <FilterMenu
        name="category"
        label={t.reading.category}
        value={category}
        choices={[
          { value: "", label: t.reading.everyCategory },
          ...choicesOf(PostCategory.literals, t.reading.categories)
        ]}
      />
      <FilterMenu
        name="sort"
        label={t.reading.sort}
        value={sort === usual ? "" : sort}
        choices={sorts.map((one) => ({ value: one === usual ? "" : one, label: t.reading.sorts[one] }))}
      />
      {Object.entries(hidden).map(([name, value]) =>
        value === undefined ? null : <input key={name} type="hidden" name={name} value={String(value)} />
      )}
    </Filters>
  )
}

const PostList = ({ filter, page }: { readonly filter: Filter; readonly page: PostPage }) => {
  const { language, query, t } = useWebRequest()
  const { data, hint, pagination, suggestion } = page
  const total = numberIn(language, pagination.total)
  const shown = pagination.totalExact === false ? t.reading.moreThan(total) : t.reading.found(pagination.total, total)
  const isSearch = filter.search !== undefined
  const next = isSearch ? { href: "/posts", label: t.reading.allPosts } : { href: "/posts/new", label: t.writing.write }
  return (
    <>
      {query["done"] === "deleted" ? <Done>{t.writing.deleted}</Done> : null}
      <div class="head">
        <h1>{filter.search === undefined ? t.frame.posts : t.reading.resultsFor(filter.search)}</h1>
        <a class="button" href={withParameters("/posts/new", { diseaseId: filter.diseaseId })}>
          {t.writing.write}
        </a>
      </div>
      <div class="columns filtered">
        <PostFilters filter={filter} />
        <div>
          <p role="status">
            {shown}
            {suggestion === undefined ? null : ` ${t.reading.suggestion(suggestion)}`}
            {data[0]?.partial === true ? ` ${t.reading.partial}` : null}
          </p>
          <List empty={hint === undefined ? t.reading.noPosts : t.frame.nothingFound} next={next}>
            {data.map((post) => (
              <PostItem key={post.id} post={post} />
            ))}
          </List>
          <Pages pagination={pagination} />
        </div>
      </div>
    </>
  )
}

export const routes = Effect.map(Effect.all([Posts, makeBlockedBy]), ([posts, blockedBy]) => [
  page({
    ...forAnyone,
    path: "/posts",
    querySchema: PostQuery,
    policy: sharedWithListedViews,
    show: (request) =>
      Effect.map(Effect.all([posts.list(request.parameters), blockedBy(request)]), ([page, blocked]) => {
        const { search } = request.parameters
        return {
          title: search === undefined ? request.t.frame.posts : request.t.reading.resultsFor(search),
          ...(withParameters(request.url, { lang: undefined }) === "/posts" ? { canonical: "/posts" } : {}),
          feed: { href: "/feeds/posts.xml", title: request.t.frame.posts },
          description: request.t.reading.postsDescription,
          tags: tagsOfPosts(request.parameters)(page),
          body: (
            <BlockedMembers.Provider value={blocked}>
              <PostList filter={request.parameters} page={page} />
            </BlockedMembers.Provider>
          )
        }
      })
  })
])
