import { describe, expect, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import type { Nodes } from "mdast"
import remarkParse from "remark-parse"
import { unified } from "unified"
import { dialect } from "../src/dialect/Dialect.ts"
import { parseMarkdown } from "../src/ParseMarkdown.ts"
import { forEachNode, parseAroundPlainBlocks } from "../src/PlainBlocks.ts"
import { benignMarkdown } from "./benignMarkdown.ts"
import { hostileMarkdown } from "./hostileMarkdown.ts"

const full = unified().use(remarkParse).use(dialect).freeze()
const parse = (text: string) => full.parse(text)

/** A tree without positions, which plain blocks lack, and without the spans of URLs, which only our parser adds. */
const bare = (tree: Nodes) =>
  JSON.stringify(
    tree,
    (key, value) => (key === "position" ? undefined : key === "data" ? value?.typedNumber : value),
    1
  )

const places = (tree: Nodes, of: Nodes["type"]) => {
  const found: Array<unknown> = []
  forEachNode(tree, ({ position, type }) => {
    if (type === of) found.push(position)
  })
  return found
}

/** Plain blocks, and blocks that look plain but need the parser. */
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
  "1985. a\n1990. *b*\n1990. c",
  "**不要停药！**请",
  "a*b *c* d*e",
  "https://x.y/a。b",
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
  "[a](javascript:b)",
  "some **words**, *some* `a_b` and [a link](https://x.y/a_b?c=d#e).",
  "**Words:** said `so <b>`\n_and_ so __on__",
  "- **a** b\n- [x](y)",
  "> *a*\n> [b](c)",
  "## `a` b",
  "3 words\n12 *more*"
)

const blankLine = FastCheck.constantFrom("\n\n", "\n\n", "\n\n\n", "\n", "\n \n", "\r\n\r\n", "\n\r\n")

/** Pieces of a line: simple marks between any characters, and marks that may interfere. */
const piece = FastCheck.constantFrom(
  ...["**a**", "*a*", "_a_", "__a b__", "`a`", "` a `", "``a``", "[a](b)", "[a](http://b.c)", "[a]( b )", "![a](b)"],
  ...["**a.**", "*a!*", "**", "*", "_", "`", "[", "]", "(", ")", "!", "~", "~~a~~", "[x] ", "[^a](b)", "[a][b]", "\\"],
  ...[
    "a",
    "b c",
    "é",
    "😀",
    " ",
    " ",
    " ",
    ".",
    ",",
    ":",
    '"',
    "'",
    "-",
    "1",
    "1.",
    "#",
    "|",
    "&amp;",
    "<b>",
    "@",
    "\n"
  ],
  ...["病", "。", "！", "”", "한", "~", "**「a」**", "\\@", "\\:", "’"],
  ...["www.a.b", "://", "http://a.b", "\u00a0", "“", "\n- ", "\n> ", "\n1. "]
)

const line = FastCheck.tuple(
  FastCheck.constantFrom("", "", "a ", "- ", "> ", "1. ", "# "),
  FastCheck.array(piece, { minLength: 1, maxLength: 8 })
).map(([prefix, pieces]) => prefix + pieces.join(""))

const lines = FastCheck.array(FastCheck.tuple(line, blankLine), { minLength: 1, maxLength: 4 }).map((parts) =>
  parts.flat().join("")
)

const blocks = FastCheck.array(FastCheck.tuple(block, blankLine), { minLength: 1, maxLength: 8 }).map((parts) =>
  parts.flat().join("")
)

describe("parseMarkdown", () => {
  it.prop(
    "gives the tree of the parser with every construct for every text",
    {
      source: FastCheck.oneof(
        { arbitrary: blocks, weight: 4 },
        { arbitrary: lines, weight: 4 },
        hostileMarkdown,
        benignMarkdown
      )
    },
    ({ source }) => {
      const parsed = Either.try(() => parseMarkdown(source))
      FastCheck.pre(Either.isRight(parsed)) // a text may be nested too deep
      const [tree, whole] = [Either.getOrThrow(parsed), parse(source)]
      expect(bare(tree)).toBe(bare(whole))
      for (const type of ["code", "inlineCode", "html", "link", "definition"] as const) {
        expect(places(tree, type)).toEqual(places(whole, type))
      }
    },
    { fastCheck: { numRuns: 800 } }
  )

  it("gives the parser no plain text, and a placeholder for the plain text around other blocks", () => {
    const given: Array<string> = []
    const recording = (text: string) => {
      given.push(text)
      return parse(text)
    }
    parseAroundPlainBlocks("# A *title*\n\nSome [words](a).\n\n- one\n- `two`\n\n> said\n\n1. a\n2. b\n", recording)
    expect(given).toEqual([])
    parseAroundPlainBlocks("Some words.\n\nMore of them.\n\n~~Bold~~\n\nAnd so on.\n", recording)
    expect(given).toEqual(["x\n\n~~Bold~~\n\nx\n"])
  })

  it("parses the whole text where plain blocks are inside code or HTML", () => {
    expect(parseAroundPlainBlocks("```\n\nSome words.\n\n```", parse)).toBeUndefined()
    expect(parseAroundPlainBlocks("<!--\n\nSome words.\n\n-->", parse)).toBeUndefined()
    expect(parseAroundPlainBlocks("<script>\n\nSome words.\n\n</script>", parse)).toBeUndefined()
  })
})
