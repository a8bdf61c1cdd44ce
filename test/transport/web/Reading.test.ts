import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Context, DateTime, Effect, Layer } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { NewsRepo, type NewsToSave, ownKeys } from "../../../src/ports/news/NewsRepo.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { filtered, unique } from "../../contracts/newRows.ts"
import { newItem } from "../../contracts/news/newNews.ts"
import { community } from "../../support/Community.ts"
import { answer, joinAdmin, publish } from "../../support/Given.ts"
import { join } from "../../support/Members.ts"
import { ask } from "../../support/Raw.ts"
import { unlimited } from "../../support/Unlimited.ts"
import { at } from "../../support/Wire.ts"
import { connectAs } from "../mcp/Clients.ts"
import { cookieFor, open } from "./support/Browse.ts"

/** The same storage, whose repository of a tag notes the names of its methods as they are called. */
const noting = <R, E, I extends R, S extends object>(
  storage: Layer.Layer<R, E>,
  tag: Context.Tag<I, S>,
  called: Array<string>
) =>
  Layer.map(storage, (services) => {
    const noted = new Proxy(Context.get(services, tag), {
      get: (target, name) => {
        called.push(String(name))
        return Reflect.get(target, name)
      }
    })
    return Context.add(services, tag, noted)
  })

const ofPosts: Array<string> = []
const ofInboxes: Array<string> = []

/** The methods that an effect calls, each once, besides the one that stores the counted views every second. */
const calledBy = <A, E, R>(called: Array<string>, effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    called.length = 0
    return Effect.map(effect, () => Array.dedupe(called.filter((method) => method !== "addViews")).sort())
  })

/** A thread of two pages, its author, and a function that reads the number of its views, which a read of a list does not change. */
const thread = Effect.gen(function* () {
  const author = yield* join()
  const { id } = yield* publish(author)
  yield* Effect.forEach(Array.range(1, 101), () => answer(author, id), { concurrency: 8 })
  const { headers } = yield* open(`/posts/${id}`)
  const views = Effect.map(ask("GET", `/api/posts/${id}`), ({ text }) => Number(at(JSON.parse(text), "viewCount")))
  return { author, id, path: `/posts/${id}`, etag: String(headers["etag"]), views }
})

const storage = noting(noting(Memory.layer, PostsRepo, ofPosts), NotificationsRepo, ofInboxes)

layer(community(Memory.layer, unlimited), { excludeTestServices: true })(
  "News in another language than the page",
  (it) => {
    it.effect("says its language, and marks its words with it", () =>
      Effect.gen(function* () {
        const { text: inGerman } = yield* open("/news?lang=de")
        assertTrue(inGerman.includes('<span class="badge language">Englisch</span>'), inGerman)
        const [, path = "", title = ""] = /<a href="(\/news\/\d+)" dir="auto" lang="en">([^<]+)</.exec(inGerman) ?? []
        const { text: item } = yield* open(`${path}?lang=de`)
        assertTrue(
          item.includes(`<h1 dir="auto" lang="en">${title}</h1>`) && item.includes('<div class="text" lang="en">')
        )
        const { text: inEnglish } = yield* open(path)
        assertTrue(!inEnglish.includes("badge language"))
      })
    )
  }
)

/** Stores news, and opens its page. */
const newsPage = Effect.fnUntraced(function* (given: Partial<NewsToSave>) {
  const { known, save } = yield* NewsRepo
  const item = newItem(given)
  yield* save([item])
  const [{ id } = { id: 0 }] = yield* known([item.key])
  return (yield* open(`/news/${id}`)).text
})

layer(community(Memory.layer, unlimited), { excludeTestServices: true })("News", (it) => {
  it.effect("of a feed show their summary, and those of the community only their text, which begins with it", () =>
    Effect.gen(function* () {
      const item = { summary: "Trials of drugs", content: filtered("Trials of drugs begin in May.") }
      const lead = (given: Partial<NewsToSave>) =>
        Effect.map(newsPage(given), (text) => /<p class="lead"[^>]*>([^<]*)/.exec(text)?.[1])
      strictEqual(yield* lead({ ...item, content: { ...filtered(""), html: "" } }), "Trials of drugs")
      strictEqual(yield* lead({ ...item, key: ownKeys + unique() }), undefined)
    })
  )

  it.effect("has no empty elements where an item has no text", () =>
    Effect.gen(function* () {
      const title = unique()
      const page = yield* newsPage({ title, summary: "", content: { ...filtered(""), html: "" } })
      const list = yield* open(`/news?search=${title}`)
      assertTrue(list.text.includes(title) && page.includes(title))
      for (const text of [page, list.text]) assertTrue(!/<(p|div) class="(lead|text|excerpt)"/.test(text), text)
    })
  )

  it.effect("of a community without a name has the translated one as its source, and other sources stay", () =>
    Effect.gen(function* () {
      const admin = cookieFor(yield* joinAdmin)
      const source = "Rare Disease Community"
      const own = newItem({ key: ownKeys + unique(), title: "Our day", source, publishedAt: yield* DateTime.now })
      const other = newItem({ title: "Their day", source, publishedAt: yield* DateTime.now })
      const { known, save } = yield* NewsRepo
      yield* save([own])
      const [{ id } = { id: 0 }] = yield* known([own.key])
      for (const path of ["/", "/news", `/news/${id}`, "/admin/news"]) {
        const { text } = yield* open(`${path}?lang=de`, { cookie: admin })
        assertTrue(text.includes("<span>Gemeinschaft Seltene Erkrankungen</span>") && !text.includes(source), path)
      }
      yield* save([other])
      assertTrue((yield* open("/news?lang=de")).text.includes(`<span>${source}</span>`))
    })
  )
})

