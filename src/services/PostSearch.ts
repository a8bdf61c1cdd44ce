import { Context, Effect, Layer, Option } from "effect"
import type { CursorRefused } from "../domain/Cursor.ts"
import { diseasesSearched, isTelling, type Mention, nameCandidates } from "../domain/DiseaseNaming.ts"
import { highlight } from "../domain/Highlight.ts"
import { foundPostList } from "../domain/Lists.ts"
import { foundByPlace, type PageRequest, pageOf, type Window, windowOf } from "../domain/Page.ts"
import { textOfHtml } from "../domain/PlainText.ts"
import type { ListedPost, PostFilter, PostPage } from "../domain/Post.ts"
import type { FoundPosts, SearchedPost, SearchPart } from "../domain/PostSearch.ts"
import { type Asked, type SearchQuery, searchQuery, wantedTerms, wholePhrase } from "../domain/SearchQuery.ts"
import { phraseOf, type Term } from "../domain/SearchText.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { DiseasesRepo } from "../repositories/DiseasesRepo.ts"
import { PostsRepo } from "../repositories/PostsRepo.ts"
import { Words } from "./Words.ts"

/** How many diseases a search may name at one place, and by how many of their names they are looked for. */
const maxDiseases = 8
const maxNames = 20

/** The longest title and the longest snippet of a text that is shown, in characters. */
const titleCharacters = 400
const snippetCharacters = 240

type Request = PageRequest & Omit<PostFilter, "search">

const wordsOf = (term: Term): number => (term._tag === "word" ? 1 : term.lexemes.length)

const typedParts = ({ terms }: Asked): ReadonlyArray<SearchPart> =>
  terms.map((term) => ({ terms: [term], diseaseIds: [], words: wordsOf(term) }))

/** What a search asks for as text, in which a name of a disease is looked for; each thing typed is one word of it. */
const namingText = ({ wanted }: SearchQuery): string =>
  wanted.map(({ quoted, written }) => (quoted || /^[*_~`]+$/.test(written) ? "\ufffd" : written)).join(" ")

/** Those that begin behind the end of the one before them. */
const apart = (mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const kept: Array<Mention> = []
  for (const mention of mentions.toSorted((one, other) => one.from - other.from)) {
    if (mention.from >= (kept.at(-1)?.to ?? 0)) kept.push(mention)
  }
  return kept
}

/** The names of a disease as phrases; an abbreviation that is an everyday word is none. */
const namePhrases = (names: ReadonlyArray<string>): ReadonlyArray<Term> =>
  names
    .filter((name) => /\s/.test(name) || isTelling(name))
    .slice(0, maxNames)
    .flatMap((name) => phraseOf(name, false))

/** The text around what was found. Of a single term the excerpt tells it when it is near the beginning, unread the rest. */
const snippetOf = ({ commentHtml, contentHtml, post }: SearchedPost, terms: ReadonlyArray<Term>) => {
  const isSaid = Option.isSome(commentHtml)
  const atBeginning = terms.length > 1 || isSaid ? undefined : highlight(post.excerpt, terms, snippetCharacters)
  return atBeginning ?? highlight(textOfHtml(isSaid ? commentHtml.value : contentHtml), terms, snippetCharacters)
}

const make = Effect.gen(function* () {
  const posts = yield* PostsRepo
  const diseases = yield* DiseasesRepo
  const words = yield* Words

  /** A disease that is named stands for all its names, and for what is filed under it. */
  const partOf = Effect.fnUntraced(function* (mention: Mention, asked: ReadonlyArray<Asked>) {
    const diseaseIds = Array.from(new Set(mention.ids)).slice(0, maxDiseases)
    const { items } = yield* diseases.shown(diseaseIds)
    const typed = asked.slice(mention.from, mention.to)
    const names = items.flatMap(({ name, synonyms }) => [name, ...synonyms])
    const written = phraseOf(typed.map(({ written }) => written).join(" "), false)
    const words = typed.flatMap(({ terms }) => terms).reduce((sum, term) => sum + wordsOf(term), 0)
    return { terms: [...written, ...namePhrases(names)], diseaseIds, words } satisfies SearchPart
  })

  /** What was typed, word by word; and with the diseases that it names, if it names any. */
  const readingsOf = Effect.fnUntraced(function* (query: SearchQuery) {
    const plain = query.wanted.flatMap(typedParts)
    const candidates = nameCandidates(namingText(query))
    const names = yield* diseases.named(Array.from(new Set(candidates.flatMap(({ keys }) => keys))))
    const mentions = apart(diseasesSearched(candidates, names))
    if (mentions.length === 0) return [plain]
    const named = yield* Effect.forEach(query.wanted, (asked, place) => {
      const mention = mentions.find(({ from, to }) => from <= place && place < to)
      if (mention === undefined) return Effect.succeed(typedParts(asked))
      return mention.from === place ? Effect.map(partOf(mention, query.wanted), (part) => [part]) : Effect.succeed([])
    })
    return [plain, named.flat()]
  })

  const nothing: FoundPosts = { items: [], total: 0, exact: true }

  const find = Effect.fnUntraced(function* (query: SearchQuery, request: Request, window: Window) {
    if (wantedTerms(query).length === 0) return { terms: [], found: nothing }
    const readings = yield* readingsOf(query)
    const { category, diseaseId, includeDescendants, sort = "relevance" } = request
    const found = yield* posts.search(
      {
        readings,
        unwanted: query.unwanted,
        whole: Option.fromNullable(wholePhrase(query)),
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
