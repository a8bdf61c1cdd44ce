import { englishMarks } from "@rare-disease-community/messages/Translations"

const [begins, ends] = englishMarks
const eachMark = new RegExp(`[${begins}${ends}]`, "g")

/** A tag with its name, or the text between two tags. Preact writes attributes in double quotes. */
const tagOrText = /<\/?([a-z0-9]*)(?:"[^"]*"|[^>"])*>|[^<]+/gi

/** The elements whose text has no elements. */
const plainElements: ReadonlySet<string> = new Set(["title", "option", "textarea"])

/** A text between two tags, with an element for each part between marks. */
const elementsOf = (text: string): string => {
  let depth = 0
  const marked = text.replace(eachMark, (mark) => {
    if (mark === begins) depth += 1
    else if (depth === 0) return ""
    else depth -= 1
    return mark === begins ? `<span lang="en">` : "</span>"
  })
  return marked + "</span>".repeat(depth)
}

/**
 * The HTML of a page of a language that lacks texts: each English one in their place is in an element that tells it to
 * readers of screens. Attributes and titles have no elements, and lose the marks alone.
 */
export const withEnglishElements = (html: string): string => {
  if (!html.includes(begins)) return html
  let element = ""
  return html.replace(tagOrText, (part, name: string | undefined) => {
    if (name !== undefined) element = part.startsWith("</") ? "" : name
    return name !== undefined || plainElements.has(element) ? part.replace(eachMark, "") : elementsOf(part)
  })
}

/** A text that stands in no page: without marks. */
export const withoutMarks = (text: string): string => text.replace(eachMark, "")
