import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { type FilteredNode, filteredTree, wordsOf } from "@rare-disease-community/text/Html"
import { Effect } from "effect"
import { unlimited } from "../../support/Unlimited.ts"
import { at } from "../../support/Wire.ts"
import { dataDir, folder, start } from "../Program.ts"
import { answerOf, ran } from "./Commands.ts"

/** A folder of the operator with one file of Polish. */
const withPolish = (home: string) =>
  Effect.map(folder, (path) => {
    mkdirSync(join(path, "languages/pl"), { recursive: true })
    writeFileSync(join(path, "languages/pl/home.json"), home)
    return path
  })

const polish = `{
  "hello": "Cześć, {name}",
  "welcome": "<script>alert(1)</script> & <b>Razem</b>"
}`

const plainElements: ReadonlySet<string> = new Set(["title", "option", "textarea", "script"])

/** The texts of some elements in a language; titles and the like have no elements that could name another one. */
const textsIn = (language: string, nodes: ReadonlyArray<FilteredNode>, of = language): ReadonlyArray<string> =>
  nodes.flatMap((node) => {
    if (typeof node === "string") return of === language ? [wordsOf([node])] : []
    return plainElements.has(node.name)
      ? []
      : textsIn(language, node.children, / lang="([^"]*)"/.exec(node.attributes)?.[1] ?? of)
  })

describe("A language of the operator's folder", () => {
  it.scopedLive("joins the menu, shows English where it lacks a text, and its markup as text", () =>
    Effect.gen(function* () {
      const own = { ...unlimited, DATA_DIR: yield* dataDir, COMMUNITY_DIR: yield* withPolish(polish) }
      const server = yield* start(own)
      const headers = { accept: "text/html", "accept-language": "pl" }
      const text = yield* Effect.promise(async () => (await fetch(server.url, { headers })).text())
      expect(text).toContain('<html lang="pl">')
      expect(text).toContain("&lt;script>alert(1)&lt;/script> &amp; &lt;b>Razem")
      expect(text).not.toContain("<script>alert")
      expect(text).toContain(">Polski</a>")
      expect(text).toContain('<span lang="en">Find a disease, read other families’ stories')
      expect(text).not.toMatch(/[\uFDD0\uFDD1]/)
    })
  )

  it.scopedLive("marks all English on its pages as English", () =>
    Effect.gen(function* () {
      const COMMUNITY_DIR = yield* withPolish(`{"hello": "Cześć, {name}"}`)
      const own = { ...unlimited, DATA_DIR: yield* dataDir, COMMUNITY_DIR, SAMPLES: "off" }
      const server = yield* start(own)
      for (const path of ["/", "/diseases", "/posts", "/register", "/sign-in", "/news", "/statistics", "/nothing"]) {
        const headers = { accept: "text/html", "accept-language": "pl" }
        const html = yield* Effect.promise(async () => (await fetch(server.url + path, { headers })).text())
        const words = textsIn("pl", filteredTree(html.replace("<!doctype html>", ""))).filter((text) =>
          /\p{L}{3}/u.test(text)
        )
        const left = words.filter((text) => text !== "Polski" && !/^\d+ \p{L}+ \d{4}\b/u.test(text))
        expect([path, left]).toEqual([path, []])
      }
    })
  )

  it.scopedLive("is listed by `languages` with what it lacks, and with those that ship", () =>
    Effect.gen(function* () {
      const COMMUNITY_DIR = yield* withPolish(`{\n  "hello": "Cześć, {name}",\n  "old": "x"\n}`)
      const answer = yield* answerOf({ COMMUNITY_DIR }, ["languages"])
      const listed = at(answer, "languages")
      expect(listed).toMatchObject([
        { language: "en", from: "server", gaps: [] },
        { language: "de", from: "server", gaps: [] },
        { language: "fr", from: "server", gaps: [] },
        { language: "es", from: "server", gaps: [] },
        { language: "it", from: "server", gaps: [] },
        { language: "pt", from: "server", gaps: [] },
        { language: "pl", from: "COMMUNITY_DIR" }
      ])
      const { code, stdout } = yield* ran({ COMMUNITY_DIR }, ["languages"])
      expect(code).toBe(0)
      expect(stdout).toContain("pl/home.json:3 old: is not in English\n")
      expect(stdout).toContain("pl/home.json:1 welcome: is missing\n")
      expect(stdout).toMatch(/^pl\/account\.json: is missing \(\d+ texts\)$/m)
      expect(stdout).toMatch(/^pl +COMMUNITY_DIR +\d{3,} +0 +1$/m)
    })
  )

  it.scopedLive("stops the start and `languages` where a text is broken, with one line", () =>
    Effect.gen(function* () {
      const COMMUNITY_DIR = yield* withPolish(`{\n  "hello": "Cześć, {imię}"\n}`)
      const line = "languages/pl/home.json, line 2, hello: it has an argument {imię} that English has not"
      const listed = yield* ran({ COMMUNITY_DIR }, ["languages"])
      expect([listed.code, listed.stdout]).toEqual([2, ""])
      expect(listed.stderr).toContain(line)
      const started = yield* ran({ COMMUNITY_DIR, DATA_DIR: yield* dataDir, PORT: "0" }, ["serve"])
      expect(started.code).not.toBe(0)
      expect(started.stderr.trim().split("\n")).toHaveLength(1)
      expect(started.stderr).toContain(line)
    })
  )
})
