import { Context, Effect, Layer, Option, Order } from "effect"
import { ClockCache } from "../../concurrency/ClockCache.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { WordsRepo } from "../../ports/WordsRepo.ts"
import { errorsAllowed, writtenWords } from "../../text/DictionaryWords.ts"
import { editDistance } from "../../text/EditDistance.ts"
import { foldText } from "../../text/Folding.ts"
import { searchQuery } from "../../text/SearchQuery.ts"
import { withSpans } from "../Spans.ts"

/** The words that a process remembers to have stored. */
const maxRemembered = 50_000

/** The words of one search that are corrected. */
const maxCorrected = 4

/** The dictionary of the community: filled from its texts, and used to correct searches. */
export class SpellCorrector extends Context.Tag("services/posts/SpellCorrector")<
  SpellCorrector,
  {
    /** Adds the words of texts. To be called before the texts are stored, so that every word that is found can be suggested. */
    readonly addToDictionary: (...texts: ReadonlyArray<string>) => Effect.Effect<void, Unavailable>

    /**
     * The search with each unknown word replaced by the most similar known one: one typing error away (a letter wrong,
     * missing, superfluous, or two exchanged), from seven letters on two. None where no word has a replacement. Words of
     * deleted texts stay known, so a suggestion is to be shown only if it finds something.
     */
    readonly suggest: (search: string) => Effect.Effect<Option.Option<string>, Unavailable>
  }
>() {
  static readonly layer = Layer.effect(SpellCorrector, withSpans("SpellCorrector", Effect.gen(make)))
}

function* make() {
  const repo = yield* WordsRepo
  const stored = new ClockCache<string, true>(maxRemembered)

  const addToDictionary = Effect.fnUntraced(function* (...texts: ReadonlyArray<string>) {
    const fresh = writtenWords(texts.join("\n")).filter((word) => stored.get(word) === undefined)
    if (fresh.length === 0) return
    yield* repo.learn(fresh)
    for (const word of fresh) stored.set(word, true)
  })

  const suggest = Effect.fnUntraced(function* (search: string) {
    const { wanted } = searchQuery(search)
    const typed = writtenWords(wanted.flatMap(({ quoted, written }) => (quoted ? [] : [written])).join(" "))
    const known = yield* repo.known(typed)
    const unknown = typed.filter((word) => !known.has(word) && errorsAllowed(word) > 0).slice(0, maxCorrected)
    const similar = yield* repo.near(unknown)
    const corrections = new Map(
      unknown.flatMap((word) =>
        Option.toArray(Option.map(nearest(word, similar.get(word) ?? []), (known) => [word, known]))
      )
    )
    return corrections.size === 0
      ? Option.none<string>()
      : Option.some(search.replace(/[\p{L}\p{M}]+/gu, (word) => corrections.get(foldText(word)) ?? word))
  })

  return { addToDictionary, suggest }
}

/** A known word, and how far it is from a typed one. */
interface Candidate {
  readonly word: string
  readonly errors: number
  readonly hasSameFirst: boolean
}

const nearestFirst: Order.Order<Candidate> = Order.combineAll([
  Order.mapInput(Order.number, ({ errors }) => errors),
  Order.mapInput(Order.reverse(Order.boolean), ({ hasSameFirst }) => hasSameFirst),
  Order.mapInput(Order.string, ({ word }) => word)
])

/** The known word most similar to a typed one; none within the errors allowed. */
const nearest = (typed: string, known: ReadonlyArray<string>): Option.Option<string> => {
  const maxErrors = errorsAllowed(typed)
  const candidates = known
    .map((word): Candidate => {
      const errors = editDistance(typed, word, maxErrors)
      return { word, errors, hasSameFirst: word.charAt(0) === typed.charAt(0) }
    })
    .filter(({ errors }) => errors > 0 && errors <= maxErrors)
  return Option.map(Option.fromNullable(candidates.toSorted(nearestFirst)[0]), ({ word }) => word)
}
