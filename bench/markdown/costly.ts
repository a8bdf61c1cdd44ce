const most = 20_000

const filled = (beginning: string, repeated: string) =>
  `${beginning}${repeated.repeat(Math.ceil(most / repeated.length))}`.slice(0, most)

const numbered = (line: (index: number) => string) =>
  Array.from({ length: 2_000 }, (_, index) => line(index))
    .join("\n")
    .slice(0, most)

/** Legal texts of the most characters that are dear to a parser, by what they are made of. */
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
  entities: filled("", "&lt;")
}