layer(community(storage, unlimited), { excludeTestServices: true })("A view of a thread", (it) => {
  it.effect("leaves words of a member as they are that look like the count of the API", () =>
    Effect.gen(function* () {
      const author = yield* join()
      const { id } = yield* publish(author, { content: 'The API said `"viewCount":1` and `"viewCount":2`.' })
      const quoted = Effect.map(open(`/posts/${id}`), ({ text }) => text.match(/"viewCount":\d+/g))
      for (const _ of [1, 2, 3, 4]) deepStrictEqual(yield* quoted, ['"viewCount":1', '"viewCount":2'])
    })
  )

  it.effect("is counted once: not for its further pages, for HEAD, or for a page that the browser has", () =>
    Effect.gen(function* () {
      const { author, etag, path, views } = yield* thread
      const cookie = cookieFor(author)
      strictEqual(yield* views, 2)
      for (const further of [`${path}?page=2`, `${path}?page=2`, `${path}?page=9`]) {
        yield* open(further)
        yield* open(further, { cookie })
      }
      const cursor = at(
        JSON.parse((yield* ask("GET", `/api${path}/comments?limit=50`)).text),
        "pagination",
        "nextCursor"
      )
      strictEqual((yield* open(`${path}?cursor=${cursor}`)).status, 200)
      yield* ask("HEAD", path)
      const again = yield* open(path, { headers: { "if-none-match": etag } })
      strictEqual(again.status, 304)
      strictEqual((yield* open(path, { headers: { "if-none-match": 'W/"older"' } })).status, 200)
      yield* open(path, { cookie, headers: { "if-none-match": etag } })
      strictEqual(yield* views, 3)
      yield* open(path)
      yield* open(path, { cookie })
      strictEqual(yield* views, 6)
    })
  )

  it.scoped("is not counted for further pages by get_post", () =>
    Effect.gen(function* () {
      const { author, id, views } = yield* thread
      const { call } = yield* connectAs("streamable", author)
      const before = yield* views
      for (const page of [1, 2, 3]) yield* call("get_post", { postId: id, page })
      strictEqual(yield* views, before + 2)
    })
  )
})

layer(community(storage, unlimited), { excludeTestServices: true })("A page of a thread after the first", (it) => {
  it.effect("does not read the comments of the first", () =>
    Effect.gen(function* () {
      const { author, path } = yield* thread
      for (const [cookie, calls] of [
        [undefined, ["head"]],
        [cookieFor(author), ["hasRestricted", "head"]]
      ] as const) {
        const second = open(`${path}?page=2`, { cookie })
        deepStrictEqual(yield* calledBy(ofPosts, second), [...calls])
        const { text } = yield* second
        assertTrue(text.includes('id="comment-'))
      }
      deepStrictEqual(yield* calledBy(ofPosts, open(`${path}?page=3`)), ["head"])
    })
  )
})

layer(community(storage, unlimited), { excludeTestServices: true })("A page of a member", (it) => {
  it.effect("counts the unread notifications, and lists none", () =>
    Effect.gen(function* () {
      const [maria, bob] = [yield* join(), yield* join()]
      const { id } = yield* publish(maria)
      yield* answer(bob, id)
      yield* answer(bob, id)
      const cookie = cookieFor(maria)
      for (const path of ["/", "/posts", "/help", "/no-such-page"]) {
        const page = open(path, { cookie })
        deepStrictEqual(yield* calledBy(ofInboxes, page), ["position"], path)
        assertTrue((yield* page).text.includes('data-count="2"'), path)
      }
      const thread = open(`/posts/${id}`, { cookie })
      deepStrictEqual(yield* calledBy(ofInboxes, thread), ["lock", "markRead", "position", "unreadAbout"])
      deepStrictEqual(yield* calledBy(ofInboxes, thread), ["position", "unreadAbout"])
      assertTrue((yield* thread).text.includes('class="count none" data-count="0"'))
    })
  )
})

layer(community(Memory.layer, unlimited), { excludeTestServices: true })("Posts on the home page", (it) => {
  it.effect("are those in the reader's language first, questions and others, each once", () =>
    Effect.gen(function* () {
      const member = yield* join()
      const titles = { en: "Which sports are safe for us?", de: "Welche Sportarten sind für uns sicher?" }
      for (const category of ["question", "topic"] as const) {
        for (const language of ["de", "en"] as const) {
          yield* publish(member, { title: `${titles[language]} ${category}`, category, language })
        }
      }
      for (const language of ["de", "en"] as const) {
        const other = language === "de" ? "en" : "de"
        const { text } = yield* open("/", { headers: { "accept-language": language } })
        const places = (["question", "topic"] as const).map((category) =>
          [language, other].map((each) => text.indexOf(`${titles[each as "de"]} ${category}`))
        )
        for (const [own = -1, others = -1] of places)
          assertTrue(own > 0 && own < others, `${language}: ${own} ${others}`)
        strictEqual(text.split(`${titles[language]} question`).length - 1, 1)
      }
    })
  )
})
