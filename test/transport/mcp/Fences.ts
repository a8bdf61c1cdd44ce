import remarkParse from "remark-parse"
import { unified } from "unified"

/** Splits a text at its fences, as a Markdown parser does. */
export const splitFences = (text: string) => {
  const { children } = unified().use(remarkParse).parse(text)
  const fences = children.flatMap((node) => (node.type === "code" && node.lang === "untrusted" ? [node] : []))
  let outside = ""
  let from = 0
  for (const { position } of fences) {
    outside += text.slice(from, position?.start.offset)
    from = position?.end.offset ?? 0
  }
  return {
    inside: fences.map(({ value }) => value).join("\n"),
    outside: outside + text.slice(from),
    count: fences.length
  }
}
