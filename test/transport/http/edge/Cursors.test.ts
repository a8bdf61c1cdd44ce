import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Redacted } from "effect"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { answer, diseaseNamed, publish } from "../../../support/Given.ts"
import { hostileTexts } from "../../../support/Hostile.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { at, eachOf, refused, refusedFor } from "../../../support/Wire.ts"

/** A member, eight posts about one disease that others answered, and every list that there is with something in it. */
const world = Effect.gen(function* () {
  const [maria, bob] = [yield* join(), yield* join(), yield* join()]
  const { id: diseaseId } = yield* diseaseNamed(maria, "Wilson disease")
  const word = unique()
  const about = { diseaseId, title: `${word} wilson` }
  const posts = yield* Effect.forEach(Array.range(1, 8), () => publish(maria, about))
  const first = posts[0]?.id
  if (first === undefined) return yield* Effect.dieMessage("no post")
  for (const { id } of posts.slice(0, 3)) yield* answer(bob, id)
  for (const _ of Array.range(1, 4)) yield* answer(bob, first)
  const { data: categories } = yield* maria.client.diseases.list({ urlParams: { search: "wilson", limit: 1 } })
  const lists = {
    posts: `/api/posts?diseaseId=${diseaseId}`,
    "posts by views": `/api/posts?diseaseId=${diseaseId}&sort=views`,
    "posts by replies": `/api/posts?diseaseId=${diseaseId}&category=topic&sort=replies`,
    "posts and those of subtypes": `/api/posts?diseaseId=${diseaseId}&includeDescendants=true`,
    "posts and related ones": `/api/posts?diseaseId=${diseaseId}&includeRelated=true`,
    "posts by humans": `/api/posts?diseaseId=${diseaseId}&authorKind=human`,
    "posts by humans by views": `/api/posts?authorId=${maria.user.id}&authorKind=human&sort=views`,
    "a search of posts by humans": `/api/posts?search=${word}&authorKind=human`,
    "a search of posts": `/api/posts?search=${word}`,
    "a search of posts by replies": `/api/posts?search=${word}&sort=replies`,
    comments: `/api/posts/${first}/comments?`,
    news: "/api/news?",
    "news of a category": "/api/news?category=research",
    "a category of diseases": `/api/diseases?category=${categories[0]?.categories[0]?.id}`,
    "a search of diseases": "/api/diseases?search=syndrome",
    "diseases by symptoms": "/api/diseases?symptoms=seizures",
    "diseases by symptoms in a language": "/api/diseases?symptoms=seizures&lang=en",
    "diseases by phenotypes": "/api/diseases?phenotypes=HP:0001250",
    "diseases by other phenotypes": "/api/diseases?phenotypes=HP:0001250&excluded=HP:0001249",
    "a search of phenotypes": "/api/phenotypes?search=pectus",
    users: "/api/users?",
    "users of a role": "/api/users?role=user",
    "users who are not verified": "/api/users?verified=false",
    notifications: "/api/notifications?",
    "unread notifications": "/api/notifications?unreadOnly=true"
  }
  return { maria, bob, lists, word, about, postId: first }
})

const get = (path: string, as: Redacted.Redacted) => send("GET", path, { as })

/** The cursor of a page. */
const nextOf = ({ body }: { readonly body: unknown }) => at(body, "pagination", "nextCursor")

