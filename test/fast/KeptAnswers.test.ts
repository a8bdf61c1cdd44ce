import { describe, expect, it } from "@effect/vitest"
import type { Change } from "../../src/domain/Change.ts"
import { UserId } from "../../src/domain/Ids.ts"
import type { Ground } from "../../src/fast/Dependence.ts"
import { type KeptAnswer, KeptAnswers } from "../../src/fast/KeptAnswers.ts"

const answer = (until = Number.POSITIVE_INFINITY, bytes = 1): KeptAnswer => ({
  bytes: { before: Buffer.alloc(bytes) },
  etag: "",
  until
})

const change = (kind: Change["kind"], id = 0): Change => ({ kind, id, userId: null })

const keptWith = (grounds: ReadonlyArray<Ground>) => {
  const kept = new KeptAnswers(1_000_000)
  kept.keep("/x", answer(), grounds, kept.begin())
  kept.end()
  return kept
}

describe("Kept answers", () => {
  for (const [kind, ended] of [
    ["post", ["post 7", "posts", "words", "counts"]],
    ["comment", ["post 7", "replies", "words", "counts"]],
    ["like", ["post 7", "counts"]],
    ["user", ["members", "member 7", "counts"]],
    ["news", ["news", "counts"]],
    ["catalogue", ["catalogue", "counts"]],
    ["notification", []],
    ["notifications_read", []],
    ["session", []],
    ["api_key", []]
  ] as const) {
    it(`end by a change of kind ${kind} where they are made of what it changes, and stay where not`, () => {
      const all = [
        "post 7",
        "post 8",
        "posts",
        "replies",
        "words",
        "members",
        "news",
        "catalogue",
        "counts",
        "member 7",
        "member 8"
      ] as const
      const gone = all.filter((ground) => {
        const kept = keptWith([ground])
        kept.changed(change(kind, 7))
        return kept.get("/x", 0) === undefined
      })
      expect(gone.sort()).toEqual([...ended].sort())
    })
  }

  it("about a member end where a post of theirs comes or goes", () => {
    const kept = keptWith(["member 7"])
    kept.changed({ kind: "post", id: 1, userId: UserId.make(8) })
    expect(kept.get("/x", 0)).toBeDefined()
    kept.changed({ kind: "post", id: 1, userId: UserId.make(7) })
    expect(kept.get("/x", 0)).toBeUndefined()
  })

  it("about an inbox end where its member is notified, or has read", () => {
    for (const kind of ["notification", "notifications_read"] as const) {
      const kept = keptWith(["inbox 7"])
      kept.changed({ kind, id: 1, userId: UserId.make(8) })
      expect(kept.get("/x", 0)).toBeDefined()
      kept.changed({ kind, id: 1, userId: UserId.make(7) })
      expect(kept.get("/x", 0)).toBeUndefined()
    }
  })

  it("are sent until they are too old", () => {
    const kept = new KeptAnswers(1_000_000)
    kept.keep("/x", answer(500), ["posts"], kept.begin())
    expect(kept.get("/x", 499)).toBeDefined()
    expect(kept.get("/x", 500)).toBeUndefined()
    expect(kept.get("/x", 0)).toBeUndefined()
  })

  it("are not kept where a change came while they were read, and are where it changed something else", () => {
    const kept = new KeptAnswers(1_000_000)
    const since = kept.begin()
    kept.changed(change("like", 7))
    expect(kept.keep("/x", answer(), ["posts", "post 7"], since)).toBe(false)
    expect(kept.keep("/y", answer(), ["posts", "post 8"], since)).toBe(true)
    expect(kept.get("/x", 0)).toBeUndefined()
    expect(kept.get("/y", 0)).toBeDefined()
  })

  it("are kept where the change came before they were read, though something else was being read then", () => {
    const kept = new KeptAnswers(1_000_000)
    kept.begin()
    kept.changed(change("post", 7))
    expect(kept.keep("/x", answer(), ["posts"], kept.begin())).toBe(true)
  })

  it("take as much memory as they may, and none where they may take none", () => {
    const kept = new KeptAnswers(10_000)
    for (let id = 0; id < 100; id++) kept.keep(`/${id}`, answer(Number.POSITIVE_INFINITY, 2_000), ["posts"], 0)
    const left = Array.from({ length: 100 }, (_, id) => kept.get(`/${id}`, 0)).filter((found) => found !== undefined)
    expect(left).toHaveLength(3)
    const none = new KeptAnswers(0)
    expect(none.keep("/x", answer(), ["posts"], none.begin())).toBe(false)
    expect(none.get("/x", 0)).toBeUndefined()
  })

  it("tell when they are forgotten, once, for whatever reason", () => {
    const forgotten: Array<string> = []
    const kept = new KeptAnswers(1_000_000)
    const keep = (target: string, until?: number) =>
      kept.keep(target, answer(until), ["posts"], 0, () => forgotten.push(target))
    keep("/changed")
    kept.changed(change("post", 1))
    keep("/old", 1)
    kept.get("/old", 2)
    keep("/replaced")
    keep("/replaced")
    expect(forgotten).toEqual(["/changed", "/old", "/replaced"])
  })
})
