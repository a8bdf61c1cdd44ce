import { Array, DateTime, Effect, HashMap, Layer, Option, Order, pipe } from "effect"
import { emailKey } from "../../../domain/accounts/Email.ts"
import { formerMember, type LeftPosts } from "../../../domain/accounts/Leaving.ts"
import { UserNotFound } from "../../../domain/accounts/User.ts"
import type { Change, SequencedChange } from "../../../domain/Change.ts"
import type { CommentId, PostId, UserId } from "../../../domain/Ids.ts"
import { ErasureRepo } from "../../../ports/ErasureRepo.ts"
import type { MailToAdd } from "../../../ports/MailRepo.ts"
import { withChanges } from "../ApplyAll.ts"
import type { CommentRow, NotificationRow, PostRow, UserRow } from "../Rows.ts"
import { type Step, Store } from "../Store.ts"
import { filterRows, type Table, type Tables, withRow } from "../Tables.ts"

const formerMemberRow: UserRow = {
  ...formerMember,
  usernameKey: "\u0001",
  email: "",
  emailKey: "\u0001",
  passwordHash: "",
  role: "user",
  bio: Option.none(),
  createdAt: DateTime.unsafeMake(0),
  activeAt: DateTime.unsafeMake(0),
  verification: Option.none(),
  suspension: Option.none(),
  diseaseIds: [],
  diseasesVisibleTo: "members",
  addresses: []
}

const mapRows = <Key, Row>(table: Table<Key, Row>, change: (row: Row) => Row): Table<Key, Row> => ({
  ...table,
  rows: HashMap.map(table.rows, change)
})

/** The tables with the texts of a member under the former member. */
const givenAway = (tables: Tables, id: UserId): Tables => {
  const given = <Row extends { readonly authorId: UserId }>(row: Row): Row =>
    row.authorId === id ? { ...row, authorId: formerMember.id } : row
  return {
    ...tables,
    posts: mapRows(tables.posts, given),
    comments: mapRows(tables.comments, given),
    hiddenPosts: HashMap.map(tables.hiddenPosts, (row) => ({ ...row, post: given(row.post) })),
    hiddenComments: HashMap.map(tables.hiddenComments, (row) => ({ ...row, comment: given(row.comment) }))
  }
}

/** The tables without the texts of a member, and what hangs on them. */
const withoutTexts = (tables: Tables, id: UserId): Tables => {
  const posts = filterRows(tables.posts, (post) => post.authorId !== id)
  const hiddenPosts = HashMap.filter(tables.hiddenPosts, ({ post }) => post.authorId !== id)
  const hasPost = (postId: PostId) => HashMap.has(posts.rows, postId) || HashMap.has(hiddenPosts, postId)
  const stays = ({ authorId, postId }: CommentRow) => authorId !== id && hasPost(postId)
  const comments = filterRows(tables.comments, stays)
  const hiddenComments = HashMap.filter(tables.hiddenComments, ({ comment }) => stays(comment))
  const hasComment = (commentId: CommentId) =>
    HashMap.has(comments.rows, commentId) || HashMap.has(hiddenComments, commentId)
  const withComments = (row: PostRow) => ({
    ...row,
    commentIds: row.commentIds.filter((commentId) => HashMap.has(comments.rows, commentId))
  })
  return {
    ...tables,
    posts: mapRows(posts, withComments),
    hiddenPosts,
    comments,
    hiddenComments,
    follows: {
      ...tables.follows,
      rows: HashMap.map(tables.follows.rows, (rows) =>
        rows.filter(({ target }) => target.type !== "post" || hasPost(target.id))
      )
    },
    revisions: tables.revisions.filter(({ target }) =>
      target.type === "post" ? hasPost(target.id) : hasComment(target.id)
    )
  }
}

/** The records that stay, without the words about a member. */
const withoutWords = (tables: Tables, id: UserId): Tables => {
  const isStaffs = (userId: UserId) =>
    Option.exists(HashMap.get(tables.users.rows, userId), ({ role }) => role === "admin" || role === "moderator")
  return {
    ...tables,
    audit: mapRows(tables.audit, (row) => (row.userId === id ? { ...row, detail: null, reason: null } : row)),
    reports: mapRows(tables.reports, (row) =>
      row.reporterId === id || row.subjectId === id ? { ...row, text: "" } : row
    ),
    decisions: mapRows(tables.decisions, (row) =>
      row.subjectId === id
        ? {
            ...row,
            excerpt: "",
            rule: "",
            reason: "",
            appeal: row.appeal === null ? null : { ...row.appeal, text: "" },
            outcome: row.outcome === null ? null : { ...row.outcome, reason: "" }
          }
        : row
    ),
    idempotency: HashMap.filter(tables.idempotency, ({ userId }) => userId !== id && !isStaffs(userId))
  }
}

