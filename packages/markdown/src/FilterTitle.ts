import { endOfTag } from "@rare-disease-community/text/Html"
import { streamSafe } from "@rare-disease-community/text/Marks"
import { leftBy, raisedSign } from "./HtmlElements.ts"

/** The length of the tag, comment or declaration that a text begins with; undefined where it is never closed. */
export const endOfMarkup = (text: string): number | undefined => {
  const endAfter = (closing: string, from: number) => {
    const at = text.indexOf(closing, from)
    return at === -1 ? undefined : at + closing.length
  }
  if (text.startsWith("<!--")) return endAfter("-->", 2)
  if (text.startsWith("<![CDATA[")) return endAfter("]]>", 9)
  if (/^<[!?]/.test(text)) return endAfter(">", 2)
  const end = endOfTag(text, 1)
  return end === -1 ? undefined : end
}

const isWord = (character: string): boolean => /^\S/.test(character)

/** The tags of a title that a removal would join are those that a browser shows on lines or in cells of their own. */
const gapOf = (tag: string, after: string): string => {
  const [, slash, name = ""] = /^<(\/?)([a-z][a-z\d]*)/i.exec(tag) ?? []
  const gap = leftBy({ kind: slash === "/" ? "closing" : "opening", name: name.toLowerCase() }, after)
  return gap === "none" ? "" : gap === "raised" ? raisedSign : " "
}

/**
 * Removes the HTML tags of a title, which is plain text, and puts a space after an unclosed `<` that a browser could
 * take for a tag; `a < b` and `<3` stay. It goes from the last `<` to the first, so the text after each is inert
 * already, and filtering the result again changes nothing. Marks beyond those of the stream-safe format are cut off.
 */
export const filterTitle = (source: string): string => {
  let inert = ""
  let from = source.length
  let hasGap = false
  for (let at = source.lastIndexOf("<"); at !== -1; at = at === 0 ? -1 : source.lastIndexOf("<", at - 1)) {
    inert = source.slice(at, from) + inert
    from = at
    if (/^<[a-z/!?]/i.test(inert)) {
      const end = endOfMarkup(inert)
      if (end === undefined) inert = `< ${inert.slice(1)}`
      else {
        const after = inert.slice(end)
        const gap = isWord(source.charAt(at - 1)) && isWord(after.charAt(0)) ? gapOf(inert, after) : ""
        hasGap ||= gap !== ""
        inert = gap + after
      }
    }
  }
  const filtered = streamSafe(source.slice(0, from) + inert)
  // A tag before the first word, or after another tag, is a gap between nothing.
  return hasGap ? filtered.trim() : filtered
}
