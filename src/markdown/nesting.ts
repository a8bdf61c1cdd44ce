import type { Nodes } from "mdast"
import type { Data, Processor } from "unified"

/**
 * How deep Markdown may be nested. Each of these counts as one level: a block quote, a list (with its items), a footnote,
 * emphasis, strong emphasis, strikethrough and a link. Paragraphs, headings and tables hold no one another, so they count
 * for nothing; nor does what stands in an image's description, which is flat text.
 */
const maxLevels = 50

/** Thrown from inside the parser, which has no other way to stop early; `parseMarkdown` catches it. */
export class TooManyLevels {
  readonly _tag = "TooManyLevels"
}

type SyntaxExtension = NonNullable<Data["micromarkExtensions"]>[number]
type TreeExtension = Exclude<NonNullable<Data["fromMarkdownExtensions"]>[number], ReadonlyArray<unknown>>
type Handle = NonNullable<NonNullable<TreeExtension["enter"]>[string]>
type Construct = Exclude<NonNullable<NonNullable<SyntaxExtension["document"]>[number]>, ReadonlyArray<unknown>>

const isLevel: Readonly<Partial<Record<Nodes["type"] | "fragment", true>>> = {
  blockquote: true,
  list: true,
  footnoteDefinition: true,
  emphasis: true,
  strong: true,
  delete: true,
  link: true
}

const refuseDeeper: Handle = function () {
  if (this.stack.length <= maxLevels) return undefined
  let levels = 0
  for (const { type } of this.stack) if (isLevel[type] && ++levels > maxLevels) throw new TooManyLevels()
  return undefined
}

/**
 * Tokens that stand right inside of what counts as a level, and that nobody else listens to. They are met while the tree
 * is still being built, so before anything walks it by recursion.
 */
const levelsOfTree: TreeExtension = {
  enter: {
    blockQuotePrefix: refuseDeeper,
    listItemPrefix: refuseDeeper,
    gfmFootnoteDefinitionLabelMarker: refuseDeeper,
    emphasisText: refuseDeeper,
    strongText: refuseDeeper,
    strikethroughText: refuseDeeper,
    labelText: refuseDeeper
  }
}

/** The characters that quotes, list items and footnotes begin with. */
const containerMarkers = "*+->[0123456789"

/** The places of one line at which a container could begin, as far as it has been read. */
interface LineSoFar {
  readonly line: number
  readonly places: Set<number>
}

/** Each text is read by a context of its own, so what is counted of one is never another's. */
const lines = new WeakMap<WeakKey, LineSoFar>()

/**
 * Counts the quotes, items and footnotes that one line opens inside one another. The tree is built in a time that grows
 * with the square of their number, so this refuses while the line is being read. It never matches anything itself: it is
 * asked, at each place, before the construct that does.
 */
const count: Construct = {
  name: "countLevels",
  add: "before",
  tokenize(_effects, _ok, nok) {
    const { line, offset } = this.now()
    const last = lines.get(this.parser)
    const { places } = last?.line === line ? last : { places: new Set<number>() }
    if (places.add(offset).size > maxLevels + 1) throw new TooManyLevels()
    if (last?.line !== line) lines.set(this.parser, { line, places })
    return nok
  }
}

const levelsOfLine: SyntaxExtension = {
  document: Object.fromEntries(Array.from(containerMarkers, (marker) => [marker.charCodeAt(0), count]))
}

/** Makes a parser throw `TooManyLevels` at Markdown that is nested too deep. */
export function refuseDeepNesting(this: Processor): undefined {
  const data = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), levelsOfLine]
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), levelsOfTree]
}
