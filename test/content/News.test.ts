import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { NewsCategory } from "../../src/domain/News.ts"
import { StarterDiseases, StarterNews } from "../../src/services/StarterContent.ts"

const read = (name: string) => readFileSync(new URL(`../../content/${name}.json`, import.meta.url), "utf8")
const { items } = Schema.decodeSync(Schema.parseJson(StarterNews))(read("news"))
const { diseases } = Schema.decodeSync(Schema.parseJson(StarterDiseases))(read("diseases"))

describe("The sample news", () => {
  it("are a dozen or more, each once, of every category", () => {
    expect(items.length).toBeGreaterThanOrEqual(12)
    expect(new Set(items.map(({ key }) => key)).size).toBe(items.length)
    expect([...new Set(items.map(({ category }) => category))].sort()).toEqual([...NewsCategory.literals].sort())
  })

  it("say that they are samples, so that nobody takes them for news", () => {
    expect(items.filter(({ title }) => !title.startsWith("Sample: "))).toEqual([])
    expect(items.filter(({ content }) => !/invented/i.test(content))).toEqual([])
  })

  it("are about diseases of the catalogue", () => {
    const known = new Set(diseases.map(({ key }) => key))
    expect(items.flatMap(({ diseases }) => diseases).filter((key) => !known.has(key))).toEqual([])
    expect(items.filter(({ diseases }) => diseases.length > 0).length).toBeGreaterThan(0)
  })

  it("hold no raw HTML", () => {
    const texts = items.flatMap(({ content, summary, title }) => [title, summary, content])
    expect(texts.filter((text) => /<[a-z/!?]/i.test(text))).toEqual([])
  })
})
