import { Context, Effect, Layer, Option } from "effect"
import type { InvalidCursor } from "../../domain/Cursor.ts"
import { foundPostList } from "../../domain/Lists.ts"
import { type PageRequest, type PageSlice, pageByOffset, pageOf, pageSliceOf } from "../../domain/Page.ts"
import type { ListedPost, PostFilter, PostPage } from "../../domain/posts/Post.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { PostsRepo } from "../../ports/PostsRepo.ts"
import type { FoundPosts, SearchedPost } from "../../search/posts/PostQuery.ts"
import { highlight } from "../../text/Highlight.ts"
import type { Term } from "../../text/Lexemes.ts"
import { textOfHtml } from "../../text/PlainText.ts"
import { type SearchQuery, searchQuery, wantedTerms, wholePhrase } from "../../text/SearchQuery.ts"
import { withSpans } from "../Spans.ts"
import { searchAlternatives } from "./QueryExpansion.ts"
import { SpellCorrector } from "./SpellCorrector.ts"

/** The longest title and the longest snippet that are shown, in characters. */
const titleCharacters = 400
const snippetCharacters = 240

type Request = PageRequest & Omit<PostFilter, "search">

/** The search of posts (contract, Records). */
export class PostSearch extends Context.Tag("services/posts/PostSearch")<
  PostSearch,
  {
    /**
     * One page of the posts that match a search (`searchQuery`), by relevance unless `sort` says otherwise. A disease
     * that the search names also stands for its other names, and for all that is filed under it or its subtypes. When
     * nothing matches, the correction of `SpellCorrector.suggest` is searched for, and returned as `suggestion` if it
     * matches something. Of more than 1,000 matches the best 1,000 can be paged through; the total says so. Fails with
     * `InvalidCursor`.
     */
    readonly list: (search: string, request: Request) => Effect.Effect<PostPage, InvalidCursor | Unavailable>
  }
>() {
  static readonly layer = Layer.effect(PostSearch, withSpans("PostSearch", Effect.gen(make)))
}

/** The posts that match a search, and the terms to highlight in them. */
interface Matches {
  readonly terms: ReadonlyArray<Term>
  readonly page: FoundPosts
}

const noMatches: Matches = { terms: [], page: { items: [], total: 0, exact: true } }

function* make() {
  const posts = yield* PostsRepo
  const alternativesOf = yield* searchAlternatives
  const words = yield* SpellCorrector

  const find = Effect.fnUntraced(function* (query: SearchQuery, request: Request, window: PageSlice) {
    if (wantedTerms(query).length === 0) return noMatches
    const alternatives = yield* alternativesOf(query)
    const { authorId, authorKind, category, diseaseId, includeDescendants, sort = "relevance" } = request
    const filter = { authorId, authorKind, category, diseaseId, includeDescendants, sort }
    const whole = Option.fromNullable(wholePhrase(query))
    const page = yield* posts.search({ alternatives, unwanted: query.unwanted, whole, ...filter }, window)
    return { terms: alternatives.flatMap((parts) => parts.flatMap(({ terms }) => terms)), page } satisfies Matches
  })

  const list = Effect.fnUntraced(function* (search: string, request: Request) {
    const list = foundPostList(search, request)
    const window = yield* pageSliceOf(list, request)
    const toPage = ({ page: { exact, items, total }, terms }: Matches): PostPage => {
      const shownPosts = items.map((item) => withHighlight(item, terms))
      const { data, pagination } = pageOf(list, window, pageByOffset(shownPosts, total, window))
      return { data, pagination: { ...pagination, totalExact: exact } }
    }
    const typed = yield* find(searchQuery(search), request, window)
    if (typed.page.total > 0 || typed.terms.length === 0) return toPage(typed)
    const correction = yield* words.suggest(search)
    if (Option.isNone(correction)) return toPage(typed)
    const corrected = yield* find(searchQuery(correction.value), request, window)
    return corrected.page.total === 0 ? toPage(corrected) : { ...toPage(corrected), suggestion: correction.value }
  })

  return { list }
}

const withHighlight = (match: SearchedPost, terms: ReadonlyArray<Term>): ListedPost => ({
  ...match.post,
  highlight: {
    title: highlight(match.post.title, terms, titleCharacters) ?? null,
    text: snippetOf(match, terms) ?? null
  }
})

/** The text around a match. For a single term near the beginning of a post the excerpt has it, and the rest is not read. */
const snippetOf = ({ commentHtml, contentHtml, post }: SearchedPost, terms: ReadonlyArray<Term>) => {
  const isComment = Option.isSome(commentHtml)
  const atBeginning = terms.length > 1 || isComment ? undefined : highlight(post.excerpt, terms, snippetCharacters)
  return atBeginning ?? highlight(textOfHtml(isComment ? commentHtml.value : contentHtml), terms, snippetCharacters)
}
