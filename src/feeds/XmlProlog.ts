/** A document without its prolog. */
export interface RootedXml {
  /** The name of the root element, in lower case and without its prefix. */
  readonly root: string
  /** The root element's name as written. */
  readonly written: string
  /** The document from its root element on. */
  readonly body: string
  readonly declaresEntities: boolean
}

/** The index behind a document type, which may have quoted texts and an internal subset; -1 where it is never closed. */
const endOfDoctype = (text: string, from: number): number => {
  let quote = ""
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at)
    if (quote !== "") quote = character === quote ? "" : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === "[") depth++
    else if (character === "]") depth--
    else if (character === ">" && depth <= 0) return at + 1
  }
  return -1
}

const endOf = (text: string, closing: string, from: number): number => {
  const at = text.indexOf(closing, from)
  return at === -1 ? -1 : at + closing.length
}

/** Finds the root element of a document. Resolves no entity, and follows no reference, of its document type. */
export const rootOf = (text: string): RootedXml | undefined => {
  let declaresEntities = false
  for (let at = text.indexOf("<"); at !== -1; ) {
    let end = -1
    if (text.startsWith("<?", at)) end = endOf(text, "?>", at)
    else if (text.startsWith("<!--", at)) end = endOf(text, "-->", at)
    else if (/^<!doctype/i.test(text.slice(at, at + 9))) {
      end = endOfDoctype(text, at)
      declaresEntities ||= /<!ENTITY/i.test(end === -1 ? text.slice(at) : text.slice(at, end))
      if (end === -1 && declaresEntities) return { root: "", written: "", body: "", declaresEntities }
    } else {
      const written = /^<([\w.:-]+)/.exec(text.slice(at, at + 100))?.[1]
      if (written === undefined) return undefined
      return { root: written.toLowerCase().replace(/^.*:/, ""), written, body: text.slice(at), declaresEntities }
    }
    at = end === -1 ? -1 : text.indexOf("<", end)
  }
  return undefined
}
