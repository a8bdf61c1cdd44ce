/** The languages that are told apart, by their BCP 47 tags. */
export const detectedLanguages = [
  ...["am", "ar", "az", "be", "bg", "bn", "ca", "cs", "da", "de", "el", "en", "es", "et", "eu"],
  ...["fa", "fi", "fr", "gu", "he", "hi", "hr", "hu", "hy", "is", "it", "ja", "ka", "kn", "ko"],
  ...["ku", "lo", "lt", "lv", "ml", "mr", "ms", "nl", "no", "or", "pa", "pl", "pt", "ro", "ru"],
  ...["sk", "sl", "sq", "sr", "sv", "ta", "te", "th", "tl", "tr", "uk", "ur", "vi", "yo", "zh"]
] as const

/** The languages that share an alphabet cannot be told apart in fewer letters; those of other scripts can. */
const minLetters = 16

/** The best language of a text must lead the next by this score. */
const minLead = 0.01

/** Letters that say which language a text is in by themselves, and those of the two alphabets that many share. */
const scripts = {
  latin: /\p{Script=Latin}/gu,
  cyrillic: /\p{Script=Cyrillic}/gu,
  own: /(?![\p{Script=Latin}\p{Script=Cyrillic}])\p{L}/gu
} as const

/** A sign for a syllable or a word says as much as some letters. */
const lettersOfSign = 2

const signs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

const countOf = (text: string, letters: RegExp) => text.match(letters)?.length ?? 0

/** The text in the script of most of its letters: a Japanese text has names and abbreviations in Latin letters. */
const mainScriptOf = (text: string): { readonly text: string; readonly isTooShort: boolean } => {
  const latin = countOf(text, scripts.latin)
  const cyrillic = countOf(text, scripts.cyrillic)
  const own = countOf(text, scripts.own) + countOf(text, signs) * (lettersOfSign - 1)
  if (own > Math.max(latin, cyrillic)) {
    return { text: text.replace(scripts.latin, " ").replace(scripts.cyrillic, " "), isTooShort: false }
  }
  const [others, letters] = latin >= cyrillic ? [scripts.cyrillic, latin] : [scripts.latin, cyrillic]
  const main = text.replace(others, " ").replace(scripts.own, " ")
  return { text: main, isTooShort: letters > 0 && letters < minLetters }
}

/** Tells the languages of texts apart. */
export interface LanguageDetector {
  /**
   * The BCP 47 tag of the language of most letters of a plain text; `undefined` if unsure, as for a name, a number or
   * an emoji. With `among` it is one of these languages, of a few words too.
   */
  readonly detect: (text: string, among?: ReadonlyArray<string>) => string | undefined
}

/** Loads the n-grams, which take 29 MB and 0.2 s (decision 0034). */
export const loadLanguageDetector = async (): Promise<LanguageDetector> => {
  const { eld } = await import("eld/extrasmall")
  const detector = eld.newInstance()
  detector.enableTextCleanup(true)
  return {
    detect: (text, among) => {
      if (among === undefined) {
        const main = mainScriptOf(text)
        const found = detector.detect(main.text)
        return found.isReliable() && !main.isTooShort ? found.language : undefined
      }
      const found = detector.detect(text)
      const scores = Object.entries(found.getScores()).filter(([language]) => among.includes(language))
      const [best, next] = scores
      return best === undefined || best[1] - (next?.[1] ?? 0) < minLead ? undefined : best[0]
    }
  }
}