/** The tables without the account of a member, and what only the account has. */
const withoutAccount = (tables: Tables, id: UserId): Tables => {
  const users = mapRows(
    filterRows(tables.users, (row) => row.id !== id),
    (row) => ({
      ...row,
      verification: Option.map(row.verification, (it) => (it.by === id ? { ...it, by: formerMember.id } : it))
    })
  )
  const email = Option.map(HashMap.get(tables.users.rows, id), ({ emailKey }) => emailKey)
  const concernsMember = ({ address, userId }: MailToAdd) =>
    Option.contains(userId, id) || Option.exists(address, (to) => Option.contains(email, emailKey(to)))
  return {
    ...tables,
    outgoingMail: filterRows(tables.outgoingMail, (mail) => !concernsMember(mail)),
    accountLinks: HashMap.filter(tables.accountLinks, ({ userId }) => userId !== id),
    users: withRow(users, formerMember.id, formerMemberRow),
    sessions: filterRows(tables.sessions, ({ userId }) => userId !== id),
    apiKeys: filterRows(tables.apiKeys, ({ userId }) => userId !== id),
    follows: {
      ...tables.follows,
      rows: HashMap.map(HashMap.remove(tables.follows.rows, id), (rows) =>
        rows.filter(({ target }) => target.type !== "user" || target.id !== id)
      )
    },
    settings: HashMap.remove(tables.settings, id),
    lastDigests: HashMap.remove(tables.lastDigests, id),
    blocks: filterRows(tables.blocks, ({ blockedId, userId }) => userId !== id && blockedId !== id),
    revisions: tables.revisions.filter(({ byId }) => byId !== id)
  }
}

const withoutLikes = (tables: Tables, id: UserId): Tables => ({
  ...tables,
  posts: mapRows(tables.posts, (row) => ({ ...row, likedBy: HashMap.remove(row.likedBy, id) })),
  hiddenPosts: HashMap.map(tables.hiddenPosts, (row) => ({
    ...row,
    post: { ...row.post, likedBy: HashMap.remove(row.post.likedBy, id) }
  }))
})

const byId = Array.sortWith(({ id }: Change) => id, Order.number)

/** The changes of an erasure, but that of the member. */
const changesOf = (tables: Tables, id: UserId, gone: (row: NotificationRow) => boolean, keeps: boolean) => {
  const ended = <Row extends { readonly userId: UserId }>(table: Table<string, Row>) =>
    Array.filter(HashMap.values(table.rows), ({ userId }) => userId === id)
  const posts = Array.fromIterable(HashMap.values(tables.posts.rows))
  const commented = new Set(
    Array.filter(HashMap.values(tables.comments.rows), ({ authorId }) => authorId === id).map(({ postId }) => postId)
  )
  const ofPosts = (kind: "post" | "comment" | "like", changed: ReadonlyArray<PostRow>, userId: UserId | null = null) =>
    byId(changed.map((post): Change => ({ kind, id: post.id, userId })))
  const inboxes = pipe(
    Array.filter(HashMap.values(tables.notifications.rows), (row) => gone(row) && row.recipientId !== id),
    Array.dedupeWith((a, b) => a.recipientId === b.recipientId)
  )
  const texts = [
    ...ofPosts(
      "comment",
      posts.filter((post) => commented.has(post.id))
    ),
    ...ofPosts(
      "post",
      posts.filter(({ authorId }) => authorId === id),
      id
    )
  ]
  return [
    ...ended(tables.sessions).map((row): Change => ({ kind: "session", id: row.id, userId: id })),
    ...ended(tables.apiKeys).map(({ key }): Change => ({ kind: "api_key", id: key.id, userId: id })),
    ...inboxes.map(({ postId, recipientId }): Change => {
      return { kind: "notifications_removed", id: Option.getOrElse(postId, () => 0), userId: recipientId }
    }),
    ...ofPosts(
      "like",
      posts.filter(({ likedBy }) => HashMap.has(likedBy, id))
    ),
    ...(keeps ? [] : texts)
  ]
}

const erase = (tables: Tables, id: UserId, posts: LeftPosts): readonly [Tables, ReadonlyArray<SequencedChange>] => {
  const keeps = posts === "keep"
  const isByMember = (postId: PostId) =>
    Option.exists(HashMap.get(tables.posts.rows, postId), ({ authorId }) => authorId === id)
  const isGone = ({ actorId, postId, recipientId }: NotificationRow) =>
    recipientId === id || Option.contains(actorId, id) || (!keeps && Option.exists(postId, isByMember))
  const changes: ReadonlyArray<Change> = [...changesOf(tables, id, isGone, keeps), { kind: "user", id, userId: id }]
  const unread = { ...tables, notifications: filterRows(tables.notifications, (row) => !isGone(row)) }
  const liked = withoutLikes(unread, id)
  const texts = keeps ? givenAway(liked, id) : withoutTexts(liked, id)
  return withChanges(withoutAccount(withoutWords(texts, id), id), changes)
}

const make = Effect.map(Store, (store) =>
  ErasureRepo.of({
    erase: (id, posts) =>
      store.write((tables): Step<ReadonlyArray<SequencedChange>, UserNotFound> => {
        if (id === formerMember.id || !HashMap.has(tables.users.rows, id)) return [new UserNotFound({ id }), tables]
        const [after, changes] = erase(tables, id, posts)
        return [Effect.succeed(changes), after]
      }),
    scrub: Effect.void
  })
)

/** Erasure in memory. */
export const layer = Layer.effect(ErasureRepo, make)
