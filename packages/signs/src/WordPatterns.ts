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

/** Matches a word that is one of some regular expressions. */
export const wholeWord = (sources: ReadonlyArray<string>): RegExp | undefined => {
  const source = anyOf(sources)?.source
  return source === undefined ? undefined : new RegExp(`^(?:${source})$`, "iu")
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

/** A word of a text in small letters, and where it is. */
interface Token extends Range {
  readonly written: string
}

export const token = /\p{L}+'t\b|[\p{L}\p{M}\p{N}]+/gu

/** The words of a text, of which some that are written as two are one: "belly button". */
export const tokensOf = (text: string, compounds: ReadonlySet<string>): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  for (const { 0: raw, index } of text.matchAll(token)) {
    const one = { from: index, to: index + raw.length, written: raw.toLowerCase() }
    const last = tokens.at(-1)
    const joined = last === undefined ? "" : last.written + one.written
    if (last !== undefined && compounds.has(joined)) tokens.splice(-1, 1, { ...one, from: last.from, written: joined })
    else tokens.push(one)
  }
  return tokens
}

/** The small words of a text, in small letters. */
export const smallWords = (text: string): ReadonlyArray<string> => text.toLowerCase().match(token) ?? []
