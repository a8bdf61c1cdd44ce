import { Context, Effect, Layer, Option } from "effect"
import { foundPostList } from "../../domain/Lists.ts"
import {
  type InvalidCursor,
  type PageRequest,
  type PageSlice,
  pageByOffset,
  pageOf,
  pageSliceOf
} from "../../domain/Page.ts"
import type { ListedPost, PostFilter, PostPage } from "../../domain/posts/Post.ts"
import type { Call } from "../../domain/Unavailable.ts"
import { DiseasesRepo } from "../../ports/DiseasesRepo.ts"
import { PostsRepo } from "../../ports/PostsRepo.ts"
import { diseasesSearched, isDiscriminative, type Mention } from "../../search/posts/DiseaseNaming.ts"
import { nameCandidates } from "../../search/posts/NameCandidates.ts"
import { type FoundPosts, hasMost, type SearchedPost, type SearchPart } from "../../search/posts/PostQuery.ts"
import { isEveryday, isQuestionWord } from "../../text/ContentWords.ts"
import { foldText } from "../../text/Folding.ts"
import { highlight } from "../../text/Highlight.ts"
import { textOfHtml } from "../../text/Html.ts"
import { phraseOf, type Term } from "../../text/Lexemes.ts"
import { type SearchQuery, type SearchToken, searchQuery, wantedTerms, wholePhrase } from "../../text/SearchQuery.ts"
import { DiseaseFinder } from "../diseases/DiseaseFinder.ts"
import { withSpans } from "../Spans.ts"

/** The longest title and the longest snippet that are shown, in characters. */
const titleCharacters = 400
const snippetCharacters = 240

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
    readonly list: (search: string, request: Request) => Call<PostPage, InvalidCursor>
  }
>() {
  static readonly layer = Layer.effect(PostSearch, withSpans("PostSearch", Effect.gen(make)))
}

interface Matches {
  readonly terms: ReadonlyArray<Term>
  readonly page: FoundPosts
}

const noMatches: Matches = { terms: [], page: { items: [], total: 0, exact: true } }

