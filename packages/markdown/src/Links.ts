import type { Root } from "mdast"
import { forEachNode } from "./PlainBlocks.ts"

/** The addresses of the links of a text in their order, as they are written. Code and images do not count. */
export const linksIn = (tree: Root): ReadonlyArray<string> => {
  const definitions = new Map<string, string>()
  forEachNode(tree, (node) => {
    // Of definitions with one label the first counts.
    if (node.type === "definition" && !definitions.has(node.identifier)) definitions.set(node.identifier, node.url)
  })
  const urls: Array<string | undefined> = []
  forEachNode(tree, (node) => {
    if (node.type === "link") urls.push(node.url)
    if (node.type === "linkReference") urls.push(definitions.get(node.identifier))
  })
  return urls.filter((url) => url !== undefined)
}