/** All answers of a walk, `limit` items at a time, 20 at most. */
const walk = (path: string, limit: number, as: Redacted.Redacted) =>
  Effect.gen(function* () {
    const pages = [yield* get(`${path}&limit=${limit}`, as)]
    for (;;) {
      const cursor = nextOf(pages.at(-1) ?? { body: {} })
      if (cursor === undefined || pages.length === 20) return pages
      pages.push(yield* get(`${path}&limit=${limit}&cursor=${cursor}`, as))
    }
  })

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })(`pagination.nextCursor (${storage.name})`, (it) => {
    it.effect("walks every list as its pages do, and is present exactly while there is more", () =>
      Effect.gen(function* () {
        const { lists, maria } = yield* world
        for (const [name, path] of Object.entries(lists)) {
          const whole = yield* get(`${path}&limit=100`, maria.token)
          const total = Number(at(whole.body, "pagination", "total"))
          const limit = Math.ceil(total / 3)
          assertTrue(total > 2 && total <= 100, `${name}: ${total}`)
          const pages = yield* walk(path, limit, maria.token)
          deepStrictEqual(
            pages.flatMap((page) => eachOf(page)),
            eachOf(whole),
            name
          )
          for (const [index, page] of pages.entries()) {
            const { nextCursor, ...pagination } = Object(at(page.body, "pagination"))
            const hasMore = index < pages.length - 1
            const place = /notifications/.test(name)
              ? { offset: index * limit }
              : { page: index + 1, totalPages: Math.ceil(total / limit) }
            const exact = /search of posts/.test(name) ? { totalExact: true } : {}
            deepStrictEqual(pagination, { ...place, ...exact, limit, total, hasMore }, name)
            strictEqual(typeof nextCursor, hasMore ? "string" : "undefined", name)
          }
        }
      })
    )

    it.effect("is refused by another list, order, filter or search, in words that tell which is right", () =>
      Effect.gen(function* () {
        const { bob, lists, maria, postId, word } = yield* world
        const cursors = yield* Effect.forEach(Object.entries(lists), ([name, path]) =>
          Effect.map(get(`${path}&limit=1`, maria.token), (page) => [name, String(nextOf(page))] as const)
        )
        for (const [index, [name, own]] of cursors.entries()) {
          const path = Object.values(lists)[index]
          strictEqual((yield* get(`${path}&cursor=${own}`, maria.token)).status, 200, name)
          for (const step of [1, 2, 5]) {
            const [, foreign] = cursors[(index + step) % cursors.length] ?? []
            refusedFor(
              yield* get(`${path}&cursor=${foreign}`, maria.token),
              400,
              /^cursor must be the nextCursor of this same list/
            )
          }
        }
        const inbox = cursors.find(([name]) => name === "notifications")?.[1]
        refused(yield* get(`/api/notifications?cursor=${inbox}`, bob.token), 400)
        const comments = cursors.find(([name]) => name === "comments")?.[1]
        refused(yield* get(`/api/posts/${postId + 1}/comments?cursor=${comments}`, bob.token), 400)
        const searched = cursors.find(([name]) => name === "a search of posts")?.[1]
        refused(yield* get(`/api/posts?search=${word}%20wilson&cursor=${searched}`, bob.token), 400)
      })
    )

    it.effect("is refused if it is malformed, repeated or beside a page or an offset, and ignored if it is empty", () =>
      Effect.gen(function* () {
        const { lists, maria } = yield* world
        for (const path of [lists.posts, lists["a search of posts"], lists.comments, lists.news, lists.users]) {
          const first = yield* get(`${path}&limit=2`, maria.token)
          const cursor = nextOf(first)
          for (const page of [1, 2]) {
            refusedFor(
              yield* get(`${path}&cursor=${cursor}&page=${page}`, maria.token),
              400,
              /^send page or cursor, not both/
            )
          }
          refusedFor(
            yield* get(`${path}&cursor=${cursor}&cursor=${cursor}`, maria.token),
            400,
            /^cursor must be given once/
          )
          const empty = yield* get(`${path}&limit=2&cursor=&page=1`, maria.token)
          deepStrictEqual([empty.status, empty.body], [200, first.body])
        }
        const told = nextOf(yield* get("/api/notifications?limit=1", maria.token))
        for (const offset of [0, 1]) {
          const both = yield* get(`/api/notifications?cursor=${told}&offset=${offset}`, maria.token)
          refusedFor(both, 400, /^send offset or cursor, not both/)
        }
        for (const text of hostileTexts.filter((text) => text !== "")) {
          refused(yield* get(`${lists.posts}&cursor=${encodeURIComponent(text.toWellFormed())}`, maria.token), 400)
        }
        for (const text of [`${told}x`, `x${told}`, "W10", "e30", "bnVsbA"]) {
          for (const path of [lists["a search of diseases"], lists.notifications]) {
            refused(yield* get(`${path}&cursor=${text}`, maria.token), 400)
          }
        }
        const nowhere = yield* get("/api/posts/2147483647/comments?cursor=x", maria.token)
        refusedFor(nowhere, 400, /^cursor must be/)
      })
    )

    it.effect("leads the typed client through a list, with another limit on the way", () =>
      Effect.gen(function* () {
        const { maria, postId, word } = yield* world
        const { posts } = maria.client
        const first = yield* posts.list({ urlParams: { search: word, limit: 3 } })
        const cursor = yield* Effect.fromNullable(first.pagination.nextCursor)
        const second = yield* posts.list({ urlParams: { search: word, limit: 4, cursor } })
        const last = yield* Effect.fromNullable(second.pagination.nextCursor)
        const third = yield* posts.list({ urlParams: { search: word, cursor: last } })
        const met = [first, second, third].flatMap(({ data }) => data.map(({ id }) => id))
        deepStrictEqual([met.length, met.at(-1), third.pagination.nextCursor], [8, postId, undefined])
        const refusal = yield* Effect.flip(posts.list({ urlParams: { search: "other", cursor } }))
        strictEqual(refusal._tag, "BadRequest")
      })
    )

    it.effect("meets every post once while posts are added and the post that it names is deleted", () =>
      Effect.gen(function* () {
        const { about, lists, maria } = yield* world
        const { token } = maria
        const before = eachOf(yield* get(`${lists.posts}&limit=100`, token))
        const met: Array<unknown> = []
        let page = yield* get(`${lists.posts}&limit=3`, token)
        for (;;) {
          met.push(...eachOf(page))
          yield* publish(maria, about)
          yield* send("DELETE", `/api/posts/${met.at(-1)}`, { as: token })
          const cursor = nextOf(page)
          if (cursor === undefined) break
          page = yield* get(`${lists.posts}&limit=3&cursor=${cursor}`, token)
        }
        deepStrictEqual(met, before)
      })
    )
  })
}
