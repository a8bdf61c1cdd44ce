/** A word of a text: as it is written, and in small letters. */
interface Token {
  readonly index: number
  readonly raw: string
  readonly written: string
}

export const token = /\p{L}+'t\b|[\p{L}\p{M}\p{N}]+/gu

/** The words of a text, of which some that are written as two are one: "belly button". */
export const tokensOf = (text: string, compounds: ReadonlySet<string>): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  for (const { 0: raw, index } of text.matchAll(token)) {
    const [last, written] = [tokens.at(-1), raw.toLowerCase()]
    const joined = last === undefined ? "" : last.written + written
    if (last !== undefined && compounds.has(joined))
      tokens[tokens.length - 1] = {
        index: last.index,
        raw: text.slice(last.index, index + raw.length),
        written: joined
      }
    else tokens.push({ index, raw, written })
  }
  return tokens
}
