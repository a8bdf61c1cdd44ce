import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import type { FeedItem } from "@rare-disease-community/feeds/Feed"
import { Either, Schema } from "effect"
import { categoryBy, type NewsOrigin, type NewsRule, NewsRules } from "../../../src/domain/news/NewsRules.ts"

const decode = Schema.decodeUnknownEither(NewsRules)
const shipped = Schema.decodeSync(Schema.parseJson(NewsRules))(
  readFileSync(new URL("../../../content/news-rules.json", import.meta.url), "utf8")
)

const item = (given: Partial<FeedItem> = {}): FeedItem => ({
  guid: "1",
  title: "A title",
  summary: "",
  link: null,
  publishedAt: null,
  hasUnreadableDate: false,
  categories: [],
  ...given
})

const nobody: NewsOrigin = { source: "A newsroom", hosts: [] }
const by = (rule: NewsRule, given: Partial<FeedItem>, origin = nobody) =>
  categoryBy({ rules: [rule], fallback: "research" }, item(given), origin) === rule.category

describe("categoryBy", () => {
  it("compares whole words, without case, accents and punctuation", () => {
    const rule: NewsRule = { category: "policy", title: ["Santé publique", "screen*", "new born"] }
    for (const title of ["SANTE PUBLIQUE!", "La santé-publique", "Screening", "It screens", "Screen", "new, born"]) {
      expect(by(rule, { title }), title).toBe(true)
    }
    for (const title of ["santé", "publique santé", "santé publiques", "ascreen", "newborn", "born new"]) {
      expect(by(rule, { title }), title).toBe(false)
    }
  })

  it("takes no character of a text as a pattern", () => {
    const rule: NewsRule = { category: "policy", title: ["(a+)+$", "C++ [x]", "50% off"] }
    for (const title of ["a", "c x", "50 off"]) expect(by(rule, { title }), title).toBe(true)
    expect(by(rule, { title: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!" })).toBe(false)
  })

  it("matches a host and its subdomains, of the feed and of the item", () => {
    const rule: NewsRule = { category: "policy", host: ["News.example"] }
    for (const host of ["news.example", "www.news.example"]) {
      expect(by(rule, {}, { source: "", hosts: [host] })).toBe(true)
      expect(by(rule, { link: `https://${host}/a` })).toBe(true)
    }
    for (const host of ["fakenews.example", "news.example.evil.example", "example"]) {
      expect(by(rule, { link: `https://${host}/news.example` })).toBe(false)
    }
  })

  it("applies a rule if each of its conditions is met by one of its texts", () => {
    const rule: NewsRule = { category: "policy", source: ["alliance", "union"], filedUnder: ["news"], text: ["bill"] }
    const origin = { source: "Rare Alliance", hosts: [] }
    expect(by(rule, { categories: ["Other", "Our news"], summary: "A bill" }, origin)).toBe(true)
    expect(by(rule, { categories: ["Our news"], title: "The bill" }, origin)).toBe(true)
    expect(by(rule, { categories: ["Our news"], title: "Billing" }, origin)).toBe(false)
    expect(by(rule, { categories: ["Other"], summary: "A bill" }, origin)).toBe(false)
    expect(by(rule, { categories: ["Our news"], summary: "A bill" })).toBe(false)
  })

  it("applies the first rule that holds, and the fallback last", () => {
    const rules = [
      { category: "policy", title: ["one"] },
      { category: "patient_story", title: ["one", "two"] }
    ] as const
    const category = (title: string) => categoryBy({ rules, fallback: "drug_approval" }, item({ title }), nobody)
    expect(["one", "two", "three"].map(category)).toEqual(["policy", "patient_story", "drug_approval"])
  })
})

describe("NewsRules", () => {
  it.each([
    { rules: [], fallback: "gossip" },
    { rules: [] },
    { fallback: "research" },
    { rules: [{ category: "policy" }], fallback: "research" },
    { rules: [{ category: "policy", title: [] }], fallback: "research" },
    { rules: [{ category: "policy", title: ["* !"] }], fallback: "research" },
    { rules: [{ category: "policy", host: ["https://a.example"] }], fallback: "research" },
    { rules: [{ category: "gossip", title: ["a"] }], fallback: "research" },
    []
  ])("%j are none", (rules) => expect(Either.isLeft(decode(rules))).toBe(true))

  it("of the server recognise regulators, journals, stories and policy", () => {
    const category = (source: string, given: Partial<FeedItem> = {}) =>
      categoryBy(shipped, item(given), { source, hosts: [] })
    expect(category("Example Medicines Regulator - Orphan decisions")).toBe("drug_approval")
    expect(category("News", { link: "https://www.ema.europa.eu/en/news/x" })).toBe("drug_approval")
    expect(category("Example Journal of Rare Disease Research")).toBe("research")
    expect(category("Example literature index")).toBe("research")
    expect(category("Example Rare Alliance", { categories: ["Patient Stories"] })).toBe("patient_story")
    expect(category("Example Rare Alliance", { title: "Living with Ehlers–Danlos: Ana’s story" })).toBe("patient_story")
    expect(category("Example Rare Alliance", { categories: ["Policy"] })).toBe("policy")
    expect(category("Example Rare Alliance", { title: "Newborn screening bill advances" })).toBe("policy")
    expect(category("Noticias", { title: "Enfermedad de Niño Inventado aprobada" })).toBe("drug_approval")
    expect(category("Example Rare Alliance")).toBe("research")
  })
})
