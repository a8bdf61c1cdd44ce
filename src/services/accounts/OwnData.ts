import { Context, DateTime, Effect, Layer, Option, Runtime, Schedule, Schema, Stream } from "effect"
import { coalescedRun } from "../../concurrency/CoalescedRun.ts"
import { WrongPassword } from "../../domain/accounts/Account.ts"
import { BlockingOneself, type BlockPage, type BlockState } from "../../domain/accounts/Block.ts"
import { type ClientAddress, CurrentUser, type NotAllowed, NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import { ExportLine, type ExportType, exportTypes } from "../../domain/accounts/Export.ts"
import { type Leaving as LeavingBody, type Left, type LeftPosts, left } from "../../domain/accounts/Leaving.ts"
import type { SettingsChange, Settings as SettingsOf } from "../../domain/accounts/Settings.ts"
import type { UserNotFound } from "../../domain/accounts/User.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { TooManyRequests } from "../../domain/Limits.ts"
import { blockList } from "../../domain/Lists.ts"
import { type InvalidCursor, type PageRequest, readPage } from "../../domain/Page.ts"
import type { Call, Unavailable } from "../../domain/Unavailable.ts"
import { BlocksRepo } from "../../ports/BlocksRepo.ts"
import { ErasureRepo } from "../../ports/ErasureRepo.ts"
import { ExportRepo, exportPageLines } from "../../ports/ExportRepo.ts"
import { SettingsRepo } from "../../ports/SettingsRepo.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"
import { makeOwnPassword } from "./LoginAttempts.ts"
import { makeNotLastAdmin, person, require } from "./Policy.ts"

/** The members blocked by another (contract, Own data), whose comments and likes the writes of these refuse. */
export class Blocks extends Context.Tag("services/accounts/Blocks")<
  Blocks,
  {
    /** Blocks a member as the caller. Fails with `BlockingOneself`, then with `UserNotFound`. */
    readonly block: (id: UserId) => Call<BlockState, BlockingOneself | UserNotFound, CurrentUser>

    /** Ends a block; nothing changes where there is none. Fails as `block` does. */
    readonly unblock: (id: UserId) => Call<BlockState, BlockingOneself | UserNotFound, CurrentUser>

    /** One page of the members whom the caller blocks, the latest first. Fails with `InvalidCursor`. */
    readonly list: (request: PageRequest) => Call<BlockPage, InvalidCursor, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(Blocks, withSpans("Blocks", Effect.gen(makeBlocks)))
}

function* makeBlocks() {
  const repo = yield* BlocksRepo
  const { users, write } = yield* writing

  const set = (blocked: boolean) =>
    Effect.fnUntraced(function* (id: UserId) {
      const caller = yield* CurrentUser
      if (caller.id === id) return yield* new BlockingOneself()
      yield* users.detail(id)
      if (blocked) yield* repo.add(caller.id, id, yield* DateTime.now)
      else yield* repo.remove(caller.id, id)
      yield* users.touch(caller.id, yield* DateTime.now)
      return { blocked }
    }, write)

  const list = (request: PageRequest) =>
    Effect.flatMap(CurrentUser, ({ id }) => readPage(blockList(id), request, (slice) => repo.page(id, slice)))

  return { block: set(true), unblock: set(false), list }
}

/** What the caller is notified of (contract, Follows and mail). */
export class Settings extends Context.Tag("services/accounts/Settings")<
  Settings,
  {
    readonly get: Call<SettingsOf, never, CurrentUser>
    readonly change: (change: SettingsChange) => Call<SettingsOf, NotSignedIn, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(Settings, withSpans("Settings", Effect.gen(makeSettings)))
}

function* makeSettings() {
  const repo = yield* SettingsRepo
  const { users, write } = yield* writing

  const change = Effect.fnUntraced(function* (sent: SettingsChange) {
    const { id } = yield* CurrentUser
    const settings = yield* repo.update(id, sent)
    yield* users.touch(id, yield* DateTime.now)
    return settings
  }, write)

  return { get: Effect.flatMap(CurrentUser, ({ id }) => repo.of(id)), change }
}

/** A stream of texts, each of some lines of JSON. */
type Lines = Stream.Stream<string, Unavailable>

/** Everything that is stored about a member (contract, Own data), a page of lines at a time. */
export class Export extends Context.Tag("services/accounts/Export")<
  Export,
  {
    /** The lines about the caller. Fails with `NotAllowed` for an agent's key. */
    readonly own: Effect.Effect<Lines, NotAllowed, CurrentUser>

    readonly of: (id: UserId) => Lines
  }
>() {
  static readonly layer = Layer.effect(
    Export,
    Effect.map(ExportRepo, ({ page }) => {
      const of = (id: UserId) =>
        Stream.flatMap(Stream.fromIterable(exportTypes), (type: ExportType) =>
          Stream.paginateEffect(0, (after) =>
            Effect.map(page(id, type, after), (found) => {
              const last = found.length < exportPageLines ? undefined : found.at(-1)
              const text = found.map(({ line }) => `${encode(line)}\n`).join("")
              return [text, Option.map(Option.fromNullable(last), ({ key }) => key)] as const
            })
          )
        )
      return { of, own: Effect.map(require(person("export")), (user) => of(user.id)) }
    })
  )
}

const encode = Schema.encodeSync(Schema.parseJson(ExportLine))

export class Leaving extends Context.Tag("services/accounts/Leaving")<
  Leaving,
  {
    /**
     * Erases the caller, at once and on every instance. Fails with `NotAllowed` for an agent's key and for the only admin,
     * with `WrongPassword` and `TooManyRequests` as a change of the password does, and with `NotSignedIn` for one who has left.
     */
    readonly leave: (
      leaving: LeavingBody
    ) => Call<typeof Left.Type, WrongPassword | NotAllowed | NotSignedIn | TooManyRequests, CurrentUser | ClientAddress>
  }
>() {
  static readonly layer = Layer.scoped(Leaving, withSpans("Leaving", Effect.gen(makeLeaving)))
}

function* makeLeaving() {
  const { afterCommit, users, write } = yield* writing
  const ownPassword = yield* makeOwnPassword
  const erase = yield* makeErasing
  const scrub = yield* scrubbing

  const leave = Effect.fnUntraced(function* ({ password, posts }: LeavingBody) {
    const user = yield* require(person("leave"))
    const { passwordHash } = yield* ownPassword(user, "password", password)
    const leaving = Effect.gen(function* () {
      const isUnchanged = yield* users.replacePasswordHash(user.id, passwordHash, passwordHash)
      if (!isUnchanged) return yield* new WrongPassword({ field: "password" })
      yield* erase(user.id, posts, user.id)
      yield* afterCommit(scrub)
      return left
    })
    return yield* write(Effect.catchTag(leaving, "UserNotFound", () => new NotSignedIn()))
  })

  return { leave }
}

/** Erases a member, for themselves (`actorId`) or the operator (null). A part of a transaction, which may be `Blocked`. */
export const makeErasing = Effect.gen(function* () {
  const repo = yield* ErasureRepo
  const { audit, changes } = yield* writing
  const requireNotLastAdmin = yield* makeNotLastAdmin

  return Effect.fnUntraced(function* (id: UserId, posts: LeftPosts, actorId: UserId | null) {
    yield* requireNotLastAdmin(id, "leaveAsLastAdmin")
    yield* changes.publish(yield* repo.erase(id, posts))
    yield* audit.record({ action: "erased", actorId, userId: id })
  })
})

const retryEvery = Schedule.spaced("1 minute")

/** Scrubs the files in the background, first what a crash left over; gives the effect that starts it again. */
const scrubbing = Effect.gen(function* () {
  const repo = yield* ErasureRepo
  const runFork = Runtime.runFork(yield* Effect.runtime())
  const scrub = yield* coalescedRun(Effect.retry(repo.scrub, retryEvery))
  const start = Effect.sync(() => void runFork(scrub))
  yield* start
  return start
})
