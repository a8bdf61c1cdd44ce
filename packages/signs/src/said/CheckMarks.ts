/** A mark that says of the word beside it that it is so, or not: a box, a tick, a sign in brackets, "+" or "-". */
const marks =
  /[[(] {0,3}(?:[xX✓✔+]{0,3}|[-–−]{1,3}) {0,3}[\])]|[☐☑☒✓✔✗✘❌✅]|(?<=[\p{L})]) ?\+{1,3}(?= {0,3}(?:[,;|]|$))|(?<=[\p{L})]) {1,3}[-–−]{1,3}(?= {0,3}(?:[,;|]|$))/gmu

/** Signs before words: "+ataxia, -seizures". They are bullets in a text that has no "+" there. */
const signsBefore = /(?<=^ {0,3}|[,;] {0,3})[+−-](?=\p{L})/gmu

/** True for a mark that affirms, false for one that denies. */
const affirms = (mark: string, text: string): boolean =>
  // A crossed box was chosen, unless others have a tick.
  mark === "☒" ? !/[☑✓✔✅]/u.test(text) : /[xX☑✓✔✅+]/u.test(mark)

/** Brackets with nothing between them are a box where others have a cross, and a dash is a mark beside others. */
const isMark = (mark: string, text: string, count: number): boolean => {
  if (/^\( *\)$/.test(mark)) return /\( *[xX✓✔] *\)/u.test(text)
  return count > 1 || !/^ *[-–−]+$/.test(mark)
}

/**
 * A text with answers in place of its marks: "[x] ataxia [ ] seizures" becomes "ataxia;seizures: –;". A line that
 * begins with a mark has each before its words, another one behind them.
 */
export const withAnswers = (text: string): string => {
  const all = text.match(marks) ?? []
  const signs = text.match(signsBefore)?.includes("+") === true ? signsBefore : undefined
  const own = Array.from(new Set(all)).filter((mark) => isMark(mark, text, all.length))
  const says = new Map(
    [...own, ...(signs === undefined ? [] : ["+", "-", "−"])].map((one) => [one, affirms(one, text)])
  )
  if (says.size === 0) return text
  const answered = (part: string, mark: string): string => {
    const words = part.replace(/^[\s,;|]+/, "").trimEnd()
    return words === "" ? "" : `${words}${says.get(mark) === true ? "" : ": –"};`
  }
  const lineOf = (line: string): string => {
    const found = Array.from(line.matchAll(signs ?? marks)).filter(([mark]) => says.has(mark))
    const [first] = found
    if (first === undefined) return line
    const isBefore = !/[\p{L}\p{N}]/u.test(line.slice(0, first.index))
    let [from, out] = [0, ""]
    for (const [nth, { 0: mark, index }] of found.entries()) {
      const end = index + mark.length
      const part = isBefore ? line.slice(end, found[nth + 1]?.index) : line.slice(from, index)
      // "Hypotonia, ptosis -" denies one, and "[ ] seizures. He falls" too.
      const cut = isBefore ? part.search(/[.;]/) : part.lastIndexOf(",") + 1
      const at = isBefore && cut < 0 ? part.length : cut
      const [before, behind] = [part.slice(0, at), part.slice(at)]
      out += isBefore ? answered(before, mark) + behind : before.replace(/,$/, ";") + answered(behind, mark)
      from = end
    }
    return isBefore ? out : out + line.slice(from)
  }
  return text.split("\n").map(lineOf).join("\n")
}
