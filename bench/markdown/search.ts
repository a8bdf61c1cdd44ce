import { Effect } from "effect"
import type { MarkdownWorkerPool } from "../../src/adapters/node/posts/MarkdownFilterThreads.ts"
import { Random } from "../driver/Random.ts"

/** The beginnings and ends of constructs of Markdown and GFM, and texts that make a parser look far. */
const pieces = [
  ...[
    "*",
    "_",
    "**",
    "~",
    "~~",
    "`",
    "``",
    "[",
    "]",
    "![",
    "](",
    "(",
    ")",
    "<",
    ">",
    "&",
    ";",
    "\\",
    "|",
    "!",
    ":",
    "@",
    "."
  ],
  ...[
    " ",
    "  ",
    "    ",
    "\t",
    "\n",
    "\n\n",
    "\r",
    "\n> ",
    "\n  ",
    "=\n",
    "---\n",
    "-\n",
    "***\n",
    "|-|\n",
    ":-",
    "```\n",
    "~~~\n"
  ],
  ...[
    "> ",
    "- ",
    "+ ",
    "* ",
    "1. ",
    "# ",
    "- [ ] ",
    "[a]",
    "[a]: b",
    "[^1]",
    "[^a]: ",
    "[a](b)",
    "a",
    "x y",
    "é",
    "0",
    "=",
    "-"
  ],
  ...["<a", "<b>", "</b>", '<b a="', "<!--", "<div>\n", "<script>", "</script>", "<?", '"', "'", "&amp;", "&#x202e;"],
  ...["www.", "www", "http://", "://", "a@b.c", "mailto:", "javascript:"]
]

/** A text that was tried. */
export interface Tried {
  readonly text: string
  readonly name: string
  readonly ms: number
}

const most = 20_000

/** Filters a text in a thread as the server does; gives its excess if it is refused, and the time of all threads. */
export const tried = (pool: MarkdownWorkerPool, text: string) =>
  Effect.gen(function* () {
    const before = process.cpuUsage()
    const outcome = yield* pool.filter(text, true).pipe(
      Effect.as("accepted"),
      Effect.catchTags({
        NestedTooDeep: () => Effect.succeed("nesting"),
        TooCostly: ({ excess }) => Effect.succeed(excess)
      })
    )
    const { system, user } = process.cpuUsage(before)
    return { outcome, ms: (system + user) / 1_000 }
  })

/**
 * Looks for texts of 20,000 characters that cost most: a beginning and a repeated pattern, both random. Most patterns are
 * cheap, which a short text of them shows. The maximum number of costly that were accepted come first, and those that were refused.
 */
export const searched = (pool: MarkdownWorkerPool, seconds: number, seed: number) =>
  Effect.gen(function* () {
    const random = new Random(seed)
    const some = (count: number) => Array.from({ length: count }, () => random.pick(pieces)).join("")
    const accepted: Array<Tried> = []
    const refused: Array<Tried> = []
    const until = performance.now() + seconds * 1_000
    while (performance.now() < until) {
      const [beginning, pattern] = [random.upTo(3) === 1 ? some(2) : "", some(random.upTo(5))]
      const of = (length: number) => (beginning + pattern.repeat(Math.ceil(length / pattern.length))).slice(0, length)
      const short = yield* tried(pool, of(2_000))
      if (short.ms < 20 && random.upTo(6) > 1) continue
      const text = of(most)
      const { ms, outcome } = yield* tried(pool, text)
      const name = `${JSON.stringify(beginning)} + ${JSON.stringify(pattern)}`
      ;(outcome === "accepted" ? accepted : refused).push({ text, name, ms })
    }
    const byCost = (a: Tried, b: Tried) => b.ms - a.ms
    return { accepted: accepted.sort(byCost), refused: refused.sort(byCost) }
  })
