import { describe, expect, it } from "vitest"
import { advisoryLocks } from "../src/adapters/postgres/AdvisoryLocks.ts"
import { maxMentions } from "../src/domain/Markdown.ts"
import { released } from "./architecture/releasedMigrations.ts"
import { filesOf, textOf } from "./architecture/Source.ts"
import { longSqlFunctions, wideLines } from "./architecture/sizeChecks.ts"

type Contents = Readonly<Record<string, string>>

/**
 * Functions and tables of SQL in a wrong place: a page names another file for one of them (the name and the file, both
 * in backticks, joined by "in" or a parenthesis), or one is defined twice.
 */
const misplaced = (pages: Contents, sql: Contents): ReadonlyArray<string> => {
  const defined = Object.entries(sql).flatMap(([file, text]) =>
    Array.from(text.matchAll(/^create (?:or replace |unlogged )?(?:function|table) (\w+)/gm), ([, name = ""]) => ({
      name,
      file
    }))
  )
  const named = Object.entries(pages).flatMap(([page, text]) =>
    Array.from(
      text.matchAll(/`(\w+)`\s(?:\*\s)?(?:in\s|\()`(migrations\/[\w./]+\.sql)`/g),
      ([, name = "", file = ""]) => ({
        page,
        name,
        file
      })
    )
  )
  return [
    ...named
      .filter(({ file, name }) => !defined.some((one) => one.name === name && one.file === file))
      .map(({ file, name, page }) => `${page}: ${name} is not in ${file}`),
    ...defined
      .filter(({ name }, index) => defined.findIndex((one) => one.name === name) < index)
      .map(({ file, name }) => `${file}: ${name} is defined twice`)
  ]
}

const contentsOf = (files: ReadonlyArray<string>): Contents =>
  Object.fromEntries(files.map((file) => [file, textOf(file)]))

describe("A function or table of SQL", () => {
  it("is defined once, in the file that pages and comments of the sources name for it", () => {
    const pages = ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", ...filesOf("docs"), ...filesOf("src")]
    expect(
      misplaced(
        contentsOf(pages.filter((file) => /\.(md|ts)$/.test(file))),
        contentsOf(filesOf("migrations").filter((file) => file.endsWith(".sql")))
      )
    ).toEqual([])
  })

  it("has at most 70 lines", () => {
    const files = filesOf("migrations/functions").filter((file) => file.endsWith(".sql"))
    expect(longSqlFunctions(contentsOf(files))).toEqual([])
    const body = (lines: number) => `  as $$ begin${"\n".repeat(lines - 2)}  end $$;\n`
    const planted = `create function short() returns int\n${body(70)}\ncreate or replace function long() returns int\n${body(71)}`
    expect(longSqlFunctions({ "some.sql": planted })).toEqual(["some.sql: long has 71 lines"])
  })

  it("is found where it is named in a wrong file or defined twice", () => {
    const [one, other] = ["migrations/one.sql", "migrations/other.sql"]
    const page = `\`f\` in \`${one}\`, and \`g\` (\`${one}\`)`
    const sql = { [one]: "create function f() returns int", [other]: "create or replace function f() returns int" }
    expect(misplaced({ page }, sql)).toEqual([`page: g is not in ${one}`, `${other}: f is defined twice`])
  })
})

describe("A line of SQL", () => {
  it("has at most 135 characters, but in the migrations of a release, which are never edited", () => {
    const frozen = Object.values(released).flatMap((hashes) => Object.keys(hashes).map((name) => `migrations/${name}`))
    const files = filesOf("migrations").filter((file) => file.endsWith(".sql") && !frozen.includes(file))
    expect(wideLines(contentsOf(files))).toEqual([])
    expect(wideLines({ "wide.sql": `--\n${"-".repeat(136)}\n${"-".repeat(135)}` })).toEqual(["wide.sql:2: 136 columns"])
  })
})

const sqlFunctions = contentsOf(filesOf("migrations/functions"))

/** The first keys of the advisory locks of two keys that functions take. */
const lockKeysOf = (functions: Contents): ReadonlyArray<number> =>
  Object.values(functions).flatMap((text) =>
    Array.from(text.matchAll(/advisory_xact_lock\((\d+),/g), ([, key]) => Number(key))
  )

describe("An advisory lock", () => {
  it("has a first key of its own in one list, which names those of SQL functions too", () => {
    const keys = Object.values(advisoryLocks)
    expect(new Set(keys).size).toBe(keys.length)
    expect(lockKeysOf(sqlFunctions).filter((key) => !keys.some((known) => known === key))).toEqual([])
    expect(lockKeysOf({ "a.sql": "perform pg_try_advisory_xact_lock(99, 0)" })).toEqual([99])
  })

  it("is taken by a key of the list, and by no number, in the program", () => {
    const texts = contentsOf(filesOf("src").filter((file) => file.endsWith(".ts")))
    expect(Object.entries(texts).filter(([, text]) => /advisory_(?:xact_)?lock\(\d/.test(text))).toEqual([])
  })
})

describe("The limit of mentions in mention_more", () => {
  it("is the limit of the program", () => {
    expect(sqlFunctions["migrations/functions/notifications.sql"]).toContain(`[:${maxMentions} - cardinality(before)]`)
  })
})

/** The files of statements whose rows no schema decodes, each with its reason. */
const undecoded: Readonly<Record<string, string>> = {
  "src/adapters/postgres/posts/PostDocuments.ts":
    "the compiler holds the documents of the hottest read against the schema; a contract suite compares them"
}

const filesWithUndecodedRows = (files: Contents) =>
  Object.entries(files).flatMap(([file, text]) => (/\bsql</.test(text) ? [file] : []))

describe("A statement", () => {
  it("has its rows decoded by a schema, but in the files that name their reason", () => {
    expect(
      filesWithUndecodedRows(contentsOf(filesOf("src").filter((file) => file.endsWith(".ts")))).toSorted()
    ).toEqual(Object.keys(undecoded))
  })

  it("is found where its rows only have a type", () => {
    const files = { "a.ts": "sql<Row>`select 1`", "b.ts": "sql`select 1`" }
    expect(filesWithUndecodedRows(files)).toEqual(["a.ts"])
  })
})
