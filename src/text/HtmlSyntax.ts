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
