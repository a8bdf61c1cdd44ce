import { Effect } from "effect"

/** The languages that are told apart, by their BCP 47 tags. */
export const detectedLanguages = [
  ...["am", "ar", "az", "be", "bg", "bn", "ca", "cs", "da", "de", "el", "en", "es", "et", "eu"],
  ...["fa", "fi", "fr", "gu", "he", "hi", "hr", "hu", "hy", "is", "it", "ja", "ka", "kn", "ko"],
  ...["ku", "lo", "lt", "lv", "ml", "mr", "ms", "nl", "no", "or", "pa", "pl", "pt", "ro", "ru"],
  ...["sk", "sl", "sq", "sr", "sv", "ta", "te", "th", "tl", "tr", "uk", "ur", "vi", "yo", "zh"]
] as const

/** The n-grams take 29 MB and 0.2 s, so they are read with the first text (decision 0034). */
const loadDetector = Effect.runSync(
  Effect.cached(
    Effect.promise(() => import("eld/extrasmall")).pipe(
      Effect.map(({ eld }) => {
        const detector = eld.newInstance()
        detector.enableTextCleanup(true)
        return detector
      })
    )
  )
)

/** The languages that share an alphabet cannot be told apart in fewer letters; those of other scripts can. */
const minLetters = 16

/** The best language of a text must lead the next by this score. */
const minLead = 0.01

const isTooShort = (text: string) => {
  const letters = text.match(/[\p{Script=Latin}\p{Script=Cyrillic}]/gu)?.length ?? 0
  return letters > 0 && letters < minLetters
}

/**
 * The BCP 47 tag of the language of a plain text; `undefined` if unsure, as for a name, a number or an emoji. With
 * `among` it is one of these languages, of a few words too.
 */
export const detectLanguage = (text: string, among?: ReadonlyArray<string>): Effect.Effect<string | undefined> =>
  Effect.map(loadDetector, (detector) => {
    const found = detector.detect(text)
    if (among === undefined) return found.isReliable() && !isTooShort(text) ? found.language : undefined
    const scores = Object.entries(found.getScores()).filter(([language]) => among.includes(language))
    const [best, next] = scores
    return best === undefined || best[1] - (next?.[1] ?? 0) < minLead ? undefined : best[0]
  })