function* make() {
  const posts = yield* PostsRepo
  const alternativesOf = yield* searchAlternatives
  const correctionOf = yield* corrections

  /** A search with the ways to read it. */
  const readingOf = Effect.fnUntraced(function* (search: string) {
    const query = searchQuery(search)
    return { query, read: wantedTerms(query).length === 0 ? [] : yield* alternativesOf(query) }
  })

  const find = Effect.fnUntraced(function* (
    { query, read }: Effect.Effect.Success<ReturnType<typeof readingOf>>,
    request: Request,
    window: PageSlice,
    partial = false
  ) {
    const alternatives = partial ? read.filter(isDivisible) : read
    if (alternatives.length === 0) return noMatches
    const { sort = "relevance" } = request
    const whole = partial ? Option.none() : Option.fromNullable(wholePhrase(query))
    const page = yield* posts.search(
      { ...request, sort, alternatives, partial, unwanted: query.unwanted, whole },
      window
    )
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
    const reading = yield* readingOf(search)
    const typed = yield* find(reading, request, window)
    if (typed.page.total > 0) return toPage(typed)
    const correction = yield* correctionOf(search)
    if (Option.isSome(correction)) {
      const corrected = yield* find(yield* readingOf(correction.value), request, window)
      if (corrected.page.total > 0) return { ...toPage(corrected), suggestion: correction.value }
    }
    const partly = yield* find(reading, request, window, true)
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

/** The maximum number of places of a search that may name diseases. */
const maxMentions = 4

/** The maximum number of diseases that a search may name at one place. */
const maxDiseases = 8

/** The maximum number of names of a disease that are searched for. */
const maxNames = 20

/**
 * Makes the function that expands a search of posts or news into its alternatives: word by word, and, when the search names
 * a disease, also with all its names and all posts filed under it. Words that connect the others in a question are left out.
 */
export const searchAlternatives = Effect.map(DiseasesRepo, (diseases) => {
  /** Makes the part that stands for the words of a mention. */
  const diseaseParts = Effect.fnUntraced(function* (mentions: ReadonlyArray<Mention>) {
    const { items } = yield* diseases.findByIds(Array.from(new Set(mentions.flatMap(({ ids }) => ids))))
    const byId = new Map(items.map((disease) => [disease.id, disease]))
    return ({ from, ids: diseaseIds, to }: Mention, wanted: ReadonlyArray<SearchToken>): SearchPart => {
      const typed = wanted.slice(from, to)
      const named = diseaseIds.flatMap((id) => byId.get(id) ?? [])
      const names = named.flatMap(({ name, synonyms }) => [name, ...synonyms])
      const written = phraseOf(typed.map(({ written }) => written).join(" "), false)
      const words = typed.flatMap(({ terms }) => terms).reduce((sum, term) => sum + wordsOf(term), 0)
      return { terms: [...written, ...namePhrases(names)], diseaseIds, words }
    }
  })

  return Effect.fnUntraced(function* (query: SearchQuery) {
    const candidates = nameCandidates(namingText(query))
    const names = yield* diseases.named(Array.from(new Set(candidates.flatMap(({ keys }) => keys))))
    const mentions = withoutOverlaps(diseasesSearched(candidates, names))
      .slice(0, maxMentions)
      .map((mention) => ({ ...mention, ids: Array.from(new Set(mention.ids)).slice(0, maxDiseases) }))
    const leftOut = questionWords(query, mentions)
    const plain = eachOnce(query.wanted.flatMap((token, index) => (leftOut.has(index) ? [] : typedParts(token))))
    if (mentions.length === 0) return [plain]
    const partOf = yield* diseaseParts(mentions)
    const named = query.wanted.flatMap((token, index) => {
      const mention = mentions.find(({ from, to }) => from <= index && index < to)
      if (mention === undefined) return leftOut.has(index) ? [] : typedParts(token)
      return mention.from === index ? [partOf(mention, query.wanted)] : []
    })
    return [plain, eachOnce(named)]
  })
})

/** The parts without those that repeat another: a word that is typed twice is searched once. */
const eachOnce = (parts: ReadonlyArray<SearchPart>): ReadonlyArray<SearchPart> =>
  Array.from(new Map(parts.map((part) => [JSON.stringify(part), part])).values())

const wordsOf = (term: Term): number => (term._tag === "word" ? 1 : term.lexemes.length)

const typedParts = ({ quoted, terms }: SearchToken): ReadonlyArray<SearchPart> =>
  terms.map((term) => ({ terms: [term], diseaseIds: [], words: wordsOf(term), required: quoted }))

/** The places of words that only connect the others, if any; the last may be half typed, so only together with another. */
const questionWords = ({ wanted }: SearchQuery, mentions: ReadonlyArray<Mention>): ReadonlySet<number> => {
  const isNamed = (index: number) => mentions.some(({ from, to }) => from <= index && index < to)
  const places = wanted.flatMap(({ quoted, written }, index) =>
    !quoted && !written.endsWith("*") && isQuestionWord(written) && !isNamed(index) ? [index] : []
  )
  const found = new Set(places.some((index) => index < wanted.length - 1) ? places : [])
  return wanted.some(({ terms }, index) => terms.length > 0 && !found.has(index)) ? found : new Set()
}

/** The search as text, in which names of diseases are looked for; each token is one word of it. */
const namingText = ({ wanted }: SearchQuery): string =>
  wanted.map(({ quoted, written }) => (quoted || /^[*_~`]+$/.test(written) ? "\ufffd" : written)).join(" ")

/** The mentions in their order, without those that overlap an earlier one. */
const withoutOverlaps = (mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const separate: Array<Mention> = []
  for (const mention of mentions.toSorted((one, other) => one.from - other.from)) {
    if (mention.from >= (separate.at(-1)?.to ?? 0)) separate.push(mention)
  }
  return separate
}

/** The names of a disease as phrases, without abbreviations that are everyday words. */
const namePhrases = (names: ReadonlyArray<string>): ReadonlyArray<Term> =>
  names
    .filter((name) => /\s/.test(name) || isDiscriminative(name))
    .slice(0, maxNames)
    .flatMap((name) => phraseOf(name, false))
