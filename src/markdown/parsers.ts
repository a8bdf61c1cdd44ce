import remarkGfm from "remark-gfm"
import remarkParse from "remark-parse"
import { type Processor, type Data as UnifiedData, unified } from "unified"
import { noteDestinations } from "./destinations.ts"
import { eachNode } from "./eachNode.ts"
import { countWork } from "./metering.ts"
import { refuseDeepNesting } from "./nesting.ts"

type SyntaxExtension = NonNullable<UnifiedData["micromarkExtensions"]>[number]
type TreeExtension = Exclude<NonNullable<UnifiedData["fromMarkdownExtensions"]>[number], ReadonlyArray<unknown>>
type Constructs = NonNullable<SyntaxExtension["text"]>
type Transform = NonNullable<TreeExtension["transforms"]>[number]

/**
 * The constructs of GFM that are looked for at each line or at most letters, which made up half of the time that a text
 * took, and what a text in which there is one must hold somewhere. (The last is looked for at each closing bracket, through
 * the whole paragraph before it.)
 */
const rare: ReadonlyArray<{ readonly name: string; readonly sign: RegExp }> = [
  { name: "table", sign: /\||:-|-:/ },
  { name: "emailAutolink", sign: /@/ },
  { name: "protocolAutolink", sign: /:\/\// },
  { name: "wwwAutolink", sign: /www/i },
  { name: "gfmPotentialFootnoteCall", sign: /!\[\^/ }
]

/** What the text of an address that is no link yet must hold. */
const address = /@|:\/\/|www/i

/** The same without some of them; no character is left with none, since all are gone through for each text. */
const without = (constructs: Constructs, names: ReadonlyArray<string>): Constructs =>
  Object.fromEntries(
    Object.entries(constructs).flatMap(([code, found = []]) => {
      const kept = (Array.isArray(found) ? found : [found]).filter(({ name = "" }) => !names.includes(name))
      return kept.length === 0 ? [] : [[code, kept]]
    })
  )

/** Looks through the tree for addresses only when there may be one. */
const whereAddresses =
  (transform: Transform): Transform =>
  (tree) => {
    let isNeeded = false
    eachNode(tree, (node) => {
      isNeeded ||= node.type === "text" && address.test(node.value)
    })
    return isNeeded ? transform(tree) : undefined
  }

/** A parser that knows all of GFM but some constructs. */
const parserWithout = (names: ReadonlyArray<string>) => {
  function leaveOut(this: Processor): undefined {
    const data = this.data()
    data.micromarkExtensions = (data.micromarkExtensions ?? []).map((extension) => ({
      ...extension,
      text: without(extension.text ?? {}, names),
      flow: without(extension.flow ?? {}, names)
    }))
    data.fromMarkdownExtensions = (data.fromMarkdownExtensions ?? [])
      .flat()
      .map((extension) => ({ ...extension, transforms: (extension.transforms ?? []).map(whereAddresses) }))
  }
  return unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(leaveOut)
    .use(noteDestinations)
    .use(refuseDeepNesting)
    .use(countWork)
    .freeze()
}

const parsers = new Map<string, ReturnType<typeof parserWithout>>()

/** The parser that makes of this text what the parser of all of GFM does, at the least cost. */
export const parserFor = (source: string): ReturnType<typeof parserWithout> => {
  const names = rare.filter(({ sign }) => !sign.test(source)).map(({ name }) => name)
  const key = names.join(" ")
  const parser = parsers.get(key) ?? parserWithout(names)
  parsers.set(key, parser)
  return parser
}
