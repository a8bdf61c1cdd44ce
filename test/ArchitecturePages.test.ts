import { describe, expect, it } from "@effect/vitest"
import { DecisionAction, fits, TargetType } from "../src/domain/moderation/Target.ts"
import { boundsPage, isMet } from "./architecture/bounds.ts"
import { mapDifferences } from "./architecture/map.ts"
import { raisedBounds, raisedWithoutNote } from "./architecture/raisedBounds.ts"
import { sources } from "./architecture/rule.ts"
import { filesOf, isProduct, source, sourcesOf, textOf } from "./architecture/Source.ts"
import { wideLines } from "./architecture/sizeChecks.ts"
import { missingExports, unknownFiles, unknownNames } from "./architecture/textChecks.ts"

const pages = [
  ...filesOf("packages").filter((file) => file.endsWith("/README.md")),
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "README.md",
  ...filesOf("docs").filter((file) => file.endsWith(".md"))
]

const textsOf = (files: ReadonlyArray<string>) => Object.fromEntries(files.map((file) => [file, textOf(file)]))

/** All sources of the program, and the script of the pages. */
const all = [...sourcesOf("src", /\.(tsx?|js)$/), ...sourcesOf("packages").filter(({ file }) => isProduct(file))]

describe("docs/bounds.md", () => {
  it("lists the limits and times that members, agents and operators meet (npx vitest run -u records a change)", () =>
    expect(boundsPage(all.filter(isMet))).toMatchFileSnapshot("../docs/bounds.md"))

  it("lists limits by their names and times by their units, no other constants, and no inner limits", () => {
    const text = `const maxRows = 5\nconst idle = "8 seconds"\nconst ageMillis = 2 * 1_000\nconst firstBits = 8\nconst max = 1\nconst [share, maxWords] = [0.5, 9]\nconst lease = Duration.minutes(5)\nconst sizes = { maxBytes: 4, width: 3 }\nconst keptLimits = { rows: 2 }\n/** @internal Deep. */\nconst maxDepth = 7`
    expect(boundsPage([source("src/A.ts", text)]).match(/`[\w.]+`(?= \|)/g)).toEqual([
      "`maxRows`",
      "`idle`",
      "`ageMillis`",
      "`maxWords`",
      "`lease`",
      "`sizes.maxBytes`",
      "`keptLimits.rows`"
    ])
  })

  it("has a reason for every limit and time, its own and not that of its neighbour", () => {
    const unexplained = / \| {2}\| /
    const text =
      `/** Why. */\nconst maxRows = 5\nconst idle = "8 seconds"\n\nconst minAge = 2\n` +
      "/** Why. */\nconst [maxWords, minWords] = [9, 2]"
    const rows = boundsPage([source("src/A.ts", text)]).split("\n")
    expect(rows.filter((row) => unexplained.test(row)).map((row) => row.slice(0, 10))).toEqual([
      "| `idle` |",
      "| `minAge`",
      "| `maxWord",
      "| `minWord"
    ])
    expect(boundsPage(all)).not.toMatch(unexplained)
  })

  it("gives each limit and time a sentence that no other one has", () => {
    const sentences = boundsPage(all)
      .split("\n")
      .slice(6)
      .flatMap((row) => row.split(" | ")[2] ?? [])
    expect(sentences.filter((sentence, index) => sentences.indexOf(sentence) < index)).toEqual([])
  })
})

describe("bench/walkBounds.json", () => {
  const file = "bench/walkBounds.json"

  it("raises no bound without a decision note of the same commit that names it", () =>
    expect(raisedWithoutNote(file, JSON.parse(textOf(file)), textOf)).toEqual([]))

  it("may lower a bound and add one; a higher one is told unless a note has its name", () => {
    const [before, after] = [
      { comment: 80, like: 50, post: 9 },
      { comment: 81, like: 49, post: 10, page: 7 }
    ]
    expect(raisedBounds(before, after, "The walk of a `post` has one file more")).toEqual(["comment"])
  })
})

describe("docs/decisions/README.md", () => {
  it("lists the notes of its folder in their order", () => {
    const listed = Array.from(textOf("docs/decisions/README.md").matchAll(/\]\((\d{4}-[^)]+)\)/g), ([, file]) => file)
    expect(listed).toEqual(
      filesOf("docs/decisions")
        .filter((file) => /\d{4}-/.test(file))
        .map((file) => file.replace(/^.*\//, ""))
    )
  })
})

