import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Effect, Option } from "effect"
import { parseAtomFeed } from "feedsmith"
import { NewsRepo } from "../../../src/ports/news/NewsRepo.ts"
import { newItem } from "../../contracts/news/newNews.ts"
import { community } from "../../support/Community.ts"
import { answer, diseaseNamed, joinAdmin, publish } from "../../support/Given.ts"
import { join } from "../../support/Members.ts"
import { hide } from "../../support/moderation/Hiding.ts"
import { ask } from "../../support/Raw.ts"
import { memoryOnly } from "../../support/Storage.ts"

const read = (path: string, as?: Parameters<typeof ask>[2]) =>
  Effect.map(ask("GET", path, as), ({ headers, status, text }) => ({
    status,
    headers,
    text,
    feed: parseAtomFeed(text),
    titles: (parseAtomFeed(text).entries ?? []).map(({ title }) => title?.value)
  }))

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: the Atom feeds`, (it) => {
    it.effect("have the newest 50 posts, newest first, narrowed by disease and category", () =>
      Effect.gen(function* () {
        const [maria, admin] = [yield* join(), yield* joinAdmin]
        const disease = yield* diseaseNamed(admin, "Marfan syndrome")
        yield* Effect.forEach(Array.range(1, 49), (number) => publish(maria, { title: `Post ${number}` }))
        yield* publish(maria, { title: "On a < b & ]]>", category: "question", diseaseId: disease.id })
        yield* publish(maria, { title: "Last" })
        const all = yield* read("/feeds/posts.xml")
        deepStrictEqual(all.titles, ["Last", "On a < b & ]]>", ...Array.range(2, 49).map((n) => `Post ${51 - n}`)])
        strictEqual(all.headers["content-type"], "application/atom+xml; charset=utf-8")
        const [last] = all.feed.entries ?? []
        strictEqual(last?.authors?.[0]?.name, maria.user.username)
        strictEqual(last?.links?.[0]?.href, last?.id)
        strictEqual(all.feed.updated, last?.updated)
        const narrowed = yield* read(`/feeds/posts.xml?diseaseId=${disease.id}&category=question`)
        deepStrictEqual(
          [narrowed.feed.title?.value, narrowed.titles],
          ["Posts about Marfan syndrome", ["On a < b & ]]>"]]
        )
        deepStrictEqual((yield* read("/feeds/posts.xml?category=experience")).feed.entries, undefined)
        strictEqual((yield* ask("GET", "/feeds/posts.xml?category=none")).status, 400)
      })
    )

    it.effect("are 404 for an unknown disease, and name one without posts", () =>
      Effect.gen(function* () {
        const disease = yield* diseaseNamed(yield* joinAdmin, "Fabry disease")
        strictEqual((yield* ask("GET", "/feeds/posts.xml?diseaseId=999999")).status, 404)
        const { feed } = yield* read(`/feeds/posts.xml?diseaseId=${disease.id}`)
        deepStrictEqual([feed.title?.value, feed.entries], ["Posts about Fabry disease", undefined])
      })
    )

    it.effect("of a thread without comments were updated when its post was", () =>
      Effect.gen(function* () {
        const post = yield* publish(yield* join())
        const { feed } = yield* read(`/feeds/posts/${post.id}.xml`)
        strictEqual(feed.updated, DateTime.formatIso(post.createdAt))
      })
    )

    it.effect("say the language of each news item and the page that it was taken from", () =>
      Effect.gen(function* () {
        const { save } = yield* NewsRepo
        const publishedAt = yield* DateTime.now
        const title = "Une nouvelle étude sur les maladies rares a été publiée cette semaine à Paris"
        yield* save([newItem({ title, publishedAt, sourceUrl: Option.some("https://presse.example/etude") })])
        const { feed, text } = yield* read("/feeds/news.xml")
        const [first] = feed.entries ?? []
        deepStrictEqual([first?.title?.value, first?.xml?.lang], [title, "fr"])
        strictEqual(first?.links?.find(({ rel }) => rel === "via")?.href, "https://presse.example/etude")
        assertTrue(text.includes('xml:lang="en"'))
      })
    )

    it.effect("have the newest 50 comments of a thread, also of a long one, and none of a hidden post", () =>
      Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        const post = yield* publish(maria, { title: "A thread" })
        const path = `/feeds/posts/${post.id}.xml`
        for (const [count, expected] of [
          [3, 3],
          [60, 50],
          [50, 50]
        ] as const) {
          const before = (yield* read(path)).titles.length
          assertTrue(before <= 50)
          yield* Effect.forEach(Array.range(1, count), (number) => answer(bob, post.id, `**${count}** ${number}`))
          const { feed } = yield* read(path)
          const texts = (feed.entries ?? []).map(({ content }) => content?.value)
          strictEqual(texts.length, expected)
          deepStrictEqual(
            texts.slice(0, 2),
            [count, count - 1].map((n) => `<p><strong>${count}</strong> ${n}</p>`)
          )
          strictEqual(feed.entries?.[0]?.content?.type, "html")
        }
        yield* hide({ type: "post", id: post.id })
        for (const as of [undefined, maria.token]) {
          strictEqual((yield* ask("GET", path, as === undefined ? {} : { as })).status, 404)
        }
      })
    )

    it.effect("have the newest comments that one response holds, with the page of each", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const { id } = yield* publish(maria)
        const texts = Array.range(1, 70).map((number) => `${"痛".repeat(4_990)} ${number}`)
        const comments = yield* Effect.forEach(texts, (text) => answer(maria, id, text))
        const entries = (yield* read(`/feeds/posts/${id}.xml`)).feed.entries ?? []
        assertTrue(entries.length > 20 && entries.length < 50)
        deepStrictEqual(
          entries.map(({ links }) => new URL(links?.[0]?.href ?? "").pathname),
          comments
            .slice(-entries.length)
            .map((comment) => `/comments/${comment.id}`)
            .reverse()
        )
      })
    )

    it.effect("have the newest news, and are not sent again while they are the same", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const news = yield* read("/feeds/news.xml")
        const { data } = yield* maria.client.news.list({ urlParams: { limit: 50 } })
        deepStrictEqual(
          news.titles,
          data.map(({ title }) => title)
        )
        const etag = news.headers["etag"] ?? ""
        const again = yield* read("/feeds/news.xml", { as: maria.token })
        deepStrictEqual(
          [again.text, again.headers["etag"], again.headers["content-type"]],
          [news.text, etag, news.headers["content-type"]]
        )
        strictEqual((yield* ask("GET", "/feeds/news.xml", { headers: { "if-none-match": etag } })).status, 304)
      })
    )
  })
}
