import { foldText } from "@rare-disease-community/text/Folding"

/** Without accents, but with ñ, which is a letter of its own. */
export const foldAccents = (word: string): string => word.split("ñ").map(foldText).join("ñ")

/** Words with and without accents, since people on phones leave these out. */
export const folded = (words: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(words.flatMap((word) => [word, foldAccents(word)]))

const withoutAccents = (source: string): string => source.normalize("NFD").replace(/\p{Mn}/gu, "")

/** One of some regular expressions as words of their own, with what is before and follows, and without accents too. */
export const anyOf = (sources: ReadonlyArray<string>, after = "", before = ""): RegExp | undefined => {
  const all = Array.from(new Set(sources.flatMap((source) => [source, withoutAccents(source)]))).join("|")
  return sources.length === 0 ? undefined : new RegExp(`${before}(?<!\\p{L})(?:${all})(?!\\p{L})${after}`, "giu")
}

export const matches = (one: RegExp | undefined, text: string) => one !== undefined && text.search(one) >= 0

/** A part of a text. */
export interface Range {
  readonly from: number
  readonly to: number
}

/**
 * Where one of some regular expressions is in a text. Most texts have none, and `matchAll` costs several times what a
 * search does.
 */
export const rangesOf = (one: RegExp | undefined, text: string): ReadonlyArray<Range> =>
  one !== undefined && matches(one, text)
    ? Array.from(text.matchAll(one), ({ 0: found, index }) => ({ from: index, to: index + found.length }))
    : []
