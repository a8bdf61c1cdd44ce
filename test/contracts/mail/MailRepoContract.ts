import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Duration, Effect, type Layer, Option } from "effect"
import type { UserId } from "../../../src/domain/Ids.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { type LinkToAdd, MailRepo, type MailToAdd } from "../../../src/ports/mail/MailRepo.ts"
import { atOnce } from "../../support/AtOnce.ts"
import { newUser, time, unique } from "../newRows.ts"

const at = (minutes: number) => time(new Date(Date.UTC(2026, 0, 1, 12, minutes)).toISOString())

const forgotten = (minute = 0): MailToAdd => ({
  kind: "reset_password",
  userId: Option.none(),
  address: Option.some(`${unique()}@example.org`),
  createdAt: at(minute)
})

const toMember = (id: UserId, minute: number, kind: MailToAdd["kind"] = "digest"): MailToAdd => ({
  kind,
  userId: Option.some(id),
  address: Option.none(),
  createdAt: at(minute)
})

const claimAt = (minute: number) => Effect.flatMap(MailRepo, (repo) => repo.claim(at(minute), at(minute + 5)))

const link = (userId: UserId, given: Partial<LinkToAdd> = {}): LinkToAdd => ({
  userId,
  purpose: "reset_password",
  hash: unique(),
  email: Option.none(),
  expiresAt: at(60),
  ...given
})

/** Deletes all mail of the tests before. */
const cleared = Effect.gen(function* () {
  const repo = yield* MailRepo
  const never = DateTime.unsafeMake("2100-01-01T00:00:00Z")
  for (;;) {
    const mail = yield* repo.claim(never, never)
    if (Option.isNone(mail)) return repo
    yield* repo.remove(mail.value.id)
  }
})

/** The contract of `MailRepo`. */
export const mailRepoContract = <E>(adapter: string, storage: Layer.Layer<MailRepo | UsersRepo, E>) => {
  layer(storage)(`${adapter}: MailRepo`, (it) => {
    it.effect("MailRepo.claim gives a mail as it was added, and then to nobody until the claim ends", () =>
      Effect.gen(function* () {
        const { add } = yield* cleared
        const mail = forgotten(10)
        yield* add(mail)
        deepStrictEqual(yield* claimAt(9), Option.none())
        const claimed = yield* Effect.flatten(claimAt(10))
        deepStrictEqual(claimed, { ...claimed, ...mail, tries: 1 })
        deepStrictEqual(yield* claimAt(14), Option.none())
        deepStrictEqual(
          Option.map(yield* claimAt(15), ({ id, tries }) => ({ id, tries })),
          Option.some({ id: claimed.id, tries: 2 })
        )
      })
    )

    it.effect("MailRepo.claim gives danger first, then the mail that has been due the longest, and digests last", () =>
      Effect.gen(function* () {
        const { add } = yield* cleared
        const id = yield* newUser()
        yield* add(toMember(id, 1))
        yield* add(toMember(id, 3, "email_changed"))
        yield* add(forgotten(2))
        yield* add(toMember(id, 3, "danger"))
        const kinds = []
        for (const _ of [1, 2, 3, 4]) kinds.push((yield* Effect.flatten(claimAt(3))).kind)
        deepStrictEqual(kinds, ["danger", "reset_password", "email_changed", "digest"])
      })
    )

    it.effect("MailRepo.claim gives each mail to one of concurrent callers", () =>
      Effect.gen(function* () {
        const { add } = yield* cleared
        for (const _ of Array.range(1, 8)) yield* add(forgotten())
        const claims = yield* Effect.all(Array.replicate(claimAt(1), 12), atOnce)
        const ids = Array.getSomes(claims).map(({ id }) => id)
        deepStrictEqual([ids.length, new Set(ids).size], [8, 8])
      })
    )

    it.effect("MailRepo.add replaces a mail of the same kind to the same member or address, and no other", () =>
      Effect.gen(function* () {
        const { add } = yield* cleared
        const [one, other] = [yield* newUser(), yield* newUser()]
        const mail = forgotten()
        for (const added of [mail, mail, forgotten(), toMember(one, 0), toMember(one, 0), toMember(other, 0)])
          yield* add(added)
        yield* add(toMember(one, 0, "email_changed"))
        const claims = yield* Effect.all(Array.replicate(claimAt(1), 8))
        strictEqual(Array.getSomes(claims).length, 5)
      })
    )

    it.effect(
      "MailRepo.retryAt and MailRepo.remove decide when a mail is due again, and MailRepo.nextDue says it",
      () =>
        Effect.gen(function* () {
          const { add, nextDue, remove, retryAt } = yield* cleared
          deepStrictEqual(yield* nextDue, Option.none())
          yield* add(forgotten())
          const { id } = yield* Effect.flatten(claimAt(0))
          yield* retryAt(id, at(30))
          deepStrictEqual(yield* nextDue, Option.some(at(30)))
          deepStrictEqual(yield* claimAt(29), Option.none())
          strictEqual((yield* Effect.flatten(claimAt(30))).id, id)
          yield* remove(id)
          yield* retryAt(id, at(31))
          deepStrictEqual(yield* claimAt(59), Option.none())
        })
    )

    it.effect("MailRepo.forgetLinks deletes the member's mail that would bring a link, and no other", () =>
      Effect.gen(function* () {
        const { add, forgetLinks } = yield* cleared
        const key = `${unique()}@example.org`
        const [one, other] = [yield* newUser({ emailKey: key }), yield* newUser()]
        const gone = [
          toMember(one, 0, "confirm_email"),
          toMember(one, 0, "reset_password"),
          { ...forgotten(), address: Option.some(key) }
        ]
        const kept = [
          toMember(one, 1, "email_changed"),
          toMember(other, 2, "confirm_email"),
          forgotten(3),
          toMember(one, 4)
        ]
        for (const added of [...gone, ...kept]) yield* add(added)
        yield* forgetLinks(one)
        const claims = Array.getSomes(yield* Effect.all(Array.replicate(claimAt(4), 7)))
        deepStrictEqual(
          claims.map(({ createdAt, kind }) => [kind, DateTime.getPartUtc(createdAt, "minutes")]),
          kept.map(({ createdAt, kind }) => [kind, DateTime.getPartUtc(createdAt, "minutes")])
        )
      })
    )
  })
  linksContract(adapter, storage)
}

