import {
  emptyHistory,
  type FinalComment,
  type FinalInbox,
  type FinalPost,
  type History,
  type Write
} from "./History.ts"

export const [maria, lind] = [1, 2]

export const post: Write = {
  member: maria,
  kind: "post",
  marker: "w1-1-1",
  startedAt: 0,
  attempts: [{ at: 0, through: "instance1", outcome: "201" }],
  acknowledged: { at: 10, id: 31 }
}
export const comment: Write = {
  member: lind,
  kind: "comment",
  marker: "w1-2-2",
  postId: 31,
  startedAt: 20,
  attempts: [
    { at: 20, through: "instance1", outcome: "no answer: it was killed" },
    { at: 30, through: "instance2", outcome: "201" }
  ],
  acknowledged: { at: 40, id: 7 }
}
export const like: Write = {
  ...comment,
  kind: "like",
  marker: "w1-2-3",
  startedAt: 50,
  acknowledged: { at: 60, id: 31 }
}

export const finalComment: FinalComment = {
  id: 7,
  marker: comment.marker,
  author: lind,
  answers: undefined,
  mentions: [],
  helped: false,
  likers: [],
  likeCount: 0
}

export const finalPost: FinalPost = {
  id: 31,
  author: maria,
  marker: post.marker,
  version: 0,
  mentions: [],
  comments: [finalComment],
  helpedCount: 0,
  replyCount: 1,
  likers: [lind],
  likeCount: 1
}

export const inbox: FinalInbox = {
  member: maria,
  unreadCount: 2,
  total: 2,
  notifications: [
    { id: 5, type: "like", read: false, actor: lind, postId: 31, commentId: undefined },
    { id: 4, type: "comment", read: false, actor: lind, postId: 31, commentId: 7 }
  ]
}

export const event = (id: number, name = "notification") => ({
  member: maria,
  stream: 0,
  at: 70 + id,
  through: "instance1",
  event: name,
  id
})

/** A history without a breach: Lind comments on a post of Maria's, and likes it. */
export const history = (): History => ({
  ...emptyHistory([maria, lind]),
  writes: [post, comment, like],
  reads: [
    {
      member: lind,
      at: 65,
      through: "instance2",
      post: { id: 31, version: 0, comments: [comment.marker], marks: [], liked: true, likeCount: 1, replyCount: 1 }
    }
  ],
  events: [event(3, "connected"), event(4), event(5)],
  counted: [
    { at: 0, counter: "instance1#1", isGranted: true },
    { at: 100, counter: "instance1#1", isGranted: false }
  ],
  final: { posts: [finalPost], inboxes: [inbox], findings: [] },
  limit: { requests: 1, windowMillis: 60_000, extraWindows: 0 }
})
