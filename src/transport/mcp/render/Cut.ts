/**
 * Estimates the tokens of a character, rather too many than too few: a quarter for words of English, about half for digits
 * and accents, one and more for other scripts, three for emoji.
 */
const tokensOf = (character: string): number => {
  const code = character.codePointAt(0) ?? 0
  if (code > 0xffff) return 3
  if (code > 0x24f) return 1.2
  if (/[a-z ]/i.test(character)) return 0.3
  return /[0-9]/.test(character) ? 0.4 : 0.6
}

/** A text as one line, cut at `maxTokens`. */
export const lineOf = (text: string, maxTokens: number): string => {
  const line = text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim()
  let tokens = 0
  let end = 0
  for (const character of line) {
    tokens += tokensOf(character)
    if (tokens > maxTokens) return `${line.slice(0, end).trimEnd()}…`
    end += character.length
  }
  return line
}

/** Estimates the tokens of a line. */
export const costOf = (line: string): number => {
  let tokens = 0
  for (const character of line) tokens += tokensOf(character)
  return tokens
}

/** The first `maxCharacters` code points of a text. `cut` is true if there are more. */
export const beginningOf = (text: string, maxCharacters: number): { readonly text: string; readonly cut: boolean } => {
  if (text.length <= maxCharacters) return { text, cut: false }
  const characters = Array.from(text)
  return characters.length <= maxCharacters
    ? { text, cut: false }
    : { text: `${characters.slice(0, maxCharacters).join("")}…`, cut: true }
}
