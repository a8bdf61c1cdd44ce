/** A tag as an HTML serialiser writes it; a `>` in quotes does not end it. */
const tag = /<\/?([a-z][a-z0-9]*)(?:[^"'>]|"[^"]*"|'[^']*')*>/gi

/** Elements within a line; all others separate words. */
const inline = new Set(["a", "code", "del", "em", "i", "b", "mark", "s", "strong", "sup", "sub", "span"])

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " }

const character = (whole: string, code: string): string => {
  if (!code.startsWith("#")) return named[code.toLowerCase()] ?? whole
  const point = /^#x/i.test(code) ? Number.parseInt(code.slice(2), 16) : Number.parseInt(code.slice(1), 10)
  return Number.isInteger(point) && point <= 0x10ffff ? String.fromCodePoint(point) : whole
}

/** The plain text of filtered HTML. The result is not HTML any more: escape it before it is shown as such. */
export const textOfHtml = (html: string): string =>
  html
    .replace(tag, (_, name: string) => (inline.has(name.toLowerCase()) ? "" : " "))
    .replace(/&(#x?[0-9a-f]+|[a-z]+);/gi, character)
    .replace(/\s{2,}|[^\S ]/gu, " ")
    .trim()
