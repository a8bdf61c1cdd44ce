import { baseMark, englishMarks } from "@rare-disease-community/messages/Translations"
import { baseOf, type PageLanguage } from "../../../domain/Language.ts"
import { markOf } from "../Languages.ts"

const [begins, ends] = englishMarks
const eachMark = new RegExp(`[${begins}${ends}${baseMark}]`, "g")

/** A tag with its name, or the text between two tags. Preact writes attributes in double quotes. */
const tagOrText = /<\/?([a-z0-9]*)(?:"[^"]*"|[^>"])*>|[^<]+/gi

/** The elements whose text has no elements. */
const plainElements: ReadonlySet<string> = new Set(["title", "option", "textarea"])

/** A text between two tags, with an element for each part between marks. */
const elementsOf = (text: string, language: PageLanguage): string => {
  const opened = (other: string) => {
    const { dir, lang } = markOf(language, other)
    return `<span lang="${lang}"${dir === undefined ? "" : ` dir="${dir}"`}>`
  }
  let depth = 0
  const marked = text.replace(eachMark, (mark) => {
    if (mark !== ends) {
      depth += 1
      return opened(mark === begins ? "en" : baseOf(language))
    }
    if (depth === 0) return ""
    depth -= 1
    return "</span>"
  })
  return marked + "</span>".repeat(depth)
}

/**
 * The HTML of a page of a language that lacks texts: each one in another language in their place is in an element that
 * tells it to readers of screens. Attributes and titles have no elements, and lose the marks alone.
 */
export const withEnglishElements = (html: string, language: PageLanguage): string => {
  if (!html.includes(begins) && !html.includes(baseMark)) return html
  let element = ""
  return html.replace(tagOrText, (part, name: string | undefined) => {
    if (name !== undefined) element = part.startsWith("</") ? "" : name
    return name !== undefined || plainElements.has(element) ? part.replace(eachMark, "") : elementsOf(part, language)
  })
}

/** A text that stands in no page: without marks. */
export const withoutMarks = (text: string): string => text.replace(eachMark, "")
