const endAfter = (text: string, closing: string, from: number): number | undefined => {
  const at = text.indexOf(closing, from)
  return at === -1 ? undefined : at + closing.length
}

/** Where an opening or closing tag ends: after its first `>` that stands in no quoted value. */
const endOfElementTag = (text: string): number | undefined => {
  let quote = ""
  let before = ""
  for (let at = 1; at < text.length; at++) {
    const character = text.charAt(at)
    if (quote !== "") quote = character === quote ? "" : quote
    else if (character === ">") return at + 1
    else if (before === "=" && (character === '"' || character === "'")) quote = character
    if (character.trim() !== "") before = character
  }
  return undefined
}

/** Where the tag, comment or declaration ends that a text begins with; nothing when it is never closed. */
export const endOfTag = (text: string): number | undefined => {
  if (text.startsWith("<!--")) return endAfter(text, "-->", 2)
  if (text.startsWith("<![CDATA[")) return endAfter(text, "]]>", 9)
  return /^<[!?]/.test(text) ? endAfter(text, ">", 2) : endOfElementTag(text)
}

/**
 * A title is plain text. What parses as an HTML tag is removed, and an unclosed `<` that a browser could still take for
 * the beginning of one gets a space after it; `a < b` and `<3` stay.
 *
 * It goes from the last `<` to the first: so what follows is inert already, whatever a removal brings together is looked
 * at afterwards, and no second turn finds anything more.
 */
export const filterTitle = (source: string): string => {
  let inert = ""
  let from = source.length
  for (let at = source.lastIndexOf("<"); at !== -1; at = at === 0 ? -1 : source.lastIndexOf("<", at - 1)) {
    inert = source.slice(at, from) + inert
    from = at
    if (/^<[a-z/!?]/i.test(inert)) {
      const end = endOfTag(inert)
      inert = end === undefined ? `< ${inert.slice(1)}` : inert.slice(end)
    }
  }
  return source.slice(0, from) + inert
}
