const most = 20_000

const filled = (beginning: string, repeated: string) =>
  `${beginning}${repeated.repeat(Math.ceil(most / repeated.length))}`.slice(0, most)

const numbered = (line: (index: number) => string) =>
  Array.from({ length: 2_000 }, (_, index) => line(index))
    .join("\n")
    .slice(0, most)

/** Texts of the most characters that are expensive to a parser, by their elements: honest ones, then attacks. */
export const costly: Readonly<Record<string, string>> = {
  prose: filled("", "A word and another sentence here. "),
  "plain paragraphs": filled("", "a\n\n"),
  lines: filled("", "a\n"),
  table: filled("| one | two | three |\n|---|---|---|\n", "| one | two | three |\n"),
  "narrow table": filled("|a|b|c|\n|-|-|-|\n", "|a|b|c|\n"),
  list: filled("", "- item\n"),
  "nested list": filled("", Array.from({ length: 45 }, (_, level) => `${"  ".repeat(level)}- item\n`).join("")),
  quotes: filled("", "> a\n\nb\n\n"),
  brackets: filled("", "["),
  links: filled("", "[a](b) "),
  references: filled("[a]: b\n\n", "[a] "),
  definitions: numbered((index) => `[a${index}]: b`),
  footnotes: numbered((index) => `[^${index}]\n\n[^${index}]: b\n`),
  stars: filled("", "*a* "),
  code: filled("", "`a` "),
  addresses: filled("", "http://a.b "),
  "e-mail": filled("", "a@b.c "),
  tags: filled("", "<b>x</b> "),
  entities: filled("", "&lt;"),
  tasks: filled("", "- [ ] a\n"),
  "every inline mark": filled("", "**a** _b_ [c](d) ~~e~~ `f` <b>g</b> &amp; www.h.i "),
  "items and blank lines": filled("", "- a\n\n"),
  "tables of two cells": filled("", "a|b\n-|-\n\n"),
  "narrow rows": filled("", "-|-\n"),
  "empty items": filled("", "-\n"),
  "containers by turns": filled("", "-|-\n- a\n> b\n*c*\n\n"),
  "one footnote": filled("[^a]: x\n\n", "[^a]"),
  "a long URL": filled(`[a]: ${"b".repeat(10_000)}\n\n`, "[a]"),
  "a wide table": filled(`${"|a".repeat(1_000)}\n${"|-".repeat(1_000)}\n`, "a\n"),
  delimiters: filled("", "a*_"),
  underlines: filled("", "a\n=\n"),
  "lazy lines": filled("> a\n", "a\n"),
  "lists between tables": filled("", "*\r:-\r"),
  "quotes of lists": filled("", "> - a\n\n"),
  "images in images": `${"![".repeat(1_500)}${"](a)".repeat(1_500)}`,
  "closing brackets": filled("![^a]", "]"),
  titles: filled("", "[](a ("),
  backticks: filled("", "\\```\n"),
  comments: filled("", "<!--a")
}
