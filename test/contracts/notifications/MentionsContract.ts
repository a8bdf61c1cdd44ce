import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, type Layer, Option } from "effect"
import { formerMember } from "../../../src/domain/accounts/Leaving.ts"
import { type CommentId, DecisionId, type PostId, UserId } from "../../../src/domain/Ids.ts"
import { BlocksRepo } from "../../../src/ports/accounts/BlocksRepo.ts"
import { ErasureRepo } from "../../../src/ports/accounts/ErasureRepo.ts"
import { SettingsRepo } from "../../../src/ports/accounts/SettingsRepo.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { FanOutRepo } from "../../../src/ports/follows/FanOutRepo.ts"
import { FollowsRepo } from "../../../src/ports/follows/FollowsRepo.ts"
import { HiddenTextsRepo } from "../../../src/ports/moderation/HiddenTextsRepo.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { noChange } from "../accounts/SettingsRepoContract.ts"
import { addComment, filtered, moment, newComment, newPost, newUser, unique, untilFree } from "../newRows.ts"
import { told } from "./told.ts"

type Ports =
  | BlocksRepo
  | CommentsRepo
  | ErasureRepo
  | FanOutRepo
  | FollowsRepo
  | HiddenTextsRepo
  | NotificationsRepo
  | PostsRepo
  | SettingsRepo
  | UsersRepo

const nobody = UserId.make(2_147_483_646)
const decision = DecisionId.make(1)
const off = Option.some(false)

/** A comment that mentions members, by default as an answer to nobody. */
const mentioning = (postId: PostId, authorId: UserId, members: ReadonlyArray<UserId>, replyTo?: CommentId) =>
  addComment({
    ...{ postId, authorId, authorKind: "human", language: "und", createdAt: moment },
    content: filtered(unique(), members),
    replyTo: Option.fromNullable(replyTo)
  })

type Target = { readonly type: "post"; readonly id: PostId } | { readonly type: "comment"; readonly id: CommentId }

/** Gives a text other mentions, as `editorId`. */
const change = (about: Target, editorId: UserId, mentions: ReadonlyArray<UserId>) =>
  Effect.flatMap(NotificationsRepo, (notifications) =>
    untilFree(notifications.mention({ about, mentions, editorId, actorKind: "human", at: moment }))
  )

const fanOut = Effect.flatMap(FanOutRepo, ({ next }) =>
  Effect.repeat(untilFree(next(2_000_000_000, 100)), { while: ({ hasMore }) => hasMore })
)

const fiveUsers = Effect.all([newUser(), newUser(), newUser(), newUser(), newUser()])

const scene = Effect.gen(function* () {
  const [author, bob, eve] = [yield* newUser(), yield* newUser(), yield* newUser()]
  return { author, bob, eve, post: yield* newPost({ authorId: author }) }
})

