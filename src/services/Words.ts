import { Context, Effect, Layer, Option, Order } from "effect"
import { type SearchQuery, searchQuery } from "../domain/SearchQuery.ts"
import { foldText } from "../domain/SearchText.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { errorsAllowed, writtenWords } from "../domain/WrittenWords.ts"
import { WordsRepo } from "../repositories/WordsRepo.ts"
import { editDistance } from "../search/EditDistance.ts"

/** How many words a process remembers to have told the repository of, and how many of a search are corrected. */
const maxRemembered = 50_000
const maxCorrected = 4

interface Near {
  readonly word: string
  readonly errors: number
  readonly beginsSo: boolean
}

const nearestFirst: Order.Order<Near> = Order.combineAll([
  Order.mapInput(Order.number, ({ errors }) => errors),
  Order.mapInput(Order.reverse(Order.boolean), ({ beginsSo }) => beginsSo),
  Order.mapInput(Order.string, ({ word }) => word)
])

/** The known word that is most like a typed one; none where too much parts them. */
const nearest = (typed: string, known: ReadonlyArray<string>): Option.Option<string> => {
  const most = errorsAllowed(typed)
  const near = known
    .map((word) => ({ word, errors: editDistance(typed, word, most), beginsSo: word.charAt(0) === typed.charAt(0) }))
    .filter(({ errors }) => errors > 0 && errors <= most)
  return Option.map(Option.fromNullable(near.toSorted(nearestFirst)[0]), ({ word }) => word)
}

const make = Effect.map(WordsRepo, (repo) => {
  const remembered = new Set<string>()

  const learn = Effect.fnUntraced(function* (...texts: ReadonlyArray<string>) {
    const fresh = writtenWords(texts.join("\n")).filter((word) => !remembered.has(word))
    if (fresh.length === 0) return
    yield* repo.learn(fresh)
    if (remembered.size + fresh.length > maxRemembered) remembered.clear()
    for (const word of fresh) remembered.add(word)
  })

  const correction = Effect.fnUntraced(function* (search: string, { wanted }: SearchQuery) {
    const typed = writtenWords(wanted.flatMap(({ quoted, written }) => (quoted ? [] : [written])).join(" "))
    const known = yield* repo.known(typed)
    const unknown = typed.filter((word) => !known.has(word) && errorsAllowed(word) > 0).slice(0, maxCorrected)
    const corrections = new Map<string, string>()
    for (const word of unknown) {
      for (const correct of Option.toArray(nearest(word, yield* repo.near(word)))) corrections.set(word, correct)
    }
    return corrections.size === 0
      ? Option.none<string>()
      : Option.some(search.replace(/[\p{L}\p{M}]+/gu, (word) => corrections.get(foldText(word)) ?? word))
  })

  return { learn, correction: (search: string) => correction(search, searchQuery(search)) }
})

/** The words of the community: learnt from what is written, and compared with what is searched for. */
export class Words extends Context.Tag("services/Words")<
  Words,
  {
    /** Remembers the words of texts. To be done before they are stored, so that what is found can be suggested. */
    readonly learn: (...texts: ReadonlyArray<string>) => Effect.Effect<void, Unavailable>

    /**
     * A search with each word that is known nowhere replaced by the known one that is most like it: one typing error away
     * (a letter wrong, missing, too many, two exchanged), from seven letters two. None where there is no such word. The
     * words may be of what was deleted: it is to be shown only if it finds something.
     */
    readonly correction: (search: string) => Effect.Effect<Option.Option<string>, Unavailable>
  }
>() {
  /** The rules above, over the port. */
  static readonly layer = Layer.effect(Words, make)
}
