import { endOfTag } from "../text/Html.ts"

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

/**
 * Removes the HTML tags of a title, which is plain text, and puts a space after an unclosed `<` that a browser could
 * take for a tag; `a < b` and `<3` stay. It goes from the last `<` to the first, so the text after each is inert
 * already, and filtering the result again changes nothing.
 */
export const filterTitle = (source: string): string => {
  let inert = ""
  let from = source.length
  for (let at = source.lastIndexOf("<"); at !== -1; at = at === 0 ? -1 : source.lastIndexOf("<", at - 1)) {
    inert = source.slice(at, from) + inert
    from = at
    if (/^<[a-z/!?]/i.test(inert)) {
      const end = endOfMarkup(inert)
      inert = end === undefined ? `< ${inert.slice(1)}` : inert.slice(end)
    }
  }
  return source.slice(0, from) + inert
}
