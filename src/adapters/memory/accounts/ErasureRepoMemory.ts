import { Array, DateTime, Effect, Either, Option, Order } from "effect"
import { isStaff } from "../../../domain/accounts/CurrentUser.ts"
import { emailKey } from "../../../domain/accounts/Email.ts"
import { formerMember, type LeftPosts } from "../../../domain/accounts/Leaving.ts"
import { UserNotFound } from "../../../domain/accounts/User.ts"
import type { Change, SequencedChange } from "../../../domain/Change.ts"
import type { PostId, UserId } from "../../../domain/Ids.ts"
import { ErasureRepo } from "../../../ports/accounts/ErasureRepo.ts"
import { removeRevisions } from "../posts/RevisionsRepoMemory.ts"
import { removeTranslations } from "../posts/TranslationsRepoMemory.ts"
import { type CommentRow, type NotificationRow, newProfile, type UserRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { append } from "../Writes.ts"

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
  ...newProfile
}

const isBy =
  (id: UserId) =>
  ({ authorId }: { readonly authorId: UserId }) =>
    authorId === id

/** Gives the texts of a member to the former member. */
const giveTextsAway = ({ comments, hiddenComments, hiddenPosts, posts }: Tables, id: UserId): void => {
  const given = <Row>(row: Row) => ({ ...row, authorId: formerMember.id })
  posts.changeWhere(isBy(id), given)
  comments.changeWhere(isBy(id), given)
  hiddenPosts.changeWhere(
    ({ post }) => isBy(id)(post),
    (row) => ({ ...row, post: given(row.post) })
  )
  hiddenComments.changeWhere(
    ({ comment }) => isBy(id)(comment),
    (row) => ({ ...row, comment: given(row.comment) })
  )
}

/** Removes the texts of a member, and what hangs on them. */
const removeTexts = (tables: Tables, id: UserId): void => {
  const { comments, hiddenComments, hiddenPosts, posts } = tables
  posts.deleteWhere(isBy(id))
  hiddenPosts.deleteWhere(({ post }) => isBy(id)(post))
  const hasPost = (postId: PostId) => posts.has(postId) || hiddenPosts.has(postId)
  const isGone = (comment: CommentRow) => isBy(id)(comment) || !hasPost(comment.postId)
  comments.deleteWhere(isGone)
  hiddenComments.deleteWhere(({ comment }) => isGone(comment))
  tables.likes.deleteWhere(({ postId }) => !hasPost(postId))
  tables.places.deleteWhere(({ postId }) => !posts.has(postId))
  tables.follows.deleteWhere(({ target }) => target.type === "post" && !hasPost(target.id))
  removeTranslations(tables)
  removeRevisions(tables)
}

/** Removes the words about a member from the records that stay. */
const removeWords = ({ audit, decisions, idempotency, reports, users }: Tables, id: UserId): void => {
  audit.changeWhere(
    ({ userId }) => userId === id,
    (row) => ({ ...row, detail: null, reason: null })
  )
  reports.changeWhere(
    ({ reporterId, subjectId }) => reporterId === id || subjectId === id,
    (row) => ({ ...row, text: "" })
  )
  decisions.changeWhere(
    ({ subjectId }) => subjectId === id,
    (row) => ({
      ...row,
      excerpt: "",
      rule: "",
      reason: "",
      appeal: row.outcome && row.appeal && { ...row.appeal, text: "" }, // an open one is withdrawn
      outcome: row.outcome && { ...row.outcome, reason: "" }
    })
  )
  idempotency.deleteWhere(
    ({ userId }) => userId === id || Option.exists(users.find(userId), ({ role }) => isStaff(role))
  )
}

