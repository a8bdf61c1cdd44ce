/** A word of a text in small letters, and where it is. */
interface Token {
  readonly from: number
  readonly to: number
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
