import { Context, Effect, Layer, Option } from "effect"
import type { InvalidCursor } from "../../domain/Cursor.ts"
import { foundPostList } from "../../domain/Lists.ts"
import { type PageRequest, type PageSlice, pageByOffset, pageOf, pageSliceOf } from "../../domain/Page.ts"
import type { ListedPost, PostFilter, PostPage } from "../../domain/posts/Post.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { PostsRepo } from "../../ports/PostsRepo.ts"
import { type FoundPosts, hasMost, type SearchedPost, type SearchPart } from "../../search/posts/PostQuery.ts"
import { isEveryday } from "../../text/ContentWords.ts"
import { foldText } from "../../text/Folding.ts"
import { highlight } from "../../text/Highlight.ts"
import { textOfHtml } from "../../text/Html.ts"
import type { Term } from "../../text/Lexemes.ts"
import { searchQuery, wantedTerms, wholePhrase } from "../../text/SearchQuery.ts"
import { DiseaseFinder } from "../diseases/DiseaseFinder.ts"
import { withSpans } from "../Spans.ts"
import { searchAlternatives } from "./QueryExpansion.ts"

/** The longest title and the longest snippet that are shown, in characters. */
const titleCharacters = 400
const snippetCharacters = 240

/** The advice for a search without results. */
const emptyHint =
  "No post has these words or most of them. Try fewer or other words, the name of a disease, or fewer filters; -word and " +
  "quoted phrases exclude posts."

/** The words of one search that are corrected. */
const maxCorrected = 8

const letters = /[\p{L}\p{M}]+/gu

type Request = PageRequest & Omit<PostFilter, "search">

/** The search of posts (contract, Records). */
export class PostSearch extends Context.Tag("services/posts/PostSearch")<
  PostSearch,
  {
    /**
     * One page of the posts that match a search (`searchQuery`), by relevance unless `sort` says otherwise. A search that
     * names a disease also matches the disease's other names, and all posts filed under it or its subtypes. When nothing
     * matches, its words are corrected by the names of diseases; that search is made, and returned as `suggestion`, if it
     * matches something. Otherwise the posts that have most of the words (`hasMost`) are the page, each marked `partial`;
     * without any, `hint` says what to try. Of more than 1,000 matches the best 1,000 can be paged through; the total says
     * so. Fails with `InvalidCursor`.
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
  const correctionOf = yield* corrections

  const find = Effect.fnUntraced(function* (search: string, request: Request, window: PageSlice, partial = false) {
    const query = searchQuery(search)
    if (wantedTerms(query).length === 0) return noMatches
    const read = yield* alternativesOf(query)
    const alternatives = partial ? read.filter(isDivisible) : read
    if (alternatives.length === 0) return noMatches
    const { authorId, authorKind, category, diseaseId, includeDescendants, sort = "relevance" } = request
    const filter = { authorId, authorKind, category, diseaseId, includeDescendants, sort }
    const whole = partial ? Option.none() : Option.fromNullable(wholePhrase(query))
    const page = yield* posts.search({ alternatives, partial, unwanted: query.unwanted, whole, ...filter }, window)
    return { terms: alternatives.flatMap((parts) => parts.flatMap(({ terms }) => terms)), page } satisfies Matches
  })

  const list = Effect.fnUntraced(function* (search: string, request: Request) {
    const list = foundPostList(search, request)
    const window = yield* pageSliceOf(list, request)
    const toPage = (
      { page: { exact, items, total }, terms }: Matches,
      marks: Pick<ListedPost, "partial"> = {}
    ): PostPage => {
      const shownPosts = items.map((item) => ({ ...withHighlight(item, terms), ...marks }))
      const { data, pagination } = pageOf(list, window, pageByOffset(shownPosts, total, window))
      return { data, pagination: { ...pagination, totalExact: exact } }
    }
    const typed = yield* find(search, request, window)
    if (typed.page.total > 0) return toPage(typed)
    const correction = yield* correctionOf(search)
    if (Option.isSome(correction)) {
      const corrected = yield* find(correction.value, request, window)
      if (corrected.page.total > 0) return { ...toPage(corrected), suggestion: correction.value }
    }
    const partly = yield* find(search, request, window, true)
    return partly.page.total > 0 ? toPage(partly, { partial: true }) : { ...toPage(typed), hint: emptyHint }
  })

  return { list }
}

/** True if a post may lack a part of an alternative and still have most of it. */
const isDivisible = (parts: ReadonlyArray<SearchPart>): boolean =>
  parts.some((_, missing) => hasMost(parts, (_, nth) => nth !== missing))

/** Makes the function that corrects the words of a search outside quotations by the names of diseases. */
const corrections = Effect.map(DiseaseFinder, ({ similarWord }) =>
  Effect.fnUntraced(function* (search: string) {
    const written = searchQuery(search).wanted.flatMap(({ quoted, written }) => (quoted ? [] : [written]))
    const typed = new Set(
      foldText(written.join(" "))
        .match(letters)
        ?.filter((word) => !isEveryday(word))
    )
    const found = yield* Effect.forEach(Array.from(typed).slice(0, maxCorrected), (word) =>
      Effect.map(similarWord(word), (similar) => Option.map(similar, (name) => [word, name] as const))
    )
    const corrected = new Map(found.flatMap(Option.toArray))
    return corrected.size === 0
      ? Option.none<string>()
      : Option.some(search.replace(letters, (word) => corrected.get(foldText(word)) ?? word))
  })
)

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
