import type { Nodes, Root } from "mdast"
import type { Handle } from "mdast-util-from-markdown"
import type { Construct, ConstructRecord } from "micromark-util-types"
import remarkParse from "remark-parse"
import { type Processor, unified } from "unified"
import { dialect } from "./dialect/Dialect.ts"
import type { Span } from "./Edits.ts"
import { parseAroundPlainBlocks } from "./PlainBlocks.ts"
import { maxLevels, NestedTooDeep } from "./Refusals.ts"

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

/** A remark plugin that makes a parser throw `NestedTooDeep` beyond `maxLevels`. */
export function limitNesting(this: Processor): undefined {
  const data = this.data()
  const document = Object.fromEntries(Array.from(containerMarkers, (marker) => [marker.charCodeAt(0), countContainers]))
  const enter = Object.fromEntries(tokensInLevels.map((token) => [token, refuseDeeper]))
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { document }]
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), { enter }]
}

declare module "mdast" {
  interface Data {
    /**
     * The span of the URL of a link, image or definition in the source, including its `<` and `>` where it has them.
     */
    destination?: Span | undefined
  }
}

const record: Handle = function (token) {
  const node = this.stack.at(-1)
  if (node?.type === "link" || node?.type === "image" || node?.type === "definition") {
    node.data = { destination: { start: token.start.offset, end: token.end.offset } }
  }
}

/** A remark plugin that adds to each link the span of its URL, since the tree has only the span of the whole link. */
function recordDestinations(this: Processor): undefined {
  const data = this.data()
  const exit = { resourceDestination: record, definitionDestination: record }
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), { exit }]
}

/**
 * Constructs of GFM that the parser tries at each line or at most letters, which took half of its time, and a pattern
 * that every text with such a construct matches. (The last one is tried at each closing bracket, through the whole
 * paragraph before it.)
 */
const optionalConstructs: ReadonlyArray<{ readonly name: string; readonly sign: RegExp }> = [
  { name: "table", sign: /\||:-|-:/ },
  { name: "emailAutolink", sign: /@/ },
  { name: "protocolAutolink", sign: /:\/\// },
  { name: "wwwAutolink", sign: /www/i },
  { name: "gfmPotentialFootnoteCall", sign: /!\[\^/ }
]

/** Removes constructs by name, and characters that are left without any, since the parser tries each of them. */
const without = (constructs: ConstructRecord, names: ReadonlyArray<string>): ConstructRecord =>
  Object.fromEntries(
    Object.entries(constructs).flatMap(([code, found = []]) => {
      const kept = (Array.isArray(found) ? found : [found]).filter(({ name = "" }) => !names.includes(name))
      return kept.length === 0 ? [] : [[code, kept]]
    })
  )

/** Makes a parser that has our dialect of GFM, without constructs that a text does not need. */
const parserWithout = (names: ReadonlyArray<string>) => {
  function removeConstructs(this: Processor): undefined {
    const data = this.data()
    data.micromarkExtensions = (data.micromarkExtensions ?? []).map((extension) => ({
      ...extension,
      text: without(extension.text ?? {}, names),
      flow: without(extension.flow ?? {}, names)
    }))
  }
  return unified()
    .use(remarkParse)
    .use(dialect)
    .use(removeConstructs)
    .use(recordDestinations)
    .use(limitNesting)
    .freeze()
}

const parsers = new Map<string, ReturnType<typeof parserWithout>>()

/** Parses with the cheapest parser that gives the tree of the full GFM parser, in which each node has its position. */
export const parseWithPositions = (source: string): Root => {
  const names = optionalConstructs.filter(({ sign }) => !sign.test(source)).map(({ name }) => name)
  const key = names.join(" ")
  const parser = parsers.get(key) ?? parserWithout(names)
  parsers.set(key, parser)
  return parser.parse(source)
}

/** The tree of a GFM text. Throws `NestedTooDeep`: a parser has no other way to stop early. */
export const parseMarkdown = (source: string): Root =>
  parseAroundPlainBlocks(source, parseWithPositions) ?? parseWithPositions(source)