/** The contract of mentions: `CommentsRepo.addAll`, `PostsRepo.addAll`, `NotificationsRepo.mention`, and the fan-out. */
export const mentionsContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage)(`${adapter}: mentions`, (it) => {
    it.effect(
      "A comment notifies whom it mentions, but not its author, the suspended, unknown ones and who blocks",
      () =>
        Effect.gen(function* () {
          const { bob, eve, post } = yield* scene
          const [suspended, freed, blocking, leaving] = yield* fiveUsers
          const [users, blocks] = [yield* UsersRepo, yield* BlocksRepo]
          const until = (days: number) => Option.some(DateTime.add(moment, { days }))
          const suspension = { at: DateTime.subtract(moment, { days: 2 }), reason: "spam" }
          yield* users.setSuspension(suspended, Option.some({ ...suspension, until: until(1) }))
          yield* users.setSuspension(freed, Option.some({ ...suspension, until: until(-1) }))
          yield* blocks.add(blocking, bob, moment)
          yield* (yield* ErasureRepo).erase(leaving, "keep")
          const members = [bob, eve, suspended, freed, blocking, leaving, formerMember.id, nobody]
          const { id } = yield* mentioning(post.id, bob, members)
          for (const member of [eve, freed]) deepStrictEqual(yield* told(member), [`mention ${id}`])
          for (const member of [bob, suspended, blocking]) deepStrictEqual(yield* told(member), [])
          const [item] = yield* (yield* NotificationsRepo).after(eve, 0, 1)
          deepStrictEqual(
            [
              item?.message.endsWith(` mentioned you in "${post.title}"`),
              Option.map(item?.post ?? Option.none(), ({ id }) => id)
            ],
            [true, Option.some(post.id)]
          )
        })
    )

    it.effect("A comment notifies a member once, as a mention before an answer, a comment and a followed post", () =>
      Effect.gen(function* () {
        const [follows, settings] = [yield* FollowsRepo, yield* SettingsRepo]
        const { author, bob, eve, post } = yield* scene
        const [follower] = yield* fiveUsers
        const first = yield* newComment(post.id, bob)
        for (const id of [bob, follower]) yield* follows.add(id, { type: "post", id: post.id }, moment)
        const members = [author, bob, follower]
        const answer = yield* mentioning(post.id, eve, members, first.id)
        yield* fanOut
        deepStrictEqual(yield* told(author), [`comment ${first.id}`, `mention ${answer.id}`])
        for (const id of [bob, follower]) deepStrictEqual(yield* told(id), [`mention ${answer.id}`])
        for (const id of members) yield* settings.update(id, { ...noChange, mention: off })
        const second = yield* mentioning(post.id, eve, members, first.id)
        yield* fanOut
        deepStrictEqual((yield* told(author)).slice(2), [`comment ${second.id}`])
        deepStrictEqual((yield* told(bob)).slice(1), [`reply ${second.id} true`])
        deepStrictEqual((yield* told(follower)).slice(1), [`reply ${second.id}`])
      })
    )

    it.effect("A post notifies a member once, as a mention before a new post of somebody whom they follow", () =>
      Effect.gen(function* () {
        const [follows, settings] = [yield* FollowsRepo, yield* SettingsRepo]
        const [author, bob, eve, silent] = yield* fiveUsers
        yield* settings.update(silent, { ...noChange, mention: off })
        for (const id of [bob, silent]) yield* follows.add(id, { type: "user", id: author }, moment)
        yield* newPost({ authorId: author, content: filtered(unique(), [author, bob, eve, silent, nobody]) })
        yield* fanOut
        for (const id of [bob, eve]) deepStrictEqual(yield* told(id), ["mention"])
        deepStrictEqual([yield* told(silent), yield* told(author)], [["new_post"], []])
      })
    )

    it.effect("NotificationsRepo.mention notifies whom a change adds, once, and ten members of a text at most", () =>
      Effect.gen(function* () {
        const { author, bob, eve, post } = yield* scene
        const others = [...(yield* fiveUsers), ...(yield* fiveUsers)] as const
        const comment = yield* mentioning(post.id, bob, [eve])
        const targets = [{ type: "comment", id: comment.id } as const, { type: "post", id: post.id } as const]
        const [ofComment, ofPost] = [`mention ${comment.id}`, "mention"]
        for (const target of targets) {
          const editor = target.type === "comment" ? bob : author
          const changes = [[eve, others[0]], [], [others[0], eve], [eve, ...others], others]
          for (const mentions of changes) yield* change(target, editor, mentions)
        }
        deepStrictEqual(yield* told(eve), [ofComment, ofPost])
        for (const id of others.slice(0, 9)) deepStrictEqual(yield* told(id), [ofComment, ofPost])
        deepStrictEqual(yield* told(others[9]), [])
        deepStrictEqual(yield* told(author), [`comment ${comment.id}`])
      })
    )

    it.effect("NotificationsRepo.mention tells of a member who has been notified of the text otherwise", () =>
      Effect.gen(function* () {
        const { author, bob, post } = yield* scene
        const comment = yield* newComment(post.id, bob)
        const changes = yield* change({ type: "comment", id: comment.id }, bob, [author])
        deepStrictEqual(
          changes.map(({ kind, userId }) => [kind, userId]),
          [["notification", author]]
        )
        deepStrictEqual(yield* told(author), [`comment ${comment.id}`, `mention ${comment.id}`])
      })
    )

    it.effect("NotificationsRepo.mention is in the name of the author, and not to an editor or who blocks one", () =>
      Effect.gen(function* () {
        const blocks = yield* BlocksRepo
        const { author, bob, eve, post } = yield* scene
        const [admin, blocksAuthor, blocksEditor] = yield* fiveUsers
        yield* blocks.add(blocksAuthor, author, moment)
        yield* blocks.add(blocksEditor, admin, moment)
        yield* change({ type: "post", id: post.id }, admin, [admin, author, bob, eve, blocksAuthor, blocksEditor])
        for (const id of [admin, author, blocksAuthor, blocksEditor]) deepStrictEqual(yield* told(id), [])
        const [item] = yield* (yield* NotificationsRepo).after(bob, 0, 1)
        strictEqual(Option.getOrThrow(item?.actor ?? Option.none()).id, author)
      })
    )

    it.effect("A mention goes with its hidden text, and comes back neither with it nor with a change of it", () =>
      Effect.gen(function* () {
        const hidden = yield* HiddenTextsRepo
        const { author, bob, eve } = yield* scene
        const [later] = yield* fiveUsers
        const post = yield* newPost({ authorId: author, content: filtered(unique(), [eve]) })
        const comment = yield* mentioning(post.id, bob, [eve])
        yield* untilFree(hidden.hideComment(comment.id, decision))
        deepStrictEqual(yield* told(eve), ["mention"])
        yield* untilFree(hidden.restoreComment(comment.id))
        yield* untilFree(hidden.hidePost(post.id, decision))
        deepStrictEqual(yield* told(eve), [])
        yield* untilFree(hidden.restorePost(post.id))
        yield* change({ type: "comment", id: comment.id }, bob, [eve, later])
        yield* change({ type: "post", id: post.id }, author, [eve, later])
        yield* fanOut
        deepStrictEqual(yield* told(eve), [])
        deepStrictEqual(yield* told(later), [`mention ${comment.id}`, "mention"])
      })
    )

    it.effect("A mention goes with its text, with its author, and with whom it mentions", () =>
      Effect.gen(function* () {
        const [comments, posts, erasure] = [yield* CommentsRepo, yield* PostsRepo, yield* ErasureRepo]
        const { author, bob, eve } = yield* scene
        const post = yield* newPost({ authorId: author, content: filtered(unique(), [bob, eve]) })
        const [first, second] = [yield* mentioning(post.id, bob, [eve]), yield* mentioning(post.id, bob, [eve])]
        deepStrictEqual(new Set(yield* comments.remove(first.id)), new Set([author, eve]))
        deepStrictEqual(yield* told(eve), ["mention", `mention ${second.id}`])
        yield* erasure.erase(bob, "keep")
        deepStrictEqual(yield* told(eve), ["mention"])
        yield* erasure.erase(eve, "keep")
        deepStrictEqual(yield* posts.remove(post.id), [])
      })
    )

    it.effect("Texts of many members at once that mention the same ones notify each of them once, in order", () =>
      Effect.gen(function* () {
        const { post } = yield* scene
        const [writers, members] = [yield* fiveUsers, yield* fiveUsers]
        const both = (writer: UserId, nth: number) => {
          const mentions = nth % 2 === 0 ? members : members.toReversed()
          return [
            Effect.asVoid(mentioning(post.id, writer, mentions)),
            Effect.asVoid(newPost({ authorId: writer, content: filtered(unique(), mentions) }))
          ]
        }
        yield* Effect.all(writers.flatMap(both), { concurrency: "unbounded" })
        for (const member of members) {
          const items = yield* (yield* NotificationsRepo).after(member, 0, 100)
          const actors = items.map(({ actor }) => Option.getOrThrow(actor).id)
          deepStrictEqual(
            actors.toSorted((one, other) => one - other),
            writers.flatMap((id) => [id, id])
          )
        }
      })
    )
  })
