import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Either, Encoding, FastCheck as fc } from "effect"
import { CategoryId, CommentId, DiseaseId, NewsId, NotificationId, PostId, UserId } from "../../src/domain/Ids.ts"
import {
  commentList,
  diseaseList,
  foundDiseaseList,
  foundPostList,
  newsList,
  notificationList,
  postList,
  userList
} from "../../src/domain/Lists.ts"
import type { CursorCodec, CursorPosition } from "../../src/domain/Page.ts"
import { hostileTexts } from "../support/Hostile.ts"

const id = PostId.make(81)
const posts = postList({}, "views")
const place = { offset: 20, after: { count: 3, id } }

const isRefused = <Key>(list: CursorCodec<Key>, cursor: string) =>
  Either.match(list.decode(cursor), { onLeft: ({ _tag }) => _tag === "InvalidCursor", onRight: () => false })

/** A cursor of a list, with a made-up position. */
const forged = <Key>(list: CursorCodec<Key>, real: CursorPosition<Key>, ...made: ReadonlyArray<unknown>) => {
  const [name]: ReadonlyArray<unknown> = JSON.parse(
    Either.getOrThrow(Encoding.decodeBase64UrlString(list.encode(real)))
  )
  return Encoding.encodeBase64Url(JSON.stringify([name, ...made]))
}

const madeUp = (...made: ReadonlyArray<unknown>) => forged(posts, place, ...made)

describe("cursorCodec", () => {
  it("decodes the position that it encoded, URL-safe", () => {
    const marfan = { offset: 2_147_483_647, after: { name: "marfan’s 🌿 syndröme", id: DiseaseId.make(2_147_483_647) } }
    const cursors = [posts.encode(place), diseaseList(undefined).encode(marfan)]
    for (const cursor of cursors) strictEqual(encodeURIComponent(cursor), cursor)
    deepStrictEqual(
      [
        Either.getOrThrow(posts.decode(cursors[0] ?? "")),
        Either.getOrThrow(diseaseList(undefined).decode(cursors[1] ?? ""))
      ],
      [place, marfan]
    )
    const news = { offset: 1, after: { publishedAt: -1, id: NewsId.make(1) } }
    deepStrictEqual(
      Either.getOrThrow(newsList({ category: "policy" }).decode(newsList({ category: "policy" }).encode(news))),
      news
    )
    const found = foundPostList("a", {}).encode({ offset: 40, after: null })
    deepStrictEqual(Either.getOrThrow(foundPostList("a", {}).decode(found)), { offset: 40, after: null })
  })

  it("refuses the cursor of a list with another kind, order, filter or search", () => {
    const diseaseId = DiseaseId.make(12)
    const lists = [
      postList({}, "date"),
      postList({}, "views"),
      postList({}, "replies"),
      postList({ category: "topic" }, "views"),
      postList({ diseaseId }, "views"),
      postList({ diseaseId, includeDescendants: true }, "views")
    ]
    for (const list of lists) {
      for (const other of lists) strictEqual(isRefused(other, list.encode(place)), list !== other)
    }
    const foundPosts = [
      foundPostList("marfan", {}),
      foundPostList("marfan", { sort: "date" }),
      foundPostList("marfa", {}),
      foundPostList("marfan", { category: "question" })
    ]
    for (const list of foundPosts) {
      for (const other of foundPosts)
        for (const after of [null, [id]]) {
          strictEqual(isRefused(other, list.encode({ offset: 1, after })), list !== other)
        }
    }
    const found = [
      foundDiseaseList("marfan", undefined),
      foundDiseaseList("marfan", CategoryId.make(1)),
      foundDiseaseList("marfan", undefined, true)
    ]
    for (const list of found) {
      for (const other of found) {
        strictEqual(isRefused(other, list.encode({ offset: 1, after: null })), list !== other)
      }
    }
    const [maria, bob] = [UserId.make(1), UserId.make(2)]
    const member = userList({ role: "expert" }).encode({ offset: 1, after: { id: maria } })
    deepStrictEqual([isRefused(userList({ role: "expert" }), member), isRefused(userList({}), member)], [false, true])
    const told = { offset: 1, after: { id: NotificationId.make(1) } }
    const inbox = notificationList(maria, false).encode(told)
    deepStrictEqual(
      [notificationList(maria, false), notificationList(maria, true), notificationList(bob, false)].map((list) =>
        isRefused(list, inbox)
      ),
      [false, true, true]
    )
    const comment = commentList(id).encode({ offset: 1, after: { id: CommentId.make(1) } })
    deepStrictEqual(
      [isRefused(commentList(id), comment), isRefused(commentList(PostId.make(1)), comment)],
      [false, true]
    )
  })

  it("refuses any text that is not a cursor", () => {
    for (const text of hostileTexts) assertTrue(isRefused(posts, text), text)
    for (const text of hostileTexts) {
      const wrapped = Encoding.encodeBase64Url(text)
      assertTrue(isRefused(posts, wrapped), text)
    }
    assertTrue(isRefused(posts, "A".repeat(1_000_000)))
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => isRefused(posts, text)))
    fc.assert(fc.property(fc.base64String({ maxLength: 300 }), (text) => isRefused(posts, text)))
    fc.assert(fc.property(fc.json(), (json) => isRefused(posts, Encoding.encodeBase64Url(json))))
  })

  it("refuses a made-up position that the list cannot have", () => {
    strictEqual(isRefused(posts, madeUp(20, { count: 3, id: 81 })), false)
    for (const number of [-1, 1.5, 2_147_483_648, 1e300, "1", null, [], true]) {
      assertTrue(isRefused(posts, madeUp(number, { count: 3, id: 81 })))
      assertTrue(isRefused(posts, madeUp(20, { count: number, id: 81 })))
      assertTrue(isRefused(posts, madeUp(20, { count: 3, id: number })))
    }
    for (const after of [undefined, null, {}, { id: 81 }, { count: 3 }, { count: 3, id: 0 }, [3, 81], "x"]) {
      assertTrue(isRefused(posts, madeUp(20, after)))
    }
    assertTrue(isRefused(posts, madeUp(20, { count: 3, id: 81 }, "more")))
    fc.assert(fc.property(fc.jsonValue(), fc.jsonValue(), (offset, after) => isRefused(posts, madeUp(offset, after))))
    const diseases = diseaseList(undefined)
    const marfan = { offset: 20, after: { name: "marfan", id: DiseaseId.make(1) } }
    strictEqual(isRefused(diseases, forged(diseases, marfan, 20, { name: "x".repeat(2_000), id: 1 })), false)
    for (const name of ["a\0b", "\ud800", "x".repeat(2_001), 7, null]) {
      assertTrue(isRefused(diseases, forged(diseases, marfan, 20, { name, id: 1 })))
    }
    const news = newsList({})
    const item = { offset: 20, after: { publishedAt: 0, id: NewsId.make(1) } }
    for (const publishedAt of [-62_135_596_800_001, 253_402_300_800_000, 0.5, "2026-01-01"]) {
      assertTrue(isRefused(news, forged(news, item, 20, { publishedAt, id: 1 })))
    }
  })
})
