/** How the character references of HTML in a text are read. */
interface ReferenceReading {
  /** The characters of named references; those of other names are left as they are written. */
  readonly named: ReadonlyMap<string, string>
  /** True if a name may lack its semicolon. */
  readonly openNames?: boolean
  /** The text of a numeric reference; undefined for one that is left as it is written. */
  readonly numbered?: (codePoint: number) => string | undefined
}

const reference = /&(?:#(?:[xX]([\da-fA-F]{1,6})|(\d{1,7}))|([a-zA-Z]+)(\d{0,2}));?/g

/** The character of a code point; undefined for U+0000, a surrogate and a number that is too great. */
export const characterOf = (codePoint: number): string | undefined =>
  codePoint > 0 && codePoint <= 0x10ffff && (codePoint < 0xd800 || codePoint > 0xdfff)
    ? String.fromCodePoint(codePoint)
    : undefined

/** Gives the function that decodes the character references of a text once. */
export const referenceDecoder =
  ({ named, numbered = characterOf, openNames = false }: ReferenceReading) =>
  (text: string): string =>
    text.includes("&")
      ? text.replace(reference, (written, hex, decimal, letters, digits) => {
          if (letters === undefined)
            return numbered(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)) ?? written
          const isClosed = written.endsWith(";")
          const closed = isClosed ? named.get(digits === "" ? letters : letters + digits) : undefined
          if (closed !== undefined || !openNames) return closed ?? written
          const open = named.get(letters)
          return open === undefined ? written : open + written.slice(1 + letters.length)
        })
      : text

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

/**
 * The index of the end tag of an element whose content is raw text, searched from `from`; the end of all without one.
 */
export const endOfRawText = (html: string, name: string, from: number): number => {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, "gi")
  closing.lastIndex = from
  return closing.exec(html)?.index ?? html.length
}

/** A tag as an HTML serialiser writes it; a `>` in quotes does not end it. */
const tag = /<(\/?)([a-z][a-z0-9]*)((?:[^"'>]|"[^"]*"|'[^']*')*)>/gi

/** A text of filtered HTML as it is written, with its character references, or an element. */
export type FilteredNode = string | FilteredElement

export interface FilteredElement {
  readonly name: string
  /** The attributes as they are written. */
  readonly attributes: string
  readonly children: ReadonlyArray<FilteredNode>
}

/** Elements without an end tag. */
const voidElements: ReadonlySet<string> = new Set(["br", "hr", "img", "input", "link", "meta"])

/**
 * The tree of HTML that the Markdown filter or a page wrote, where every `<` begins a tag or is in the quotes of an
 * attribute. It is no parser for other HTML.
 */
export const filteredTree = (html: string): ReadonlyArray<FilteredNode> => {
  const top: Array<FilteredNode> = []
  const open: Array<{ readonly name: string; readonly children: Array<FilteredNode> }> = [{ name: "", children: top }]
  const add = (node: FilteredNode) => {
    if (node !== "") open.at(-1)?.children.push(node)
  }
  let from = 0
  for (const {
    0: { length },
    1: slash,
    2: written = "",
    3: attributes = "",
    index
  } of html.matchAll(tag)) {
    add(html.slice(from, index))
    from = index + length
    const name = written.toLowerCase()
    if (slash === "") {
      const children: Array<FilteredNode> = []
      add({ name, attributes, children })
      if (!voidElements.has(name)) open.push({ name, children })
    } else if (open.at(-1)?.name === name) open.pop()
  }
  add(html.slice(from))
  return top
}

/** Writes a tree as HTML. */
export const htmlOfTree = (nodes: ReadonlyArray<FilteredNode>): string => {
  let html = ""
  for (const node of nodes) {
    if (typeof node === "string") html += node
    else {
      html += `<${node.name}${node.attributes}>`
      if (!voidElements.has(node.name)) html += `${htmlOfTree(node.children)}</${node.name}>`
    }
  }
  return html
}

/** Elements within a line; all others separate words. */
const inline = new Set(["a", "code", "del", "em", "i", "b", "mark", "s", "strong", "sup", "sub", "span"])

/** The filter writes numeric references; others write some of these. */
const decoded = referenceDecoder({
  named: new Map(Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " }))
})

const writtenText = (nodes: ReadonlyArray<FilteredNode>): string => {
  let text = ""
  for (const node of nodes) {
    if (typeof node === "string") text += node
    else text += inline.has(node.name) ? writtenText(node.children) : ` ${writtenText(node.children)} `
  }
  return text
}

/** The words of filtered HTML, without character references. */
export const wordsOf = (nodes: ReadonlyArray<FilteredNode>): string => decoded(writtenText(nodes))

/** The beginning of filtered HTML, which ends in no tag and no character reference. */
const beginningOf = (html: string, most: number): string =>
  html.length <= most
    ? html
    : html
        .slice(0, most)
        .replace(/(?:<[^>]*|&[#\w]*)$/, "")
        .toWellFormed()

/**
 * The plain text of filtered HTML, or of so many of its characters. The result is not HTML any more: escape it before
 * it is shown as such.
 */
export const textOfHtml = (html: string, most = html.length): string =>
  wordsOf(filteredTree(beginningOf(html, most)))
    .replaceAll("\ufeff", "")
    .replace(/\s{2,}|[^\S ]/gu, " ")
    .trim()
