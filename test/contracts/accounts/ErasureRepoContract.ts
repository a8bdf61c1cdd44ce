import { layer } from "@effect/vitest"
import { assertNone, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Effect, Layer, Option } from "effect"
import { formerMember, type LeftPosts } from "../../../src/domain/accounts/Leaving.ts"
import { EmailTaken, UserNotFound, UsernameTaken } from "../../../src/domain/accounts/User.ts"
import { DecisionId, type UserId } from "../../../src/domain/Ids.ts"
import { AuditRepo } from "../../../src/ports/accounts/AuditRepo.ts"
import { BlocksRepo } from "../../../src/ports/accounts/BlocksRepo.ts"
import { CredentialsRepo } from "../../../src/ports/accounts/CredentialsRepo.ts"
import { ErasureRepo } from "../../../src/ports/accounts/ErasureRepo.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { MailRepo } from "../../../src/ports/mail/MailRepo.ts"
import { DecisionsRepo } from "../../../src/ports/moderation/DecisionsRepo.ts"
import { HiddenTextsRepo } from "../../../src/ports/moderation/HiddenTextsRepo.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { StatisticsRepo } from "../../../src/ports/StatisticsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import type { Storage } from "../../support/Storage.ts"
import { newDecision, newTarget } from "../moderation/newDecisions.ts"
import {
  authorAs,
  moment,
  newAccount,
  newComment,
  newKeyRow,
  newPost,
  newUser,
  toggleLike,
  untilFree
} from "../newRows.ts"

const slice = { offset: 0, limit: 100 }

const erase = (id: UserId, posts: LeftPosts) =>
  Effect.gen(function* () {
    const [repo, { atomically }] = [yield* ErasureRepo, yield* Transaction]
    return yield* untilFree(atomically(repo.erase(id, posts)))
  })

/** A member with a post, comments and likes on their own post and another's, and others' on theirs. */
const given = Effect.gen(function* () {
  const users = yield* UsersRepo
  const account = newAccount()
  const [maria, bob] = [yield* users.add(account), yield* newUser()]
  const [own, other] = [yield* newPost({ authorId: maria }), yield* newPost({ authorId: bob })]
  const comments = [
    yield* newComment(own.id, maria),
    yield* newComment(own.id, bob),
    yield* newComment(other.id, maria),
    yield* newComment(other.id, bob)
  ]
  for (const id of [own.id, other.id]) for (const user of [maria, bob]) yield* toggleLike(id, user)
  return { account, maria, bob, own: own.id, other: other.id, comments: comments.map(({ id }) => id) }
})

