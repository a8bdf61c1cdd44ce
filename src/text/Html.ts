/** The index after the `>` that ends a tag, searched from `from`; -1 where there is none. A quoted `>` ends no tag. */
export const endOfTag = (html: string, from: number): number => {
  let quote = ""
  let before = ""
  for (let at = from; at < html.length; at++) {
    const character = html.charAt(at)
    if (quote !== "") quote = character === quote ? "" : quote
    else if (character === ">") return at + 1
    else if (before === "=" && (character === '"' || character === "'")) quote = character
    if (character.trim() !== "") before = character
  }
  return -1
}

/** The index of the end tag of an element whose content is raw text, searched from `from`; the end of all without one. */
export const endOfRawText = (html: string, name: string, from: number): number => {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, "gi")
  closing.lastIndex = from
  return closing.exec(html)?.index ?? html.length
}

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