/** Removes the account of a member, and what only the account has. */
const removeAccount = (tables: Tables, member: UserRow): void => {
  const { id } = member
  const isOfMember = ({ userId }: { readonly userId: UserId }) => userId === id
  tables.outgoingMail.deleteWhere(
    ({ address, userId }) =>
      Option.contains(userId, id) || Option.exists(address, (to) => emailKey(to) === member.emailKey)
  )
  tables.accountLinks.deleteWhere(isOfMember)
  tables.users.delete(id)
  tables.users.changeWhere(
    ({ verification }) => Option.exists(verification, ({ by }) => by === id),
    (row) => ({ ...row, verification: Option.map(row.verification, (it) => ({ ...it, by: formerMember.id })) })
  )
  tables.users.set(formerMember.id, formerMemberRow)
  tables.sessions.deleteWhere(isOfMember)
  tables.pushSubscriptions.deleteWhere(isOfMember)
  tables.passkeys.deleteWhere(isOfMember)
  tables.secondFactors.delete(id)
  tables.recoveryCodes.deleteWhere(isOfMember)
  tables.signInChallenges.deleteWhere((row) => Option.contains(row.userId, id))
  tables.apiKeys.deleteWhere(isOfMember)
  tables.follows.deleteWhere(({ target, userId }) => userId === id || (target.type === "user" && target.id === id))
  tables.settings.delete(id)
  tables.verificationRequests.deleteWhere(isOfMember)
  tables.invitations.deleteWhere(({ byId }) => byId === id)
  tables.places.deleteWhere(isOfMember)
  tables.lastDigests.delete(id)
  tables.factorMails.delete(id)
  tables.blocks.deleteWhere(({ blockedId, userId }) => userId === id || blockedId === id)
  tables.revisions.deleteWhere(({ byId }) => byId === id)
}

/** The changes of an erasure, except the one of the member. */
const changesOf = (tables: Tables, id: UserId, isGone: (row: NotificationRow) => boolean, keeps: boolean) => {
  const { apiKeys, commentLikes, comments, likes, notifications, posts, sessions } = tables
  const ofPosts = (kind: "post" | "comment" | "like", ids: ReadonlyArray<PostId>, userId: UserId | null = null) =>
    Array.sort(new Set(ids.filter((postId) => posts.has(postId))), Order.number).map(
      (postId): Change => ({ kind, id: postId, userId })
    )
  const postIds = (rows: ReadonlyArray<{ readonly postId: PostId }>) => rows.map(({ postId }) => postId)
  const inboxes = Array.dedupeWith(
    notifications.where((row) => isGone(row) && row.recipientId !== id),
    (one, other) => one.recipientId === other.recipientId
  )
  const texts = [
    ...ofPosts("comment", postIds(comments.where(isBy(id)))),
    ...ofPosts(
      "post",
      posts.where(isBy(id)).map((post) => post.id),
      id
    )
  ]
  return [
    ...sessions.where((row) => row.userId === id).map((row): Change => ({ kind: "session", id: row.id, userId: id })),
    ...apiKeys
      .where((row) => row.userId === id)
      .map(({ key }): Change => ({ kind: "api_key", id: key.id, userId: id })),
    ...inboxes.map(({ postId, recipientId }): Change => {
      return { kind: "notifications_removed", id: Option.getOrElse(postId, () => 0), userId: recipientId }
    }),
    ...ofPosts("like", [
      ...postIds(likes.where(({ userId }) => userId === id)),
      ...commentLikes
        .where(({ userId }) => userId === id)
        .flatMap(({ commentId }) => postIds(Option.toArray(comments.find(commentId))))
    ]),
    ...(keeps ? [] : texts)
  ]
}

const erase = (tables: Tables, member: UserRow, posts: LeftPosts): ReadonlyArray<SequencedChange> => {
  const { id } = member
  const keeps = posts === "keep"
  const isByMember = (postId: PostId) => Option.exists(tables.posts.find(postId), isBy(id))
  const isGone = ({ actorId, postId, recipientId }: NotificationRow) =>
    recipientId === id || Option.contains(actorId, id) || (!keeps && Option.exists(postId, isByMember))
  const changes: ReadonlyArray<Change> = [...changesOf(tables, id, isGone, keeps), { kind: "user", id, userId: id }]
  tables.notifications.deleteWhere(isGone)
  tables.likes.deleteWhere(({ userId }) => userId === id)
  tables.commentLikes.deleteWhere(({ userId }) => userId === id)
  if (keeps) giveTextsAway(tables, id)
  else removeTexts(tables, id)
  removeWords(tables, id)
  removeAccount(tables, member)
  return append(tables, changes)
}

export const layer = inMemory(ErasureRepo, ({ attempt }) => ({
  erase: (id, posts) =>
    attempt((tables) => {
      const member = Option.filter(tables.users.find(id), () => id !== formerMember.id)
      const found = Either.fromOption(member, () => new UserNotFound({ id }))
      return Either.map(found, (row) => erase(tables, row, posts))
    }),
  scrub: Effect.void
}))