/** The contract of `ErasureRepo`. */
export const erasureRepoContract = (adapter: string, storage: Storage) =>
  layer(Layer.orDie(storage))(`${adapter}: ErasureRepo`, (it) => {
    it.effect("ErasureRepo.erase with `delete` leaves nothing of a member and their texts, and counts stay exact", () =>
      Effect.gen(function* () {
        const [posts, comments, users] = [yield* PostsRepo, yield* CommentsRepo, yield* UsersRepo]
        const [statistics, notifications] = [yield* StatisticsRepo, yield* NotificationsRepo]
        const before = yield* statistics.counts
        const { bob, maria, other, own } = yield* given
        yield* erase(maria, "delete")
        deepStrictEqual(yield* Effect.flip(users.detail(maria)), new UserNotFound({ id: maria }))
        strictEqual((yield* Effect.flip(posts.ownership(own)))._tag, "PostNotFound")
        const { items, total } = yield* comments.page(other, slice)
        deepStrictEqual([items.map(({ author }) => author.id), total], [[bob], 1])
        const post = yield* posts.get(other, Option.none())
        deepStrictEqual([post.replyCount, post.likeCount], [1, 1])
        strictEqual((yield* notifications.page(bob, false, slice)).total, 0)
        const { users: members, posts: left, ...counted } = yield* statistics.counts
        deepStrictEqual([members - before.users, left - before.posts], [1, 1])
        deepStrictEqual([counted.comments - before.comments, counted.likes - before.likes], [1, 1])
      })
    )

    it.effect("ErasureRepo.erase with `keep` leaves the texts under the former member, and takes the likes back", () =>
      Effect.gen(function* () {
        const [posts, comments, notifications] = [yield* PostsRepo, yield* CommentsRepo, yield* NotificationsRepo]
        const { bob, maria, other, own } = yield* given
        yield* erase(maria, "keep")
        const author = authorAs(formerMember.id, formerMember.username, "user" as const)
        for (const id of [own, other]) {
          const { items } = yield* comments.page(id, slice)
          deepStrictEqual(items.map((comment) => comment.author.id).sort(), [bob, formerMember.id].sort())
          strictEqual((yield* posts.get(id, Option.none())).likeCount, 1)
        }
        deepStrictEqual((yield* posts.get(own, Option.none())).author, author)
        const byFormer = yield* posts.page({ authorId: formerMember.id, sort: "views" }, slice)
        strictEqual(
          byFormer.items.some(({ id }) => id === own),
          true
        )
        strictEqual((yield* posts.page({ authorId: maria }, slice)).total, 0)
        yield* newComment(own, bob)
        strictEqual((yield* notifications.page(formerMember.id, false, slice)).total, 0)
      })
    )

    it.effect("ErasureRepo.erase ends sessions and keys, tells the inboxes of others, and gives the changes", () =>
      Effect.gen(function* () {
        const credentials = yield* CredentialsRepo
        const { bob, maria, other, own } = yield* given
        const expiresAt = DateTime.add(moment, { days: 1 })
        yield* credentials.addSession({ userId: maria, hash: `hash${maria}`, createdAt: moment, expiresAt })
        const key = yield* credentials.addKey(newKeyRow(maria))
        const [session] = yield* credentials.sessionsOf(maria, moment)
        const changes = yield* erase(maria, "delete")
        deepStrictEqual(
          changes.map(({ id, kind, userId }) => [kind, id, userId]),
          [
            ["session", session?.id ?? 0, maria],
            ["api_key", key.id, maria],
            ["notifications_removed", other, bob],
            ["like", own, null],
            ["like", other, null],
            ["comment", own, null],
            ["comment", other, null],
            ["post", own, maria],
            ["user", maria, maria]
          ]
        )
        strictEqual(Option.isNone(yield* credentials.identify("session", `hash${maria}`, moment)), true)
      })
    )

    it.effect("ErasureRepo.erase frees name and email, and nobody can take the name of the former member", () =>
      Effect.gen(function* () {
        const users = yield* UsersRepo
        const { account, maria } = yield* given
        deepStrictEqual(yield* Effect.flip(users.add(account)), new EmailTaken())
        yield* erase(maria, "keep")
        const again = yield* users.add(account)
        strictEqual(again > maria, true)
        const reserved = { name: "Former Member", key: "former member" }
        const named = newAccount({ username: reserved.name, usernameKey: reserved.key })
        deepStrictEqual(yield* Effect.flip(users.add(named)), new UsernameTaken())
        const change = { username: Option.some(reserved), bio: Option.none(), role: Option.none() }
        deepStrictEqual(yield* Effect.flip(users.update(again, change)), new UsernameTaken())
      })
    )

    it.effect("ErasureRepo.erase leaves no profile of the former member: not by id, name or email, not in lists", () =>
      Effect.gen(function* () {
        const users = yield* UsersRepo
        yield* erase((yield* given).maria, "keep")
        deepStrictEqual(yield* Effect.flip(users.detail(formerMember.id)), new UserNotFound(formerMember))
        for (const key of [formerMember.username, "\u0001", ""]) {
          strictEqual(Option.isNone(yield* users.byUsername(key)), true)
          strictEqual(Option.isNone(yield* users.byEmail(key)), true)
        }
        for (const filter of [{}, { role: "user" as const }, { verified: false }, { search: "former" }]) {
          const { items, total } = yield* users.page(filter, slice)
          strictEqual(
            items.some(({ id }) => id === formerMember.id),
            false
          )
          strictEqual(total, items.length)
        }
      })
    )

    it.effect("ErasureRepo.erase takes hidden texts, blocks, verifications and the words of the audit log along", () =>
      Effect.gen(function* () {
        const [hidden, blocks, users, audit] = [
          yield* HiddenTextsRepo,
          yield* BlocksRepo,
          yield* UsersRepo,
          yield* AuditRepo
        ]
        const { atomically } = yield* Transaction
        for (const posts of ["delete", "keep"] as const) {
          const { bob, comments, maria, other, own } = yield* given
          const decision = DecisionId.make(7)
          yield* untilFree(atomically(hidden.hidePost(own, decision)))
          for (const id of comments.slice(2, 3)) yield* untilFree(atomically(hidden.hideComment(id, decision)))
          yield* blocks.add(maria, bob, moment)
          yield* blocks.add(bob, maria, moment)
          yield* users.setVerification(bob, Option.some({ by: maria, at: moment, as: "a nurse" }))
          const entry = {
            at: moment,
            action: "verified",
            key: null,
            targetId: null,
            detail: "words",
            reason: "why"
          } as const
          yield* audit.append({ ...entry, actorId: bob, userId: maria })
          yield* audit.append({ ...entry, actorId: maria, userId: bob })
          yield* erase(maria, posts)
          const post = yield* Effect.option(hidden.post(own, Option.none()))
          strictEqual(Option.isSome(post), posts === "keep")
          for (const { post: kept } of Option.toArray(post)) strictEqual(kept.author.id, formerMember.id)
          strictEqual((yield* blocks.page(bob, slice)).total, 0)
          const verified = Option.getOrThrow((yield* users.detail(bob)).verified)
          deepStrictEqual(verified.by, formerMember)
          const about = (userId: UserId) =>
            Effect.map(audit.page({ userId }, slice), ({ items }) =>
              items.map(({ detail, reason }) => [detail, reason])
            )
          deepStrictEqual(yield* about(maria), [[null, null]])
          deepStrictEqual(yield* about(bob), [["words", "why"]])
          strictEqual((yield* newComment(other, bob)).postId, other)
        }
      })
    )

    it.effect("ErasureRepo.erase takes unsent mail along whose address is the key of an email", () =>
      Effect.gen(function* () {
        const mail = yield* MailRepo
        const address = "strauss@example.org"
        const member = yield* newUser({ email: "strauß@example.org", emailKey: address })
        const sent = { kind: "reset_password", userId: Option.none(), address: Option.some(address) } as const
        yield* mail.add({ ...sent, createdAt: moment })
        yield* erase(member, "keep")
        assertNone(yield* mail.claim(moment, DateTime.add(moment, { minutes: 5 })))
      })
    )

    it.effect(
      "ErasureRepo.erase withdraws an open appeal of the member, and keeps a decided one without its words",
      () =>
        Effect.gen(function* () {
          const decisions = yield* DecisionsRepo
          const [member, byId] = [yield* newUser(), yield* newUser()]
          const about = { target: newTarget(), subjectId: member }
          const [open, decided] = [yield* newDecision(about), yield* newDecision(about)]
          for (const id of [open, decided]) yield* decisions.addAppeal(id, "It does not.", moment)
          yield* decisions.setOutcome(decided, { outcome: "upheld", reason: "It does.", byId, at: moment })
          yield* erase(member, "delete")
          const [withdrawn, kept] = yield* Effect.forEach([open, decided], (id) => Effect.flatten(decisions.find(id)))
          deepStrictEqual(withdrawn?.decision.appeal, null)
          deepStrictEqual(kept?.decision.appeal, {
            text: "",
            createdAt: moment,
            outcome: "upheld",
            reason: "",
            decidedAt: moment
          })
        })
    )

    it.effect("ErasureRepo.erase happens once: the second fails with UserNotFound, and so for the former member", () =>
      Effect.gen(function* () {
        const { maria } = yield* given
        const erasures = [erase(maria, "keep"), erase(maria, "delete"), erase(maria, "delete")]
        const results = yield* Effect.all(erasures.map(Effect.either), { concurrency: "unbounded" })
        deepStrictEqual(results.map(({ _tag }) => _tag).sort(), ["Left", "Left", "Right"])
        strictEqual((yield* Effect.flip(erase(formerMember.id, "delete")))._tag, "UserNotFound")
        strictEqual((yield* Effect.flip((yield* UsersRepo).hold(formerMember.id)))._tag, "UserNotFound")
        strictEqual((yield* Effect.flip((yield* UsersRepo).lock(formerMember.id)))._tag, "UserNotFound")
      })
    )

    it.effect(
      "ErasureRepo.erase and writes of the member at once leave nothing behind, and no write is unexpected",
      () =>
        Effect.gen(function* () {
          const [comments, posts] = [yield* CommentsRepo, yield* PostsRepo]
          for (const choice of ["delete", "keep"] as const) {
            const { maria, other } = yield* given
            const write = Effect.zipRight(newComment(other, maria), toggleLike(other, maria))
            const writes = Effect.all(Array.replicate(Effect.either(write), 8), { concurrency: "unbounded" })
            const [results] = yield* Effect.all([writes, erase(maria, choice)], { concurrency: "unbounded" })
            for (const result of results) if (result._tag === "Left") strictEqual(result.left._tag, "NotSignedIn")
            const { items, total } = yield* comments.page(other, slice)
            strictEqual(
              items.some(({ author }) => author.id === maria),
              false
            )
            strictEqual(total, items.length)
            strictEqual((yield* posts.get(other, Option.none())).likeCount, 1)
            strictEqual((yield* Effect.flip(newComment(other, maria)))._tag, "NotSignedIn")
            strictEqual((yield* Effect.flip(toggleLike(other, maria)))._tag, "NotSignedIn")
          }
        })
    )
  })
