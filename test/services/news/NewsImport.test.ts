import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { DateTime, Effect, Either, Option, TestClock } from "effect"
import { atom, rss, rssItem } from "../../../packages/feeds/test/Documents.ts"
import { ChangesRepo } from "../../../src/ports/ChangesRepo.ts"
import { DiseasesRepo } from "../../../src/ports/diseases/DiseasesRepo.ts"
import { NewsRepo } from "../../../src/ports/news/NewsRepo.ts"
import { newDisease } from "../../contracts/diseases/newDiseases.ts"
import { publishedKinds, SingleInstance } from "../../support/ChangesLayers.ts"

import { all, counts, inCommunity, namesOf, now, save, saveText, titles } from "./ImportedNews.ts"

const folders = ["../../../packages/feeds/test/fixtures/", "../../../../shared/data/feeds/"].map(
  (path) => new URL(path, import.meta.url)
)

/** The samples of every dialect; those of the machine's shared data too, where it has them. */
const samples = folders.flatMap((folder) => {
  const names = Either.getOrElse(
    Either.try(() => readdirSync(folder)),
    (): Array<string> => []
  )
  return names.map((name) => ({ name, bytes: () => readFileSync(new URL(name, folder)) }))
})

describe("NewsImport.save", () => {
  it.effect.each(samples)("imports $name once, and nothing the second time", ({ bytes, name }) =>
    inCommunity(
      Effect.gen(function* () {
        const isFeed = !/malicious|not-a-feed/.test(name)
        const first = yield* Effect.either(save(bytes()))
        const before = yield* all
        expect(Either.isRight(first)).toBe(isFeed)
        expect(before.length > 0).toBe(isFeed)
        const again = yield* Effect.either(save(bytes()))
        if (Either.isRight(again)) expect(again.right).toEqual(counts(0, 0, before.length))
        expect(yield* all).toEqual(before)
        for (const { content, contentHtml, publishedAt, source, sourceUrl, summary, title } of before) {
          expect([content, contentHtml]).toEqual(["", ""])
          for (const text of [summary, title, source]) expect(text).not.toMatch(/<[a-z/!?]/i)
          expect(title.length).toBeGreaterThan(0)
          expect(DateTime.lessThanOrEqualTo(publishedAt, now)).toBe(true)
          if (Option.isSome(sourceUrl)) expect(sourceUrl.value).toMatch(/^https?:\/\/(?!.*utm_)/)
        }
      })
    )
  )

  it.effect("publishes a change when an item was added or changed, and none else", () =>
    inCommunity(
      Effect.gen(function* () {
        const kinds = yield* publishedKinds
        yield* saveText(rss(rssItem("1", "One")))
        yield* saveText(rss(rssItem("1", "One")))
        yield* saveText(rss(rssItem("1", "Another")))
        expect(kinds).toEqual(["news", "news"])
      }),
      SingleInstance
    )
  )

  it.effect("gives an item its category by the rules, and links the diseases that it names", () =>
    inCommunity(
      Effect.gen(function* () {
        for (const { bytes, name } of samples) if (/^(rss|atom)/.test(name)) yield* save(bytes())
        const byTitle = new Map((yield* all).map((item) => [item.title.split(" ").slice(0, 3).join(" "), item]))
        const of = (title: string) => {
          const item = byTitle.get(title)
          return item === undefined ? undefined : [item.category, ...namesOf(item)]
        }
        expect(of("Example regulator approves")).toEqual(["drug_approval", "Marfan syndrome"])
        expect(of("Orphan designation withdrawn:")).toEqual(["drug_approval", "Alexander disease"])
        expect(of("Invented trial of")).toEqual(["research", "Gaucher disease type 1"])
        expect(of("Invented cohort of")).toEqual(["research", "Alexander disease"])
        expect(of("Living with Ehlers–Danlos:")).toEqual(["patient_story", "Ehlers-Danlos syndrome"])
        expect(of("Newborn screening bill")).toEqual(["policy"])
      })
    )
  )

  it.effect("skips an item that an admin has deleted, and keeps the others", () =>
    inCommunity(
      Effect.gen(function* () {
        const feed = rss(`${rssItem("One", "One")}${rssItem("Two", "Two")}`)
        expect(yield* saveText(feed)).toEqual(counts(2, 0, 0))
        const one = yield* Effect.fromNullable((yield* all).find(({ title }) => title === "One"))
        yield* Effect.flatMap(NewsRepo, (repo) => repo.exclude(one.id))
        expect(yield* saveText(feed)).toEqual(counts(0, 0, 1, 1))
        expect(yield* titles).toEqual(["Two"])
      })
    )
  )

  it.effect("skips an item that leads to a page of this site, or was taken from there, so that no news echoes", () =>
    inCommunity(
      Effect.gen(function* () {
        const link = (url: string, rel: string) => `<link href="${url}" rel="${rel}"/>`
        const entry = (id: string, links: string) => `<entry><id>${id}</id><title>${id}</title>${links}</entry>`
        const ours = "http://127.0.0.1:3000/news/5"
        const there = link("https://other.example/news/9", "alternate")
        const elsewhere = link("https://paper.example/", "via")
        const feed = atom(
          [
            entry("Ours", link(ours, "alternate")),
            entry("Echo", there + link(ours, "via")),
            entry("Theirs", there + elsewhere)
          ].join("")
        )
        expect(yield* saveText(feed)).toEqual(counts(1, 0, 0, 2))
        expect(yield* saveText(feed)).toEqual(counts(0, 0, 1, 2))
        expect((yield* all).map(({ sourceUrl, title }) => [title, Option.getOrNull(sourceUrl)])).toEqual([
          ["Theirs", "https://other.example/news/9"]
        ])
      })
    )
  )

  it.effect("publishes fresh items to followers once: at the first import of a feed none without a date", () =>
    inCommunity(
      Effect.gen(function* () {
        const told = Effect.gen(function* () {
          const { changes } = yield* Effect.flatMap(ChangesRepo, (repo) => repo.within([{ after: 0, until: 999 }], 999))
          const ids = changes.filter(({ kind }) => kind === "news_published").map(({ id }) => id)
          return (yield* all).filter(({ id }) => ids.includes(id)).map(({ title }) => title)
        })
        const fresh = rssItem("1", "Fresh", "<pubDate>18 Nov 2026 08:00 GMT</pubDate>")
        const old = rssItem("2", "Old", "<pubDate>13 Nov 2026 11:00 GMT</pubDate>")
        yield* saveText(rss(fresh + old + rssItem("3", "Undated")))
        expect(yield* told).toEqual(["Fresh"])
        yield* saveText(rss(rssItem("1", "Changed", "<pubDate>19 Nov 2026 08:00 GMT</pubDate>") + rssItem("4", "New")))
        expect((yield* told).toSorted()).toEqual(["Changed", "New"])
      }),
      SingleInstance
    )
  )

  it.effect("changes a stored item in place, and keeps one that the feed no longer has", () =>
    inCommunity(
      Effect.gen(function* () {
        const date = "<pubDate>5 Mar 2026 08:00 GMT</pubDate>"
        yield* saveText(rss(rssItem("1", "One", date) + rssItem("2", "Two", date)))
        const [one, two] = yield* all
        expect([one?.title, two?.title]).toEqual(["One", "Two"])
        const update = rss(rssItem("2", "Two about Marfan syndrome", date) + rssItem("3", "Three", date))
        expect(yield* saveText(update)).toEqual(counts(1, 1, 0))
        const after = yield* all
        expect(after.map(({ title }) => title)).toEqual(["Three", "One", "Two about Marfan syndrome"])
        expect(after[2]?.id).toBe(two?.id)
        expect(after.map(namesOf)).toEqual([[], [], ["Marfan syndrome"]])
      })
    )
  )

  it.effect("stores equal guids of two feeds as two items", () =>
    inCommunity(
      Effect.gen(function* () {
        const feed = rss(rssItem("1", "One"))
        expect(yield* saveText(feed, "https://a.example/")).toEqual(counts(1, 0, 0))
        expect(yield* saveText(feed, "https://b.example/")).toEqual(counts(1, 0, 0))
        expect(yield* titles).toEqual(["One", "One"])
      })
    )
  )

  it.effect("dates an item without a date or with a future one by the moment when it was first seen", () =>
    inCommunity(
      Effect.gen(function* () {
        const feed = rss(`${rssItem("1", "None")}${rssItem("2", "Future", "<pubDate>1 Jan 2099 08:00 GMT</pubDate>")}
          ${rssItem("3", "Soon", "<pubDate>20 Nov 2026 14:00 GMT</pubDate>")}`)
        yield* saveText(feed)
        yield* TestClock.adjust("1 hour")
        expect(yield* saveText(feed)).toEqual(counts(0, 0, 3))
        for (const { publishedAt } of yield* all) expect(publishedAt).toEqual(now)
        yield* TestClock.adjust("2 hours")
        expect(yield* saveText(feed)).toEqual(counts(0, 1, 2))
        expect((yield* all).map(({ publishedAt, title }) => [title, DateTime.formatIso(publishedAt)])).toEqual([
          ["Soon", "2026-11-20T14:00:00.000Z"],
          ["None", "2026-11-20T12:00:00.000Z"],
          ["Future", "2026-11-20T12:00:00.000Z"]
        ])
      })
    )
  )

  it.effect(
    "marks an item whose date cannot be read, and lists it beside its neighbour in the feed, not as news of today",
    () =>
      inCommunity(
        Effect.gen(function* () {
          const dated = (guid: string, title: string, date: string) =>
            rssItem(guid, title, `<pubDate>${date}</pubDate>`)
          const items = [
            dated("1", "New", "ven., 06 févr. 2026 08:00:00 GMT+0100"),
            dated("2", "Unreadable", "the day before yesterday"),
            dated("3", "Old", "5 Jan 2026 08:15 PM EST"),
            rssItem("4", "Without")
          ]
          const shown = Effect.map(all, (found) =>
            found.map(({ dated, publishedAt, title }) => [title, dated, DateTime.formatIso(publishedAt)])
          )
          const expected = [
            ["Without", false, "2026-11-20T12:00:00.000Z"],
            ["New", undefined, "2026-02-06T07:00:00.000Z"],
            ["Unreadable", false, "2026-01-06T01:15:00.000Z"],
            ["Old", undefined, "2026-01-06T01:15:00.000Z"]
          ]
          yield* saveText(rss(items.join("")))
          expect(yield* shown).toEqual(expected)
          // Its neighbour has left the feed.
          yield* saveText(rss(items.slice(0, 2).join("")))
          expect(yield* shown).toEqual(expected)
        })
      )
  )

  it.effect("links stored items again when the catalogue has more diseases", () =>
    inCommunity(
      Effect.gen(function* () {
        const feed = rss(rssItem("1", "A study of Fictional syndrome"))
        yield* saveText(feed)
        yield* Effect.flatMap(DiseasesRepo, (repo) => repo.save([newDisease({ name: "Fictional syndrome" })]))
        expect(yield* saveText(feed)).toEqual(counts(0, 1, 0))
        expect((yield* all).map(namesOf)).toEqual([["Fictional syndrome"]])
      })
    )
  )

  it.effect("links an item to ten diseases at most, and to none by letters that are not an abbreviation", () =>
    inCommunity(
      Effect.gen(function* () {
        const many = Array.from({ length: 15 }, (_, at) => `Invented disorder ${at}`)
        yield* Effect.flatMap(DiseasesRepo, (repo) => repo.save(many.map((name) => newDisease({ name }))))
        yield* saveText(rss(rssItem("1", "Many", `<description>${many.join(", ")}</description>`)))
        yield* saveText(rss(rssItem("2", "mfs of no one") + rssItem("3", "MFS explained")))
        const byTitle = new Map((yield* all).map((item) => [item.title, namesOf(item).length]))
        expect(Object.fromEntries(byTitle)).toEqual({ Many: 10, "mfs of no one": 0, "MFS explained": 1 })
      })
    )
  )

  it.effect("removes markup from titles and summaries", () =>
    inCommunity(
      Effect.gen(function* () {
        const script = "&lt;script&gt;alert(1)&lt;/script&gt;"
        const hostile = `<entry><id>1</id><title type="text">${script}a &lt;b</title>
          <summary type="text">${script} [x](javascript:alert(1)) ${"&gt;".repeat(2_000)}</summary></entry>`
        const nothing = `<entry><id>2</id><title type="text">&lt;br&gt;</title></entry>`
        expect(yield* saveText(atom(hostile + nothing))).toEqual(counts(1, 0, 0, 1))
        const [item] = yield* all
        expect(item?.title).toBe("alert(1)a < b")
        expect(item?.summary).not.toMatch(/<script/)
      })
    )
  )
})
