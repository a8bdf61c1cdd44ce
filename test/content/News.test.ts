import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { NewsCategory } from "../../src/domain/news/News.ts"
import { StarterNews } from "../../src/ports/ContentFiles.ts"

const read = (name: string) => readFileSync(new URL(`../../content/${name}.json`, import.meta.url), "utf8")
const { items } = Schema.decodeSync(Schema.parseJson(StarterNews))(read("news"))

describe("The sample news in content/news.json", () => {
  it("hold a dozen items or more of every category, each once", () => {
    expect(items.length).toBeGreaterThanOrEqual(12)
    expect(new Set(items.map(({ key }) => key)).size).toBe(items.length)
    expect([...new Set(items.map(({ category }) => category))].sort()).toEqual([...NewsCategory.literals].sort())
  })

  it("state that they are samples", () => {
    expect(items.filter(({ title }) => !title.startsWith("Sample: "))).toEqual([])
    expect(items.filter(({ content }) => !/invented/i.test(content))).toEqual([])
  })

  it("hold no raw HTML", () => {
    const texts = items.flatMap(({ content, summary, title }) => [title, summary, content])
    expect(texts.filter((text) => /<[a-z/!?]/i.test(text))).toEqual([])
  })
})
