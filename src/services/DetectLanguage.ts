import { loadLanguageDetector } from "@rare-disease-community/text/Language"
import { Effect } from "effect"

/** The detector takes 29 MB and 0.2 s, so it is loaded with the first text (decision 0034). */
const loadDetector = Effect.runSync(Effect.cached(Effect.promise(loadLanguageDetector)))

/** The language of a plain text: see `LanguageDetector.detect`. */
export const detectLanguage = (text: string, among?: ReadonlyArray<string>): Effect.Effect<string | undefined> =>
  Effect.map(loadDetector, (detector) => detector.detect(text, among))
