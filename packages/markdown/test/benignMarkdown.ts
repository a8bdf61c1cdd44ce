import { FastCheck as fc } from "effect"

const words = fc
  .array(
    fc.constantFrom(
      "rare",
      "disease",
      "Ehlers–Danlos",
      "naïve",
      "病気",
      "😀",
      "50 %",
      "a < b",
      "b > a",
      "<3",
      "AT&T",
      "i<n;",
      "2 * 3",
      "x_y_z",
      "1 < 2",
      "R&D",
      "C:\\",
      "snake_case",
      "(see)",
      "[sic]",
      '"so"',
      "it's",
      "&amp;",
      "&lt;b&gt;",
      "\\<b>",
      "\\*",
      "$5",
      "#1"
    ),
    { minLength: 1, maxLength: 6 }
  )
  .map((parts) => parts.join(" "))

const code = fc.constantFrom(
  "`<b>`",
  "`a < b`",
  "`<script>alert(1)</script>`",
  "`` `<i>` ``",
  "`[x](javascript:alert(1))`",
  "`List<String>`",
  "`&lt;`"
)

const url = fc.constantFrom(
  "https://example.org/a?b=c&d=e#f",
  "http://x.y",
  "mailto:a@example.org",
  "/posts/7",
  "#top",
  "../up",
  "?page=2",
  "//example.org/x",
  "<https://example.org/a b>",
  "a/b:c"
)

const link = fc.oneof(
  fc.tuple(words, url).map(([text, to]) => `[${text}](${to})`),
  fc.tuple(words, url).map(([text, to]) => `![${text}](${to} "a title")`),
  fc.constantFrom(
    "<https://example.org>",
    "<a@example.org>",
    "https://example.org/x",
    "www.example.org",
    "[ref]",
    "[text][ref]",
    "note[^1]"
  )
)

const inline = fc
  .array(
    fc.oneof(
      words,
      code,
      link,
      words.map((text) => `*${text}*`),
      words.map((text) => `**${text}**`),
      words.map((text) => `~~${text}~~`)
    ),
    { minLength: 1, maxLength: 5 }
  )
  .map((parts) => parts.join(" "))

const paragraph = fc
  .array(inline, { minLength: 1, maxLength: 3 })
  .chain((lines) => fc.constantFrom("\n", "  \n", "\\\n", " \t\n").map((ending) => lines.join(ending)))

const codeLine = fc.constantFrom(
  "<script>alert(1)</script>",
  "if (a < b && b > c) {}",
  '  <div class="x">',
  "List<String> x",
  "<!-- comment -->",
  "[a](javascript:alert(1))",
  "",
  "\tindented",
  "> quoted",
  "- item",
  "``",
  "AT&T"
)

const fence = fc
  .tuple(
    fc.constantFrom("```", "````", "~~~"),
    fc.constantFrom("", "html", "ts {1,2}"),
    fc.array(codeLine, { maxLength: 4 })
  )
  .map(([marks, info, lines]) => [marks + info, ...lines, marks].join("\n"))

const indented = fc
  .array(
    codeLine.filter((line) => line !== ""),
    { minLength: 1, maxLength: 3 }
  )
  .map((lines) => lines.map((line) => `    ${line}`).join("\n"))

const cell = fc.oneof(words, code, fc.constant("")).filter((text) => !text.includes("|"))

const table = fc
  .tuple(
    fc.constantFrom("|-|-|", "| :- | -: |", "|:-:|---|"),
    fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 4 })
  )
  .map(([rule, rows]) => ["| a | b |", rule, ...rows.map(([left, right]) => `| ${left} | ${right} |`)].join("\n"))

const within = (block: string, first: string, rest: string) =>
  block
    .split("\n")
    .map((line, index) => (index === 0 ? first + line : line === "" ? line : rest + line))
    .join("\n")

const quoted = (block: string) =>
  block
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n")

const listOf = (block: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.constantFrom("- ", "* ", "1. ", "1) "), fc.array(block, { minLength: 1, maxLength: 3 }))
    .map(([marker, items]) => items.map((item) => within(item, marker, " ".repeat(marker.length))).join("\n"))

const heading = fc.tuple(fc.constantFrom("# ", "## ", "###### "), inline).map(([marks, text]) => marks + text)

const taskList = fc
  .array(words, { minLength: 1, maxLength: 3 })
  .map((items) => items.map((item, index) => `- [${index % 2 ? "x" : " "}] ${item}`).join("\n"))

const block = fc.oneof(
  paragraph,
  heading,
  fence,
  table,
  taskList,
  listOf(fc.oneof(paragraph, listOf(words))),
  listOf(fc.tuple(words, fence).map(([text, held]) => `${text}\n\n${held}`)),
  fc.oneof(paragraph, fence, table).map(quoted),
  fc.constantFrom("---", "***", '[ref]: https://example.org "title"', "[^1]: A note with `<b>` in it.")
)

/** Honest GFM: every construct there is, and the signs that people use in prose. */
export const benignMarkdown: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(
      fc.oneof(
        { arbitrary: block, weight: 9 },
        { arbitrary: fc.tuple(words, indented).map(([text, lines]) => `${text}\n\n${lines}`), weight: 1 }
      ),
      { minLength: 1, maxLength: 6 }
    ),
    fc.constantFrom("\n", "\r\n"),
    fc.constantFrom("", "\n", "  \n\n")
  )
  .map(([blocks, newline, end]) => (blocks.join("\n\n") + end).replaceAll("\n", newline))
