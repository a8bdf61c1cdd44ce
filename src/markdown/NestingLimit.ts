import type { Nodes } from "mdast"
import type { Handle } from "mdast-util-from-markdown"
import type { Construct } from "micromark-util-types"
import type { Processor } from "unified"
import { NestedTooDeep } from "../domain/Markdown.ts"

/**
 * The most levels of nesting. A block quote, a list (with its items), a footnote, emphasis, strong emphasis, strikethrough
 * and a link are one level each. Paragraphs, headings and tables cannot contain each other, so they are not levels; neither
 * is the description of an image, which is flat text.
 */
const maxLevels = 50

const levels: ReadonlySet<Nodes["type"] | "fragment"> = new Set([
  "blockquote",
  "list",
  "footnoteDefinition",
  "emphasis",
  "strong",
  "delete",
  "link"
])

const refuseDeeper: Handle = function () {
  if (this.stack.length > maxLevels && this.stack.filter(({ type }) => levels.has(type)).length > maxLevels) {
    throw new NestedTooDeep()
  }
}

/** Tokens just inside a level that have no other handler. They come before anything walks the tree by recursion. */
const tokensInLevels = [
  "blockQuotePrefix",
  "listItemPrefix",
  "gfmFootnoteDefinitionLabelMarker",
  "emphasisText",
  "strongText",
  "strikethroughText",
  "labelText"
]

const containerMarkers = "*+->[0123456789"

/** The offsets of one line at which a container could begin, as far as it has been read. */
interface LineContainers {
  readonly line: number
  readonly offsets: Set<number>
}

/** By the parser's context, of which each text has its own. */
const containers = new WeakMap<WeakKey, LineContainers>()

/**
 * Refuses a line that opens too many containers while it is being read, since building their tree takes quadratic time.
 * It is tried at each place before the construct that matches there, and matches nothing itself.
 */
const countContainers: Construct = {
  name: "countContainers",
  add: "before",
  tokenize(_effects, _ok, nok) {
    const { line, offset } = this.now()
    const last = containers.get(this.parser)
    const { offsets } = last?.line === line ? last : { offsets: new Set<number>() }
    if (offsets.add(offset).size > maxLevels + 1) throw new NestedTooDeep()
    if (last?.line !== line) containers.set(this.parser, { line, offsets })
    return nok
  }
}

/** A remark plugin that makes a parser throw `NestedTooDeep` beyond 50 levels. */
export function limitNesting(this: Processor): undefined {
  const data = this.data()
  const document = Object.fromEntries(Array.from(containerMarkers, (marker) => [marker.charCodeAt(0), countContainers]))
  const enter = Object.fromEntries(tokensInLevels.map((token) => [token, refuseDeeper]))
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { document }]
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), { enter }]
}
