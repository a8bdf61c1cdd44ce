import { layer } from "@effect/vitest"
import { assertNone, assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Effect, type Layer, Option } from "effect"
import { DecisionId, NewsId, PostId, WebhookId } from "../../../src/domain/Ids.ts"
import { maxWebhooks, WebhookEvent } from "../../../src/domain/webhooks/Webhook.ts"
import { ErasureRepo } from "../../../src/ports/accounts/ErasureRepo.ts"
import type { DecisionsRepo } from "../../../src/ports/moderation/DecisionsRepo.ts"
import { HiddenTextsRepo } from "../../../src/ports/moderation/HiddenTextsRepo.ts"
import type { ReportsRepo } from "../../../src/ports/moderation/ReportsRepo.ts"
import { NewsRepo } from "../../../src/ports/news/NewsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { WebhooksRepo } from "../../../src/ports/webhooks/WebhooksRepo.ts"
import { drained, type Ports as FanOutPorts, followersOf, newFamily, nextBatch } from "../follows/fanOut.ts"
import { newDecision, newReport, newTarget } from "../moderation/newDecisions.ts"
import { moment, newPost, newUser } from "../newRows.ts"
import { newItem } from "../news/newNews.ts"
import { announced, arrived, claimed, cleared, later, newWebhook, taken, takenAt } from "./newWebhooks.ts"

type Ports = FanOutPorts | DecisionsRepo | ErasureRepo | NewsRepo | ReportsRepo | WebhooksRepo

const minutes = (count: number) => DateTime.add(later, { minutes: count })

const joined = (id: Effect.Effect.Success<ReturnType<typeof newUser>>) =>
  ({ kind: "member_joined", id, userId: id }) as const

const noChange = { url: Option.none(), events: Option.none(), enabled: Option.none() }

/** A new member, whose joining is told. */
const newMember = Effect.gen(function* () {
  const id = yield* newUser()
  yield* announced([joined(id)])
  yield* drained()
  return id
})

