import { highlighter } from "@rare-disease-community/text/Highlight"
import { textOfHtml } from "@rare-disease-community/text/Html"
import { textTokens } from "@rare-disease-community/text/NameWords"
import { type SearchQuery, searchQuery, wantedTerms, wholePhrase } from "@rare-disease-community/text/SearchQuery"
import { Context, Effect, Layer, Option } from "effect"
import { inSlices } from "../../concurrency/Slices.ts"
import { type FoundPostKey, foundPostList, maxLast } from "../../domain/Lists.ts"
import { type InvalidCursor, type PageRequest, type PageSlice, pageOf, pageSliceOf } from "../../domain/Page.ts"
import { type ListedPost, maxPostsFound, type PostFilter, type PostPage } from "../../domain/posts/Post.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { PostsRepo } from "../../ports/posts/PostsRepo.ts"
import type { CommunityWords } from "../../search/posts/CommunityWords.ts"
import { type Alternatives, missingWords, weighed, withHalfNames } from "../../search/posts/PartialMatches.ts"
import type { FoundPosts, PostQuery, SearchedPost } from "../../search/posts/PostQuery.ts"
import { searchAlternatives } from "../../search/posts/SearchAlternatives.ts"
import { withSynonyms } from "../../search/posts/Synonyms.ts"
import { DiseaseFinder } from "../diseases/DiseaseFinder.ts"
import { withSpans } from "../Spans.ts"
import { corrections, makeCommunityWords } from "./SearchCorrection.ts"

/** The longest marked title of a search result. */
const titleCharacters = 400

/** The longest snippet of a search result. */
const snippetCharacters = 240

/** The most HTML that is read for the snippets of a page, in characters; of many long texts the beginnings are. */
const maxRead = 200_000

const orAsk = "the name of a disease. Or ask: a new post starts a thread."

const nothingHint = `No post has any of these words. Try fewer or other words, or ${orAsk}`

const narrowedHint =
  "No post that is left has any of these words: filters, -word and quoted phrases leave out others, which may have them. " +
  `Try without these, other words, or ${orAsk}`

type Window = PageSlice<FoundPostKey>
type Request = PageRequest & Omit<PostFilter, "search">

/** The search of posts (contract, Records). */
export class PostSearch extends Context.Tag("services/posts/PostSearch")<
  PostSearch,
  {
    /**
     * One page of the posts that match a search (`searchQuery`), by relevance unless `sort` says otherwise. A search
     * that names a disease also matches the disease's other names, and all posts filed under it or its subtypes; half a
     * name also matches these posts, which come last. When nothing matches, words that nobody has written are corrected
     * by those of the community and of the names of diseases; that search is made, and returned as `suggestion`, if it
     * matches something, or posts have a corrected word. Otherwise the posts that have most of its words, or else any,
     * are the page, each marked `partial`, with the words that it lacks in `missing`; without any, `hint` says what to
     * try. Of more than 1,000 matches the best 1,000 can be paged through; the total says so. Fails with
     * `InvalidCursor`.
     */
    readonly list: (search: string, request: Request) => StorageEffect<PostPage, InvalidCursor>
  }
>() {
  static readonly layer = Layer.scoped(PostSearch, withSpans("PostSearch", Effect.gen(make)))
}

interface Read {
  readonly query: SearchQuery
  readonly alternatives: Alternatives
}

interface Matches {
  readonly alternatives: Alternatives
  readonly page: FoundPosts
}

const noMatches: Matches = { alternatives: [], page: { items: [], offset: 0, total: 0, exact: true } }

function* make() {
  const posts = yield* PostsRepo
  const { index } = yield* DiseaseFinder
  const communityWords = yield* makeCommunityWords
  const correctionOf = yield* corrections

  /** A search with the ways to read it. */
  const readingOf = Effect.fnUntraced(function* (search: string) {
    const query = searchQuery(search)
    if (wantedTerms(query).length === 0) return { query, alternatives: [] } satisfies Read
    const names = yield* index
    const alternatives: Alternatives = searchAlternatives(query, names).map((parts) =>
      withHalfNames(parts, (words) => names.halfNamed(words))
    )
    return { query, alternatives } satisfies Read
  })

  const find = Effect.fnUntraced(function* (
    { alternatives, query }: Read,
    request: Request,
    window: Window,
    ways: Pick<PostQuery, "partial" | "whole"> = { whole: Option.fromNullable(wholePhrase(query)) }
  ) {
    if (alternatives.length === 0) return noMatches
    const { includeRelated = false, sort = "relevance", ...filter } = request
    const search: PostQuery = { ...filter, ...ways, sort, alternatives, unwanted: query.unwanted }
    const page = yield* includeRelated && filter.diseaseId !== undefined
      ? searchWithRelated(posts, search, window)
      : posts.search(search, window)
    return { alternatives, page } satisfies Matches
  })

  const findPartly = ({ alternatives, query }: Read, words: CommunityWords, request: Request, window: Window) =>
    find({ query, alternatives: weighed(alternatives, words) }, request, window, {
      partial: true,
      whole: Option.none()
    })

  const list = Effect.fnUntraced(function* (search: string, request: Request) {
    const list = foundPostList(search, request)
    const window = yield* pageSliceOf(list, request)
    const toPage = (matches: Matches) => inSlices(pageOfMatches(list, window, matches))
    const typed = yield* readingOf(search)
    const found = yield* find(typed, request, window)
    const hint = isNarrowed(request, typed.query) ? narrowedHint : nothingHint
    if (found.page.total > 0 || typed.alternatives.length === 0) return orHint(yield* toPage(found), hint)
    const words = yield* communityWords
    const suggestion = Option.getOrUndefined(yield* correctionOf(search, words))
    if (suggestion !== undefined) {
      const corrected = withOtherWords(yield* readingOf(suggestion))
      const again = yield* find(corrected, request, window)
      if (again.page.total > 0) return { ...(yield* toPage(again)), suggestion }
      const newWords = yield* readingOf(newWordsOf(suggestion, search))
      const held = yield* findPartly(newWords, words, request, { offset: 0, limit: 1 })
      if (held.page.total > 0) {
        const page = yield* toPage(yield* findPartly(corrected, words, request, window))
        return { ...page, suggestion }
      }
    }
    const wider = withOtherWords(typed)
    const isOther = wider.alternatives.some((parts, nth) => parts !== typed.alternatives[nth])
    const again = isOther ? yield* find(wider, request, window) : found
    const nearest = again.page.total > 0 ? again : yield* findPartly(wider, words, request, window)
    return orHint(yield* toPage(nearest), hint)
  })

  return { list }
}

