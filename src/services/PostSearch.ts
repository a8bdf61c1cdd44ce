import { Context, Effect, Layer, Option } from "effect"
import type { CursorRefused } from "../domain/Cursor.ts"
import { highlight } from "../domain/Highlight.ts"
import { foundPostList } from "../domain/Lists.ts"
import { foundByPlace, type PageRequest, pageOf, type Window, windowOf } from "../domain/Page.ts"
import { textOfHtml } from "../domain/PlainText.ts"
import type { ListedPost, PostFilter, PostPage } from "../domain/Post.ts"
import type { FoundPosts, SearchedPost } from "../domain/PostSearch.ts"
import { type SearchQuery, searchQuery, wantedTerms, wholePhrase } from "../domain/SearchQuery.ts"
import type { Term } from "../domain/SearchText.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { PostsRepo } from "../repositories/PostsRepo.ts"
import { searchReadings } from "./SearchReadings.ts"
import { Words } from "./Words.ts"

/** The longest title and the longest snippet of a text that is shown, in characters. */
const titleCharacters = 400
const snippetCharacters = 240

type Request = PageRequest & Omit<PostFilter, "search">

/** The text around what was found. Of a single term the excerpt tells it when it is near the beginning, unread the rest. */
const snippetOf = ({ commentHtml, contentHtml, post }: SearchedPost, terms: ReadonlyArray<Term>) => {
  const isSaid = Option.isSome(commentHtml)
  const atBeginning = terms.length > 1 || isSaid ? undefined : highlight(post.excerpt, terms, snippetCharacters)
  return atBeginning ?? highlight(textOfHtml(isSaid ? commentHtml.value : contentHtml), terms, snippetCharacters)
}

const make = Effect.gen(function* () {
  const posts = yield* PostsRepo
  const readingsOf = yield* searchReadings
  const words = yield* Words

  const nothing: FoundPosts = { items: [], total: 0, exact: true }

  const find = Effect.fnUntraced(function* (query: SearchQuery, request: Request, window: Window) {
    if (wantedTerms(query).length === 0) return { terms: [], found: nothing }
    const readings = yield* readingsOf(query)
    const { authorId, category, diseaseId, includeDescendants, sort = "relevance" } = request
    const found = yield* posts.search(
      {
        readings,
        unwanted: query.unwanted,
        whole: Option.fromNullable(wholePhrase(query)),
        authorId,
        category,
        diseaseId,
        includeDescendants,
        sort
      },
      window
    )
    return { terms: readings.flatMap((parts) => parts.flatMap(({ terms }) => terms)), found }
  })

  const listed = (found: SearchedPost, terms: ReadonlyArray<Term>): ListedPost => ({
    ...found.post,
    highlight: {
      title: highlight(found.post.title, terms, titleCharacters) ?? null,
      text: snippetOf(found, terms) ?? null
    }
  })

  const list = Effect.fnUntraced(function* (search: string, request: Request) {
    const list = foundPostList(search, request)
    const window = yield* windowOf(list, request)
    const page = ({
      found: { exact, items, total },
      terms
    }: Effect.Effect.Success<ReturnType<typeof find>>): PostPage => {
      const shown = items.map((item) => listed(item, terms))
      const { data, pagination } = pageOf(list, window, foundByPlace(shown, total, window))
      return { data, pagination: { ...pagination, totalExact: exact } }
    }
    const typed = yield* find(searchQuery(search), request, window)
    if (typed.found.total > 0 || typed.terms.length === 0) return page(typed)
    const correction = yield* words.correction(search)
    if (Option.isNone(correction)) return page(typed)
    const meant = yield* find(searchQuery(correction.value), request, window)
    const answer = page(meant)
    return meant.found.total === 0 ? answer : { ...answer, suggestion: correction.value }
  })

  return { list }
})

/** The search of posts (contract, Records). */
export class PostSearch extends Context.Tag("services/PostSearch")<
  PostSearch,
  {
    /**
     * One page of the posts that hold what is searched for (`searchQuery`), by relevance unless `sort` says otherwise. A
     * disease that the search names, by any of its names, also stands for its other names, and for all that is filed
     * under it or its subtypes. Where nothing is found, what `Words.correction` makes of it is searched for, and told as
     * `suggestion` if it finds something. Of more than 1,000 hits the best 1,000 can be paged through; the total says so. Fails
     * with `CursorRefused`.
     */
    readonly list: (search: string, request: Request) => Effect.Effect<PostPage, CursorRefused | Unavailable>
  }
>() {
  /** The rules above, over the ports. */
  static readonly layer = Layer.effect(PostSearch, make)
}