describe("docs/moderation.md", () => {
  it("has each action of decisions in its table, with the types of its targets", () => {
    const types = { posts: "post", comments: "comment", members: "user", all: "post, comment, user" }
    const told = Array.from(textOf("docs/moderation.md").matchAll(/^\| (`.+?) \| ([a-z, ]+) \|/gm)).flatMap(
      ([, actions = "", targets = ""]) =>
        Array.from(actions.matchAll(/`(\w+)`/g)).flatMap(([, action]) =>
          targets
            .split(", ")
            .flatMap((target) =>
              `${types[target as keyof typeof types]}`.split(", ").map((type) => `${action} ${type}`)
            )
        )
    )
    const possible = DecisionAction.literals.flatMap((action) =>
      TargetType.literals.filter((type) => fits(type, action)).map((type) => `${action} ${type}`)
    )
    expect(told.sort()).toEqual(possible.sort())
  })
})

describe("CONTRIBUTING.md", () => {
  it("has lines of at most 120 characters, and README.md and CHANGELOG.md of at most 135", () => {
    expect(wideLines(textsOf(["CONTRIBUTING.md"]), 120)).toEqual([])
    expect(wideLines(textsOf(["README.md", "CHANGELOG.md"]))).toEqual([])
  })
})

describe("ARCHITECTURE.md", () => {
  const page = textOf("ARCHITECTURE.md")

  it("draws the rooms and arrows of the table, and no others", () => expect(mapDifferences(page)).toEqual([]))

  it("draws the rooms and arrows of the table, and no others: the check sees a planted breach", () => {
    const drawn = "# A page\n\n## Rooms\n\nWords.\n\n```text\na/    the first -> b,\n      c.ts\nd.ts  the last\n```\n"
    const room = (...arrows: ReadonlyArray<string>) => ({ arrows, packages: [] })
    expect(mapDifferences(drawn, { a: room("b", "c.ts"), "d.ts": room() })).toEqual([])
    expect(mapDifferences(drawn, { a: room("b", "e"), f: room("a") })).toEqual([
      "the page lacks a -> e",
      "the page lacks f",
      "the table lacks a -> c.ts",
      "the table lacks d.ts"
    ])
    expect(mapDifferences("# A page without rooms", { a: room() })).toEqual(["the page lacks a"])
  })

  it("names only files that exist, as do the other pages and the comments of the sources", () => {
    const texts = { ...textsOf(pages), ...Object.fromEntries(sources.map(({ file, text }) => [file, text])) }
    expect(unknownFiles(texts, filesOf("src", "packages", "test", "bench", "migrations"))).toEqual([])
    expect(unknownFiles({ page: ["a/B", "B", "C"].map((name) => `\`${name}.ts\``).join() }, ["src/a/B.ts"])).toEqual([
      "page: C.ts"
    ])
  })

  it("says of names in which file they are, and the file exports them, as do CONTRIBUTING.md and the other pages", () => {
    expect(missingExports(textsOf(pages), sources)).toEqual([])
    const text = "'gone' ('a/B.ts'), 'one', 'two'\nor 'three' of 'B.ts', 'Kept.read' of 'B.ts'".replaceAll("'", "`")
    const planted = source("src/a/B.ts", "export const one = 1\nconst two = 2\nexport class Kept {}")
    expect(missingExports({ page: text }, [planted])).toEqual([
      "page: gone is not in a/B.ts",
      "page: two is not in B.ts",
      "page: three is not in B.ts"
    ])
  })

  it("names only what the program has, as do CONTRIBUTING.md, README.md and the decisions", () => {
    const named = pages.filter((file) => !file.startsWith("docs/") || file.startsWith("docs/decisions/"))
    const files = filesOf("src", "packages", "test", "migrations", "operations", "bench").filter(
      (file) => /\.(c?[jt]s|tsx|sql|css)$/.test(file) && !file.startsWith("test/architecture/")
    )
    expect(unknownNames(textsOf(named), [...files.map(textOf), ...files, textOf("package.json")])).toEqual([])
    expect(unknownNames({ page: "`one` `oneTwo` `one two` `hidden_by`" }, ["one and two"])).toEqual(["page: oneTwo"])
  })

  it("has lines of at most 120 characters", () => {
    expect(wideLines({ "ARCHITECTURE.md": page }, 120)).toEqual([])
    expect(wideLines({ wide: `line\n${"x".repeat(121)}` }, 120)).toEqual(["wide:2: 121 columns"])
  })
})
