/** A tag of HTML that a serialiser wrote: what stands in quotes in it ends it not. */
const tag = /<\/?([a-z][a-z0-9]*)(?:[^"'>]|"[^"]*"|'[^']*')*>/gi

/** Elements inside a line; every other one parts the words before and after it. */
const inline = new Set(["a", "code", "del", "em", "i", "b", "mark", "s", "strong", "sup", "sub", "span"])

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " }

const character = (whole: string, code: string): string => {
  if (!code.startsWith("#")) return named[code.toLowerCase()] ?? whole
  const point = /^#x/i.test(code) ? Number.parseInt(code.slice(2), 16) : Number.parseInt(code.slice(1), 10)
  return Number.isInteger(point) && point <= 0x10ffff ? String.fromCodePoint(point) : whole
}

/** What is read of HTML that the filter made: text without tags. It is no HTML any more, and must be escaped to be shown as such. */
export const textOfHtml = (html: string): string =>
  html
    .replace(tag, (_, name: string) => (inline.has(name.toLowerCase()) ? "" : " "))
    .replace(/&(#x?[0-9a-f]+|[a-z]+);/gi, character)
    .replace(/\s+/gu, " ")
    .trim()