/** The contract of `WebhooksRepo`, and of what the fan-out stores there. */
export const webhooksRepoContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage)(`${adapter}: WebhooksRepo`, (it) => {
    it.effect(
      "WebhooksRepo.add stores webhooks, ten and no more, also at once; all lists them, remove deletes one",
      () =>
        Effect.gen(function* () {
          yield* cleared
          const { all, remove } = yield* WebhooksRepo
          const first = yield* newWebhook({ events: ["report.danger", "post.created"] })
          deepStrictEqual(first, {
            id: first.id,
            url: "https://receiver.example/hook",
            events: ["report.danger", "post.created"],
            enabled: true,
            createdAt: moment,
            last: Option.none(),
            failingSince: Option.none(),
            switchedOffAt: Option.none()
          })
          const more = yield* Effect.forEach(Array.range(1, maxWebhooks + 2), () => Effect.either(newWebhook()), {
            concurrency: "unbounded"
          })
          strictEqual(Array.getRights(more).length, maxWebhooks - 1)
          deepStrictEqual(
            Array.getLefts(more).map((it) => it._tag),
            Array.replicate("TooManyWebhooks" as const, 3)
          )
          strictEqual((yield* all).length, maxWebhooks)
          deepStrictEqual((yield* all)[0], first)
          deepStrictEqual(yield* remove(first.id), Option.some(first))
          assertNone(yield* remove(first.id))
          strictEqual((yield* all).length, maxWebhooks - 1)
        })
    )

    it.effect(
      "FanOutRepo.next stores a message of each event with ids and kinds only, in the order of the outbox",
      () =>
        Effect.gen(function* () {
          yield* cleared
          const { atomically } = yield* Transaction
          const { id: webhookId } = yield* newWebhook({ events: WebhookEvent.literals })
          yield* newWebhook({ events: ["news.created"], url: "https://other.example/" })
          const news = yield* NewsRepo
          const item = newItem()
          yield* news.save([item])
          const [stored] = yield* news.known([item.key])
          const newsId = NewsId.make(stored?.id ?? 0)
          const { childId } = yield* newFamily
          const target = newTarget()
          const [reportId, decisionId, userId] = [
            yield* newReport({ target, reason: "danger" }),
            yield* newDecision(),
            yield* newUser({ role: "expert" })
          ]
          const { id: postId } = yield* newPost({ diseaseId: Option.some(childId), category: "question" })
          const { id: plainId } = yield* newPost({ authorId: userId })
          yield* announced([
            { kind: "report_opened", id: reportId, userId: null },
            { kind: "report_danger", id: reportId, userId: null },
            { kind: "appeal_opened", id: decisionId, userId: null },
            joined(userId),
            { kind: "news_published", id: newsId, userId: null },
            { kind: "post_restored", id: postId, userId },
            { kind: "post_removed", id: postId, userId }
          ])
          yield* drained()
          const messages = yield* taken
          const post = { postId, category: "question", diseaseId: childId }
          deepStrictEqual(
            messages.filter((message) => message.webhookId === webhookId).map(({ data, type }) => [type, data]),
            [
              ["post.created", post],
              ["post.created", { postId: plainId, category: "topic", diseaseId: null }],
              ["report.opened", { reportId, target, reason: "danger" }],
              ["report.danger", { reportId, target, reason: "danger" }],
              ["appeal.opened", { decisionId }],
              ["member.joined", { userId, role: "expert" }],
              ["news.created", { newsId, category: item.category }],
              ["post.created", post],
              ["post.removed", { postId }]
            ]
          )
          deepStrictEqual(
            messages.filter((message) => message.webhookId !== webhookId).map(({ type }) => type),
            ["news.created"]
          )
          strictEqual(new Set(messages.map(({ messageId }) => messageId)).size, messages.length)
          assertTrue(messages.every(({ messageId }) => /^msg_\w+$/.test(messageId)))
          // What is gone when its turn comes is not told.
          yield* announced([
            { kind: "post_published", id: PostId.make(2_000_000_000), userId },
            { kind: "news_published", id: NewsId.make(2_000_000_000), userId: null },
            joined(
              yield* atomically(
                Effect.tap(newUser(), (id) => Effect.flatMap(ErasureRepo, (it) => it.erase(id, "keep")))
              )
            )
          ])
          yield* drained()
          deepStrictEqual(yield* taken, [])
        })
    )

    it.effect("FanOutRepo.next tells a webhook of a post once, though its followers take several batches", () =>
      Effect.gen(function* () {
        yield* cleared
        yield* newWebhook({ events: ["post.created"] })
        const authorId = yield* newUser()
        yield* followersOf({ type: "user", id: authorId }, 5)
        yield* newPost({ authorId })
        const told = []
        for (;;) {
          const { hasMore, toldWebhooks } = yield* nextBatch(2)
          if (!hasMore) break
          told.push(toldWebhooks)
        }
        deepStrictEqual(told, [false, false, true])
        strictEqual((yield* taken).length, 1)
      })
    )

    it.effect("FanOutRepo.next tells nothing of a hidden post, nor a webhook that is off", () =>
      Effect.gen(function* () {
        yield* cleared
        const { update } = yield* WebhooksRepo
        const { id } = yield* newWebhook({ events: ["post.created", "member.joined"] })
        const post = yield* newPost()
        const { atomically } = yield* Transaction
        yield* atomically((yield* HiddenTextsRepo).hidePost(post.id, DecisionId.make(1)))
        yield* drained()
        deepStrictEqual(yield* taken, [])
        yield* update(id, { ...noChange, enabled: Option.some(false) }, later)
        yield* announced([joined(yield* newUser())])
        deepStrictEqual(yield* nextBatch(), { changes: [], hasMore: true, toldWebhooks: false })
        yield* update(id, { ...noChange, enabled: Option.some(true) }, later)
        const userId = yield* newMember
        deepStrictEqual(
          (yield* taken).map(({ data }) => data),
          [{ userId, role: "user" }]
        )
      })
    )

    it.effect("WebhooksRepo.claim gives the oldest message to a webhook, and none of it until its claim ends", () =>
      Effect.gen(function* () {
        yield* cleared
        const { nextDue, settle } = yield* WebhooksRepo
        assertNone(yield* nextDue)
        const one = yield* newWebhook()
        const two = yield* newWebhook({ url: "https://other.example/" })
        assertNone(yield* nextDue)
        const [first] = [yield* newMember, yield* newMember]
        deepStrictEqual(yield* nextDue, Option.some(moment))
        const claims = yield* Effect.replicateEffect(claimed(later, minutes(1)), 3)
        deepStrictEqual(claims.map(Option.map(({ data, webhookId }) => [webhookId, data])), [
          Option.some([one.id, { userId: first, role: "user" }]),
          Option.some([two.id, { userId: first, role: "user" }]),
          Option.none()
        ])
        deepStrictEqual(yield* nextDue, Option.some(minutes(1)))
        const [message] = Array.getSomes(claims)
        if (message === undefined) return yield* Effect.dieMessage("there is a message")
        // Whoever claimed it has ended: another one sends it, under the same id.
        const again = yield* claimed(minutes(1), minutes(2))
        deepStrictEqual(again, Option.some({ ...message, until: minutes(2) }))
        strictEqual(yield* settle(message, arrived()), false)
        strictEqual((yield* takenAt(minutes(2))).length, 4)
      })
    )

    it.effect("WebhooksRepo.claim gives a message to one of several who ask at once", () =>
      Effect.gen(function* () {
        yield* cleared
        yield* newWebhook()
        yield* newMember
        const claims = yield* Effect.replicateEffect(claimed(), 5).pipe(Effect.map(Array.getSomes))
        strictEqual(claims.length, 1)
        const { settle } = yield* WebhooksRepo
        for (const message of claims) yield* settle(message, arrived({ isDelivered: false, dueAt: later }))
        const atOnce = yield* Effect.all(Array.replicate(claimed(), 5), { concurrency: "unbounded" })
        strictEqual(Array.getSomes(atOnce).length, 1)
      })
    )

    it.effect("WebhooksRepo.settle notes failures and the pause, then a success; switched off, it drops messages", () =>
      Effect.gen(function* () {
        yield* cleared
        const { all, nextDue, settle } = yield* WebhooksRepo
        yield* newWebhook()
        for (const _ of Array.range(1, 3)) yield* newMember
        const failure = {
          ...({ at: minutes(1), status: Option.none(), fault: Option.some("time" as const) } as const),
          ...{
            failures: 1,
            failingSince: Option.some(minutes(1)),
            dueAt: minutes(5),
            isDelivered: false,
            isOver: false
          }
        }
        const first = Option.getOrThrow(yield* claimed())
        assertTrue(yield* settle(first, failure))
        deepStrictEqual(yield* nextDue, Option.some(minutes(5)))
        assertNone(yield* claimed(minutes(4), minutes(5)))
        const again = Option.getOrThrow(yield* claimed(minutes(5), minutes(6)))
        deepStrictEqual(
          [again.messageId, again.failures, again.failingSince],
          [first.messageId, 1, Option.some(minutes(1))]
        )
        assertTrue(yield* settle(again, arrived({ at: minutes(5), dueAt: minutes(5) })))
        const [ok] = yield* all
        deepStrictEqual(ok?.last, Option.some({ at: minutes(5), status: Option.some(204), fault: Option.none() }))
        assertNone(ok?.failingSince ?? Option.none())
        const last = Option.getOrThrow(yield* claimed(minutes(7), minutes(8)))
        assertTrue(yield* settle(last, { ...failure, at: minutes(7), isOver: true }))
        const [off] = yield* all
        deepStrictEqual(
          [off?.enabled, off?.switchedOffAt, off?.failingSince],
          [false, Option.some(minutes(7)), Option.some(minutes(1))]
        )
        assertNone(yield* nextDue)
      })
    )

    it.effect("WebhooksRepo.update changes what is given; switched on again, the webhook starts anew", () =>
      Effect.gen(function* () {
        yield* cleared
        const { nextDue, settle, update } = yield* WebhooksRepo
        const hook = yield* newWebhook()
        yield* newMember
        const message = Option.getOrThrow(yield* claimed())
        // The URL was changed while a message was sent to the old one: it is sent to the new one.
        const url = "https://new.example/"
        deepStrictEqual(
          yield* update(hook.id, { ...noChange, url: Option.some(url) }, later),
          Option.some({ ...hook, url })
        )
        strictEqual(yield* settle(message, arrived()), false)
        deepStrictEqual(
          (yield* taken).map((sent) => [sent.url, sent.messageId]),
          [[url, message.messageId]]
        )
        const events = ["report.opened", "member.joined"] as const
        const changed = yield* update(hook.id, { ...noChange, events: Option.some(events) }, later)
        deepStrictEqual(
          Option.map(changed, (it) => it.events),
          Option.some(events)
        )
        yield* newMember
        const off = yield* update(hook.id, { ...noChange, enabled: Option.some(false) }, later)
        deepStrictEqual(
          Option.map(off, ({ enabled, switchedOffAt }) => [enabled, switchedOffAt]),
          Option.some([false, Option.none()])
        )
        yield* update(hook.id, { ...noChange, enabled: Option.some(true) }, later)
        assertNone(yield* nextDue)
        assertNone(yield* update(WebhookId.make(2_000_000_000), noChange, later))
      })
    )
  })