/** True for a search that leaves out posts which may have its words. */
const isNarrowed = (
  { answered, audience, authorId, authorKind, category, diseaseId, language }: Request,
  { unwanted, wanted }: SearchQuery
): boolean =>
  unwanted.length > 0 ||
  wanted.some(({ quoted }) => quoted) ||
  [answered, audience, authorId, authorKind, category, diseaseId, language].some((filter) => filter !== undefined)

/** A page of matches, with the words of the search marked in each. It yields after each. */
function* pageOfMatches(
  list: ReturnType<typeof foundPostList>,
  window: Window,
  { alternatives, page: { exact, items, offset, total } }: Matches
): Generator<void, PostPage> {
  const terms = alternatives.flatMap((parts) => parts.flatMap(({ terms }) => terms))
  const highlight = highlighter(terms)
  const most = fairShare(items.map((item) => htmlOf(item).length))
  const shownPosts: Array<ListedPost> = []
  for (const item of items) {
    const related = item.related === true ? { related: item.related } : {}
    const shown = withHighlight(item, highlight, { isOneTerm: terms.length === 1, most })
    shownPosts.push({ ...shown, ...related, ...partialMarks(item, alternatives) })
    yield
  }
  const last = shownPosts.slice(-maxLast).map(({ id }) => id)
  const next = offset + window.limit < total ? { next: last.toReversed() } : {}
  return pageOf(list, { ...window, offset }, { items: shownPosts, total, exact, ...next })
}

const withOtherWords = (read: Read): Read => ({ ...read, alternatives: read.alternatives.map(withSynonyms) })

/** The words of a corrected search that were not typed. */
const newWordsOf = (corrected: string, typed: string): string => {
  const asTyped = new Set(textTokens(typed))
  return textTokens(corrected)
    .filter((word) => !asTyped.has(word))
    .join(" ")
}

/** Finds the posts about the disease of a search and its subtypes, then those about its families. */
const searchWithRelated = Effect.fnUntraced(function* (posts: PostsRepo["Type"], search: PostQuery, window: Window) {
  const own = yield* posts.search({ ...search, includeDescendants: true }, window)
  const offset = Math.max(0, window.offset - own.total)
  const related = yield* posts.search({ ...search, isRelated: true }, { ...window, offset })
  const marked = related.items.map((item): SearchedPost => ({ ...item, related: true }))
  const found = own.total + related.total
  return {
    offset: own.items.length > 0 ? own.offset : own.total + related.offset,
    items: [...own.items, ...marked].slice(0, Math.min(window.limit, Math.max(0, maxPostsFound - window.offset))),
    total: Math.min(found, maxPostsFound),
    exact: own.exact && related.exact && found <= maxPostsFound
  } satisfies FoundPosts
})

const orHint = (page: PostPage, hint: string): PostPage => (page.pagination.total > 0 ? page : { ...page, hint })

const partialMarks = ({ held }: SearchedPost, alternatives: Alternatives): Pick<ListedPost, "missing" | "partial"> =>
  held === undefined ? {} : { partial: true, missing: missingWords(alternatives, held) }

type Highlight = ReturnType<typeof highlighter>

/** Whether a search has one term, and how much of a text is read. */
interface Reading {
  readonly isOneTerm: boolean
  readonly most: number
}

const withHighlight = (match: SearchedPost, highlight: Highlight, reading: Reading): ListedPost => {
  const title = highlight(match.post.title, titleCharacters) ?? null
  const text = snippetOf(match, highlight, reading) ?? null
  const listed = { ...match.post, highlight: { title, text } }
  return text === null || Option.isNone(match.comment)
    ? listed
    : { ...listed, foundInComment: true, commentAuthor: match.comment.value.author }
}

/**
 * The text around a match. For a single term near the beginning of a post the excerpt has it, and the rest is not read.
 */
const snippetOf = (match: SearchedPost, highlight: Highlight, { isOneTerm, most }: Reading) => {
  const atBeginning =
    isOneTerm && Option.isNone(match.comment) ? highlight(match.post.excerpt, snippetCharacters) : undefined
  const html = htmlOf(match)
  return atBeginning ?? highlight(textOfHtml(html, most), snippetCharacters, html.length > most)
}

const htmlOf = ({ comment, contentHtml }: SearchedPost): string =>
  Option.match(comment, { onNone: () => contentHtml, onSome: ({ html }) => html })

/** How much of each text is read, so that short ones are read whole, and all together no more than `maxRead`. */
const fairShare = (lengths: ReadonlyArray<number>): number => {
  let left = maxRead
  for (const [nth, length] of lengths.toSorted((one, other) => one - other).entries()) {
    const share = left / (lengths.length - nth)
    if (length > share) return Math.floor(share)
    left -= length
  }
  return maxRead
}
