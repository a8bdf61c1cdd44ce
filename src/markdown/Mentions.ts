import { Array, Option, Schema } from "effect"
import type { Root } from "mdast"
import { UserId } from "../domain/Ids.ts"
import { maxMentions } from "../domain/Markdown.ts"
import { forEachNode } from "./PlainBlocks.ts"

const memberPath = /^\/members\/([1-9]\d{0,9})\/?$/

const isUserId = Schema.is(UserId)

/** The member whose page a link leads to from the page of a post or comment of this site. */
const memberOf = (url: string, site: string): Option.Option<UserId> => {
  if (!url.includes("members/") || !URL.canParse(url, `${site}/posts/`)) return Option.none()
  const { origin, pathname } = new URL(url, `${site}/posts/`)
  const id = origin === site ? memberPath.exec(pathname)?.[1] : undefined
  return Option.filter(Option.some(Number(id)), isUserId)
}

/** The first `maxMentions` members whom the links of a text lead to, each once. Code and images do not count. */
export const mentionsIn = (tree: Root, site: string): ReadonlyArray<UserId> => {
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
  const members = urls.map((url) => Option.flatMap(Option.fromNullable(url), (url) => memberOf(url, site)))
  return Array.dedupe(Array.getSomes(members)).slice(0, maxMentions)
}
