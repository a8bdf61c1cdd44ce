import { describe, expect, it } from "@effect/vitest"
import { violationsOf } from "./Checker.ts"
import type { FinalComment, FinalInbox, FinalPost, History, Write } from "./History.ts"
import { comment, event, finalComment, finalPost, history, inbox, like, lind, maria, post } from "./KeptHistory.ts"

const found = (changes: Partial<History>) =>
  violationsOf({ ...history(), ...changes }).map(({ details, object, promise }) => `${promise}: ${object}: ${details}`)

const answer: Write = { ...comment, marker: "w1-1-5", member: maria, acknowledged: { at: 45, id: 8 } }
const help: Write = { ...answer, kind: "help", marker: "w1-1-6", commentId: 7, acknowledged: { at: 50, id: 31 } }
const likeOfComment: Write = { ...help, kind: "likeComment", marker: "w1-1-7" }
const edit: Write = { ...help, kind: "edit", marker: "w1-1-8", version: 1, mentioned: lind }

const answerOf = (changes: Partial<FinalComment> = {}): FinalComment => ({
  ...finalComment,
  ...{ id: 8, marker: answer.marker, author: maria, answers: lind, ...changes }
})
const helpful: FinalComment = { ...finalComment, helped: true, likers: [maria], likeCount: 1 }

type Notified = FinalInbox["notifications"][number]
const told = (id: number, type: string, commentId: number | undefined): Notified => ({
  ...{ id, type, commentId, read: false, actor: maria, postId: 31 }
})
const all = [told(10, "mention", undefined), told(9, "comment_like", 7), told(8, "helped", 7), told(7, "reply", 8)]

/** Maria answers Lind's comment, likes it, marks that it helped, and mentions Lind in her post. */
const conversation = (ofPost: Partial<FinalPost> = {}, notifications = all): Partial<History> => ({
  writes: [post, comment, like, answer, help, likeOfComment, edit],
  events: [...history().events, ...notifications.map(({ id }) => ({ ...event(id), member: lind })).toReversed()],
  final: {
    posts: [
      {
        ...finalPost,
        comments: [helpful, answerOf()],
        mentions: [lind],
        helpedCount: 1,
        replyCount: 2,
        version: 1,
        ...ofPost
      }
    ],
    inboxes: [inbox, { member: lind, unreadCount: notifications.length, total: notifications.length, notifications }],
    findings: []
  }
})

describe("violationsOf, of a conversation", () => {
  it("finds nothing where each answer, mark, like and mention has notified once", () =>
    expect(found(conversation())).toEqual([]))

  it("finds each of them that notified nobody, or twice", () => {
    const promise = "each cause notifies a member once: member 2:"
    expect(found(conversation({}, []))).toEqual([
      `${promise} helped 7 on post 31: 0 notifications`,
      `${promise} comment_like 7 on post 31 by 1: 0 notifications`,
      `${promise} reply 8 on post 31: 0 notifications`,
      `${promise} mention in post 31: 0 notifications`
    ])
    const twice = [...all.map((one) => ({ ...one, id: one.id + 10 })), ...all]
    expect(found(conversation({}, twice))).toHaveLength(4)
  })

  it("expects the most particular notification of a comment alone", () => {
    const mentioning = { comments: [helpful, answerOf({ mentions: [lind, maria] })] }
    const promise = "each cause notifies a member once: member 2:"
    expect(found(conversation(mentioning))).toEqual([
      `${promise} mention 8 on post 31: 0 notifications`,
      `${promise} reply 8 on post 31: 1 notifications`
    ])
    const mentioned = all.map((one) => (one.type === "reply" ? { ...one, type: "mention" } : one))
    expect(found(conversation(mentioning, mentioned))).toEqual([])
  })

  it("finds a mark, a like and a mention that are lost, or unseen by who made them", () => {
    const lost = conversation({ comments: [finalComment, answerOf()], mentions: [], helpedCount: 0 }, [
      told(7, "reply", 8)
    ])
    const promise = "an acknowledged write is there:"
    expect(found(lost)).toEqual([
      `${promise} w1-1-6: help of member 1 is not there`,
      `${promise} w1-1-7: likeComment of member 1 is not there`,
      `${promise} w1-1-8: edit of member 1 is not there`
    ])
    const seen = {
      id: 31,
      version: 1,
      comments: [comment.marker, answer.marker],
      liked: false,
      likeCount: 1,
      replyCount: 2
    }
    const marks = [{ id: 7, helped: false, liked: false }]
    const read = { member: maria, at: 60, through: "instance3", post: { ...seen, marks } }
    expect(found({ ...conversation(), reads: [read] })).toEqual(
      ["w1-1-6", "w1-1-7"].map((marker) => expect.stringContaining(`a member sees its own writes: ${marker}:`))
    )
  })

  it("finds counts of likes and marks that differ from a recount", () => {
    const comments = [{ ...helpful, likeCount: 2 }, answerOf()]
    expect(found(conversation({ comments, helpedCount: 2 }))).toEqual([
      "counts equal a recount: post 31: comment 7: likeCount 2, 1 likes",
      "counts equal a recount: post 31: helpedCount 2"
    ])
  })
})
