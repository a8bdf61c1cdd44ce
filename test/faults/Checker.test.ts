import { describe, expect, it } from "@effect/vitest"
import { violationsOf } from "./Checker.ts"
import { type FinalInbox, type FinalPost, type History, historyOf, type Write } from "./History.ts"
import { comment, event, finalComment, finalPost, history, inbox, like, lind, maria, post } from "./KeptHistory.ts"
import { aroundLoss } from "./Losses.ts"

/** The promises that a history breaks, each with its object and the fault. */
const found = (changes: Partial<History>) =>
  violationsOf({ ...history(), ...changes }).map(({ details, object, promise }) => `${promise}: ${object}: ${details}`)

/** The end with a change to its post and to the inbox. */
const end = (ofPost: Partial<FinalPost>, ofInbox: Partial<FinalInbox> = {}) => ({
  final: { posts: [{ ...finalPost, ...ofPost }], inboxes: [{ ...inbox, ...ofInbox }], findings: [] }
})

describe("violationsOf", () => {
  it("finds nothing in a history in which every promise is kept", () => expect(found({})).toEqual([]))

  it("finds an acknowledged write that is lost, of each kind", () => {
    expect(found({ final: { posts: [], inboxes: [], findings: [] } })).toEqual(
      expect.arrayContaining([
        "an acknowledged write is there: w1-1-1: post of member 1 is not there",
        "an acknowledged write is there: w1-2-2: comment of member 2 is not there",
        "an acknowledged write is there: w1-2-3: like of member 2 is not there"
      ])
    )
    const edit: Write = { ...post, kind: "edit", marker: "w1-1-1-edit-2", postId: 31, version: 2 }
    expect(found({ writes: [...history().writes, edit] })).toEqual([
      "an acknowledged write is there: w1-1-1-edit-2: edit of member 1 is not there"
    ])
    const mark: Write = { ...post, kind: "mark", marker: "w1-1-4", ids: [4] }
    expect(found({ writes: [...history().writes, mark] })).toEqual([
      "an acknowledged write is there: w1-1-4: mark of member 1 is not there"
    ])
  })

  it("finds a write that was made twice when it was repeated", () => {
    const comments = [finalComment, { ...finalComment, id: 8 }]
    const notifications = [
      { id: 6, type: "comment", read: false, actor: lind, postId: 31, commentId: 8 },
      ...inbox.notifications
    ]
    const doubled = end({ comments, replyCount: 2 }, { notifications, total: 3, unreadCount: 3 })
    expect(found({ ...doubled, events: [...history().events, event(6)] })).toEqual([
      "a write is there once: w1-2-2: comment of member 2 is there 2 times"
    ])
  })

  it("finds a write that nobody began, and one that no repetition brought through", () => {
    expect(found({ writes: [post, like] })).toEqual([
      "nothing is there that nobody wrote: w1-2-2: a comment on post 31"
    ])
    const { acknowledged: _, ...given } = comment
    expect(found({ writes: [post, given, like] })).toEqual([
      "a write that is repeated succeeds once the faults have ended: w1-2-2: comment: 2 attempts, the last one: 201"
    ])
  })

  it("finds a read that lacks an own write which was acknowledged before it, and no later one", () => {
    const seen = { id: 31, version: 0, comments: [], marks: [], liked: false, likeCount: 0, replyCount: 0 }
    const read = (at: number) => ({ reads: [{ member: lind, at, through: "instance3", post: seen }] })
    expect(found(read(45))).toEqual([
      "a member sees its own writes: w1-2-2: read through instance3 at 45 ms, written at 40 ms: the comment is not there"
    ])
    expect(found(read(35))).toEqual([])
    expect(found(read(65))).toHaveLength(2)
    const own = (ownPosts: ReadonlyArray<string>) => ({
      reads: [{ member: maria, at: 20, through: "nginx", ownPosts }]
    })
    expect(found(own([post.marker]))).toEqual([])
    expect(found(own([]))).toEqual([
      "a member sees its own writes: w1-1-1: read through nginx at 20 ms, written at 10 ms: the post is not listed"
    ])
  })

  it("finds a notification that came twice, not at all, too late, or from nowhere, on any stream", () => {
    const promise = "notifications arrive once and in order: member 1:"
    expect(found({ events: [event(4), event(4), event(5)] })).toEqual([`${promise} notification 4 came 2 times`])
    expect(found({ events: [event(4)] })).toEqual([`${promise} notification 5 did not come`])
    expect(found({ events: [event(5), event(4)] })).toEqual([`${promise} notification 4 came after a later one`])
    expect(found({ events: [event(4), event(5), event(6)] })).toEqual([`${promise} notification 6 is not in the list`])
    const other = [event(4), event(5), event(5)].map((one) => ({ ...one, stream: 1 }))
    expect(found({ events: [...history().events, ...other] })).toEqual([`${promise} notification 5 came 2 times`])
    expect(found({ events: [] })).toHaveLength(2)
  })

  it("finds a cause without a notification, and a cause with two", () => {
    const promise = "each cause notifies a member once: member 1:"
    const [first] = inbox.notifications
    const one = end({}, { notifications: first === undefined ? [] : [first], total: 1, unreadCount: 1 })
    expect(found({ ...one, events: [event(5)] })).toEqual([`${promise} comment 7 on post 31: 0 notifications`])
    const three = end(
      {},
      {
        notifications: [...(first === undefined ? [] : [{ ...first, id: 6 }]), ...inbox.notifications],
        total: 3,
        unreadCount: 3
      }
    )
    expect(found({ ...three, events: [...history().events, event(6)] })).toEqual([
      `${promise} like of post 31 by 2: 2 notifications`
    ])
  })

  it("finds counts that differ from a recount, and findings of the command check", () => {
    expect(found(end({ replyCount: 2, likeCount: 0 }))).toEqual([
      "counts equal a recount: post 31: replyCount 2, 1 comments",
      "counts equal a recount: post 31: likeCount 0, 1 likes"
    ])
    expect(found(end({}, { unreadCount: 3, total: 3 }))).toEqual([
      "unread counts are right: member 1: unreadCount 3, 2 unread",
      "unread counts are right: member 1: total 3, 2 listed"
    ])
    expect(found({ final: { ...history().final, findings: ["posts: 3 counted, 2 there"] } })).toEqual([
      "the command check finds nothing: the database: posts: 3 counted, 2 there"
    ])
  })

  it("finds a notification that nobody marked read", () => {
    const notifications = inbox.notifications.map((one) => ({ ...one, read: one.id === 4 }))
    expect(found(end({}, { notifications, unreadCount: 1 }))).toEqual([
      "unread counts are right: member 1: nobody marked notification 4 read"
    ])
  })

  it("finds a limit that grants more than its windows, and counts the window that a fault may give away", () => {
    const granted = [0, 10, 59_000].map((at) => ({ at, counter: "instance1#1", isGranted: true }))
    const limit = { requests: 2, windowMillis: 60_000, extraWindows: 0 }
    expect(found({ counted: granted, limit })).toEqual([
      "a limit is exceeded by at most one window: instance1#1: 3 granted of 1 × 2"
    ])
    expect(found({ counted: granted, limit: { ...limit, extraWindows: 1 } })).toEqual([])
    const later = [0, 10, 61_000].map((at) => ({ at, counter: "instance1#1", isGranted: true }))
    expect(found({ counted: later, limit })).toEqual([])
    const apart = granted.map((one, index) => ({ ...one, counter: `instance${index % 2}#1` }))
    expect(found({ counted: apart, limit })).toEqual([])
  })

  describe("after a fault that lost commits", () => {
    /** Maria's post lost its comments and likes; the comment was written again, with its old id and notification. */
    const again: Write = {
      ...comment,
      marker: "w1-2-9",
      startedAt: 120,
      attempts: [],
      acknowledged: { at: 140, id: 7 }
    }
    again.attempts.push({ at: 120, through: "instance1", outcome: "201" })
    const late = (id: number | undefined, at: number, name = "notification") => ({ ...event(0, name), id, at })
    const lossy = (changes: Partial<History> = {}): Partial<History> => ({
      writes: [post, comment, { ...like, attempts: [{ at: 50, through: "instance1", outcome: "200" }] }, again],
      losses: [{ from: 15, endedAt: 90, until: 110 }],
      settledAt: 200,
      events: [late(4, 70), late(5, 75), late(undefined, 100, "resync"), late(4, 150)],
      ...end(
        { comments: [{ ...finalComment, marker: again.marker }], likers: [], likeCount: 0 },
        { notifications: inbox.notifications.slice(1), total: 1, unreadCount: 1 }
      ),
      ...changes
    })

    it("takes writes acknowledged in it for lost, and ids for given again", () => {
      expect(found(lossy())).toEqual([])
    })

    it("finds a loss of a write that was acknowledged before, or sent later", () => {
      const lost = "an acknowledged write is there:"
      expect(found(lossy({ losses: [{ from: 45, endedAt: 90, until: 110 }] }))).toContain(
        `${lost} w1-2-2: comment of member 2 is not there`
      )
      const sent = { ...comment, marker: "w1-2-8", attempts: again.attempts, acknowledged: { at: 130, id: 8 } }
      expect(found(lossy({ writes: [post, again, sent] }))).toEqual([
        `${lost} w1-2-8: comment of member 2 is not there`
      ])
    })

    it("finds a read that shows a lost write, a silent stream, and a notification that does not come", () => {
      const seen = {
        id: 31,
        version: 0,
        comments: [comment.marker],
        marks: [],
        liked: true,
        likeCount: 1,
        replyCount: 1
      }
      const promise = "lost writes are not shown after a failure: member 2: read through instance1 at 95 ms:"
      expect(found(lossy({ reads: [{ member: lind, at: 95, through: "instance1", post: seen }] }))).toEqual([
        `${promise} w1-2-2`,
        `${promise} the like of post 31`
      ])
      expect(found(lossy({ events: [late(4, 70)] }))).toEqual([
        "streams are informed of a loss: member 1: neither resync nor a new connection"
      ])
      expect(found(lossy({ events: [late(undefined, 100, "resync")] }))).toEqual([
        "notifications arrive once and in order: member 1: notification 4 did not come"
      ])
    })

    it("waits after it for no mention whose first cause was begun before it was told", () => {
      const mention = (startedAt: number): Write => ({ ...post, kind: "edit", postId: 31, mentioned: lind, startedAt })
      const told = { id: 9, type: "mention", read: false, actor: maria, postId: 31, commentId: undefined }
      const dueAfter = (...writes: ReadonlyArray<Write>) => {
        const loss = { from: 15, endedAt: 90, until: 110 }
        const of = { ...history(), writes: [...writes], losses: [loss], settledAt: 200 }
        const events = [late(9, 95), late(undefined, 100, "resync")]
        return aroundLoss(of, loss, events, { ...inbox, member: lind, notifications: [told] })?.due
      }
      expect(dueAfter(mention(92), mention(130))).toEqual(new Set())
      expect(dueAfter(mention(130))).toEqual(new Set([9]))
    })

    it("excuses a refused call that named a lost record, and no later one", () => {
      const refused = (startedAt: number) => ({
        promise: "no call fails",
        object: "member 2",
        details: "404",
        startedAt
      })
      expect(found(lossy({ refusals: [refused(100)] }))).toEqual([])
      expect(found(lossy({ refusals: [refused(120)] }))).toEqual(["no call fails: member 2: 404"])
    })
  })

  it("reports a defect as it was noted", () => {
    const defect = { promise: "no log line reports a defect", object: "instance1", details: "ERROR" }
    expect(violationsOf({ ...history(), defects: [defect] })).toEqual([defect])
  })
})

describe("historyOf", () => {
  it("lists in order the events of an object, with each attempt and the end", () => {
    const lines = historyOf(history(), "w1-2-2")
    expect(lines.map((line) => line.trim())).toEqual([
      "20 ms  member 2 begins comment w1-2-2 on post 31",
      "20 ms    w1-2-2 through instance1: no answer: it was killed",
      "30 ms    w1-2-2 through instance2: 201",
      "40 ms    w1-2-2 acknowledged as 7"
    ])
    expect(historyOf(history(), "post 31").length).toBeGreaterThan(lines.length)
  })
})