const linksContract = <E>(adapter: string, storage: Layer.Layer<MailRepo | UsersRepo, E>) =>
  layer(storage)(`${adapter}: MailRepo's links`, (it) => {
    it.effect("MailRepo.findLink gives a link for its purpose before it expires, MailRepo.takeLink takes it once", () =>
      Effect.gen(function* () {
        const { findLink, setLink, takeLink } = yield* MailRepo
        const id = yield* newUser()
        const added = link(id, { purpose: "confirm_email", email: Option.some("a@example.org") })
        yield* setLink(added)
        const found = (minute: number) =>
          Effect.map(
            findLink("confirm_email", added.hash, at(minute)),
            Option.map(({ email, userId }) => ({ email, userId }))
          )
        deepStrictEqual(yield* findLink("reset_password", added.hash, at(0)), Option.none())
        deepStrictEqual(yield* found(60), Option.none())
        deepStrictEqual(yield* found(59), Option.some({ email: added.email, userId: id }))
        strictEqual(yield* takeLink("reset_password", added.hash), false)
        const taken = yield* Effect.all(Array.replicate(takeLink("confirm_email", added.hash), 4), atOnce)
        strictEqual(taken.filter((isTaken) => isTaken).length, 1)
        deepStrictEqual(yield* found(59), Option.none())
      })
    )

    it.effect("MailRepo.setLink ends the member's earlier link for the purpose, and no other link", () =>
      Effect.gen(function* () {
        const { findLink, setLink } = yield* MailRepo
        const [one, other] = [yield* newUser(), yield* newUser()]
        const confirming = link(one, { purpose: "confirm_email", email: Option.some("a@example.org") })
        const [first, foreign, newest] = [link(one), link(other), link(one)]
        for (const added of [confirming, first, foreign, newest]) yield* setLink(added)
        const members = yield* Effect.forEach([confirming, first, foreign, newest], ({ hash, purpose }) =>
          findLink(purpose, hash, at(0))
        )
        deepStrictEqual(
          members.map((link) => Option.getOrNull(link)?.userId ?? null),
          [one, null, other, one]
        )
      })
    )

    it.effect(
      "MailRepo.takeTurn gives the turns of a cap, and then the time when the oldest does not count any more",
      () =>
        Effect.gen(function* () {
          const { takeTurn } = yield* MailRepo
          const [hash, other] = [unique(), unique()]
          const take = (minute: number, of = hash) =>
            takeTurn(of, { maxActs: 2, within: Duration.hours(1) }, at(minute))
          deepStrictEqual([yield* take(0), yield* take(20)], [Option.none(), Option.none()])
          deepStrictEqual([yield* take(21), yield* take(59)], [Option.some(at(60)), Option.some(at(60))])
          deepStrictEqual(yield* take(21, other), Option.none())
          deepStrictEqual([yield* take(60), yield* take(61)], [Option.none(), Option.some(at(80))])
        })
    )

    it.effect("MailRepo.takeTurn gives concurrent calls no more turns than are left", () =>
      Effect.gen(function* () {
        const { takeTurn } = yield* MailRepo
        const hash = unique()
        const take = takeTurn(hash, { maxActs: 5, within: Duration.days(1) }, at(0))
        strictEqual(Array.filter(yield* Effect.all(Array.replicate(take, 12), atOnce), Option.isNone).length, 5)
      })
    )

    it.effect("MailRepo.returnTurn and MailRepo.forgetExpired make room for another turn", () =>
      Effect.gen(function* () {
        const { forgetExpired, returnTurn, takeTurn } = yield* MailRepo
        const hash = unique()
        const take = (minute: number) => takeTurn(hash, { maxActs: 1, within: Duration.hours(1) }, at(minute))
        yield* take(0)
        yield* returnTurn(hash, at(0))
        deepStrictEqual([yield* take(1), yield* take(2)], [Option.none(), Option.some(at(61))])
        yield* forgetExpired(at(60))
        deepStrictEqual(yield* take(2), Option.some(at(61)))
        yield* forgetExpired(at(61))
        deepStrictEqual(yield* take(2), Option.none())
      })
    )

    it.effect("MailRepo.forgetLinks ends the links of one member, MailRepo.forgetExpired those that expired", () =>
      Effect.gen(function* () {
        const { forgetExpired, findLink, forgetLinks, setLink } = yield* MailRepo
        const [one, other, third] = [yield* newUser(), yield* newUser(), yield* newUser()]
        const links = [link(one), link(other), link(third, { expiresAt: at(61) })]
        for (const added of links) yield* setLink(added)
        const present = Effect.forEach(links, ({ hash }) => findLink("reset_password", hash, at(0)))
        yield* forgetLinks(one)
        deepStrictEqual((yield* present).map(Option.isSome), [false, true, true])
        yield* forgetExpired(at(60))
        deepStrictEqual((yield* present).map(Option.isSome), [false, false, true])
      })
    )
  })
