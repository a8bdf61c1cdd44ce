import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, type Layer, Option } from "effect"
import type { UserId } from "../../../src/domain/Ids.ts"
import { ExportRepo } from "../../../src/ports/accounts/ExportRepo.ts"
import { SettingsRepo } from "../../../src/ports/accounts/SettingsRepo.ts"
import { ChangesRepo } from "../../../src/ports/ChangesRepo.ts"
import { MailRepo } from "../../../src/ports/mail/MailRepo.ts"
import { NewsRepo, type NewsToSave } from "../../../src/ports/news/NewsRepo.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { noChange } from "../accounts/SettingsRepoContract.ts"
import { moment, newUser, unique } from "../newRows.ts"
import { newItem } from "../news/newNews.ts"
import { drained, follow, newFamily, type Ports, toldTo } from "./fanOut.ts"

const later = DateTime.add(moment, { minutes: 1 })

/** Saves an item, and has its followers notified, as an import does. */
const publishNews = (given: Partial<NewsToSave>) =>
  Effect.gen(function* () {
    const [repo, { append }, { atomically }] = [yield* NewsRepo, yield* ChangesRepo, yield* Transaction]
    const item = newItem({ title: unique(), publishedAt: later, ...given })
    yield* repo.save([item])
    const [stored] = yield* repo.known([item.key])
    const { id } = yield* Effect.fromNullable(stored)
    const announce = atomically(append([{ kind: "news_published", id, userId: null }]))
    yield* announce
    return { id, title: item.title, announce }
  })

const update = (id: UserId, change: Partial<typeof noChange>) =>
  Effect.flatMap(SettingsRepo, (settings) => settings.update(id, { ...noChange, ...change }))

const isOn = Option.some(true)

/** The contract of the fan-out of news. */
export const newsFanOutContract = <E>(
  adapter: string,
  storage: Layer.Layer<Ports | ExportRepo | MailRepo | NewsRepo, E>
) =>
  layer(storage)(`${adapter}: FanOutRepo`, (it) => {
    it.effect(
      "FanOutRepo.next notifies of news once who followed its disease or a supertype when it was published",
      () =>
        Effect.gen(function* () {
          yield* drained()
          const { childId, parentId } = yield* newFamily
          const [ada, bob, eve] = [yield* newUser(), yield* newUser(), yield* newUser()]
          const [off, other] = [yield* newUser(), yield* newUser()]
          for (const id of [ada, eve, off]) yield* follow(id, { type: "disease", id: childId })
          for (const id of [ada, bob]) yield* follow(id, { type: "disease", id: parentId })
          yield* update(off, { news: Option.some(false) })
          const { announce, id, title } = yield* publishNews({ diseaseIds: [childId, parentId] })
          yield* announce
          yield* drained(2)
          deepStrictEqual(yield* Effect.forEach([ada, bob, eve, off, other], toldTo), [
            ["news"],
            ["news"],
            ["news"],
            [],
            []
          ])
          const [told] = yield* (yield* NotificationsRepo).after(bob, 0, 10)
          deepStrictEqual(told && { ...told, id: 0, createdAt: 0 }, {
            id: 0,
            type: "news",
            read: false,
            createdAt: 0,
            actor: Option.none(),
            post: Option.none(),
            toYou: Option.none(),
            comment: Option.none(),
            news: Option.some({ id, title }),
            decisionId: Option.none(),
            verification: Option.none(),
            report: Option.none(),
            appeal: Option.none(),
            message: `there is news about a disease that you follow: "${title}"`
          })
          const [line] = yield* (yield* ExportRepo).page(bob, "notification", 0)
          deepStrictEqual(line?.line.type === "notification" && [line.line.event, line.line.newsId], ["news", id])
          yield* publishNews({ diseaseIds: [childId], publishedAt: moment })
          yield* drained()
          deepStrictEqual(yield* toldTo(eve), ["news"], "not of what is older than the follow")
          yield* publishNews({})
          deepStrictEqual(yield* drained(), [0, 0], "nobody of news about no disease")
        })
    )

    it.effect(
      "NewsRepo.exclude takes the notifications about an item with it, and the fan-out passes a deleted one over",
      () =>
        Effect.gen(function* () {
          yield* drained()
          const repo = yield* NewsRepo
          const { childId } = yield* newFamily
          const ada = yield* newUser()
          yield* follow(ada, { type: "disease", id: childId })
          const [told, gone, kept] = [
            yield* publishNews({ diseaseIds: [childId] }),
            yield* publishNews({ diseaseIds: [childId] }),
            yield* publishNews({ diseaseIds: [childId] })
          ]
          deepStrictEqual(yield* repo.exclude(gone.id), { title: gone.title, recipients: [] })
          yield* drained()
          deepStrictEqual(yield* repo.exclude(told.id), { title: told.title, recipients: [ada] })
          const { items, total, unreadCount } = yield* (yield* NotificationsRepo).page(ada, false, {
            offset: 0,
            limit: 9
          })
          deepStrictEqual(
            items.map(({ news }) => news),
            [Option.some({ id: kept.id, title: kept.title })]
          )
          deepStrictEqual([total, unreadCount], [1, 1])
        })
    )

    it.effect("MailRepo.addDigests sends no mail for news alone, unless its member wants that", () =>
      Effect.gen(function* () {
        const mail = yield* MailRepo
        const { childId } = yield* newFamily
        const ada = yield* newUser()
        yield* follow(ada, { type: "disease", id: childId })
        yield* update(ada, { mail: Option.some("daily") })
        yield* publishNews({ diseaseIds: [childId] })
        yield* drained()
        const now = yield* DateTime.now
        deepStrictEqual(yield* mail.addDigests(now, 10), 0)
        yield* update(ada, { newsMail: isOn })
        deepStrictEqual(yield* mail.addDigests(now, 10), 1)
      })
    )
  })
