import { describe, expect, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import type { Nodes } from "mdast"
import remarkGfm from "remark-gfm"
import remarkParse from "remark-parse"
import { unified } from "unified"
import { treeAroundPlainBlocks } from "../../src/markdown/aroundPlainBlocks.ts"
import { eachNode } from "../../src/markdown/eachNode.ts"
import { parseMarkdown } from "../../src/markdown/parseMarkdown.ts"
import { benign } from "./benign.ts"
import { soup } from "./soup.ts"

const gfm = unified().use(remarkParse).use(remarkGfm).freeze()
const parse = (text: string) => gfm.parse(text)

/** A tree without what only ours notes of it: where it has no position, or where a URL stands. */
const bare = (tree: Nodes) =>
  JSON.stringify(tree, (key, value) => (key === "position" || key === "data" ? undefined : value), 1)

const places = (tree: Nodes, of: Nodes["type"]) => {
  const found: Array<unknown> = []
  eachNode(tree, ({ position, type }) => {
    if (type === of) found.push(position)
  })
  return found
}

/** What is plain, or nearly: every block that needs no parser, and its neighbours that do. */
const block = FastCheck.constantFrom(
  "Some words, said so.",
  'Two lines\nof words: "yes" (no)',
  "it's 1. a -> b | c",
  "ünï 😀",
  "a:-",
  "trailing \nx",
  "word\n- x",
  "a\tb",
  " b",
  "\ufeffb",
  "www.x.y z",
  "so http://x.y",
  "xmpp:a@b.c",
  "a&#64;b.c",
  "www\\.a.b",
  "## Words",
  "# C#",
  "#a",
  "> two\n> lines",
  "> a\nlazy",
  "- one\n- two",
  "* one",
  "1. a\n2. b",
  "003) a",
  "1. a\n2) b",
  "- a\n  b",
  "  continued",
  "```\ncode",
  "```",
  "~~~",
  "<!-- a",
  "-->",
  "<? a",
  "<script>",
  "<!X",
  "<div>",
  "[^1]: note",
  "[a]: b",
  "[a]:",
  "[a] [^1] `x`",
  "| a |\n|-|",
  "a\n:-",
  "    code",
  "- - a\n\n  b",
  "[a](javascript:b)"
)

const blankLine = FastCheck.constantFrom("\n\n", "\n\n", "\n\n\n", "\n", "\n \n", "\r\n\r\n", "\n\r\n")

const blocks = FastCheck.array(FastCheck.tuple(block, blankLine), { minLength: 1, maxLength: 8 }).map((parts) =>
  parts.flat().join("")
)

describe("parseMarkdown", () => {
  it.prop(
    "makes of every text what the parser of all of GFM makes of the whole of it",
    { source: FastCheck.oneof({ arbitrary: blocks, weight: 4 }, soup, benign) },
    ({ source }) => {
      const parsed = parseMarkdown(source)
      FastCheck.pre(Either.isRight(parsed))
      const [tree, whole] = [Either.getOrThrow(parsed), parse(source)]
      expect(bare(tree)).toBe(bare(whole))
      for (const type of ["code", "inlineCode", "html", "link", "definition"] as const) {
        expect(places(tree, type)).toEqual(places(whole, type))
      }
    },
    { fastCheck: { numRuns: 400 } }
  )

  it("gives a parser none of the words of a plain text, and one letter for those around what is not plain", () => {
    const given: Array<string> = []
    const noting = (text: string) => {
      given.push(text)
      return parse(text)
    }
    treeAroundPlainBlocks("# A title\n\nSome words.\n\n- one\n- two\n\n> said\n\n1. a\n2. b\n", noting)
    expect(given).toEqual([])
    treeAroundPlainBlocks("Some words.\n\nMore of them.\n\n**Bold**\n\nAnd so on.\n", noting)
    expect(given).toEqual(["x\n\n**Bold**\n\nx\n"])
  })

  it("reads the whole of a text whose plain blocks stand in code or HTML", () => {
    expect(treeAroundPlainBlocks("```\n\nSome words.\n\n```", parse)).toBeUndefined()
    expect(treeAroundPlainBlocks("<!--\n\nSome words.\n\n-->", parse)).toBeUndefined()
    expect(treeAroundPlainBlocks("<script>\n\nSome words.\n\n</script>", parse)).toBeUndefined()
  })
})
