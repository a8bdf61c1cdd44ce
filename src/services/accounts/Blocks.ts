import { Context, DateTime, Effect, Layer } from "effect"
import { BlockingOneself, type BlockPage, type BlockState } from "../../domain/accounts/Block.ts"
import { CurrentUser } from "../../domain/accounts/CurrentUser.ts"
import type { UserNotFound } from "../../domain/accounts/User.ts"
import type { UserId } from "../../domain/Ids.ts"
import { blockList } from "../../domain/Lists.ts"
import { type InvalidCursor, type PageRequest, readPage } from "../../domain/Page.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { BlocksRepo } from "../../ports/accounts/BlocksRepo.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"

/** The members blocked by another (contract, Own data), whose comments and likes the writes of these refuse. */
export class Blocks extends Context.Tag("services/accounts/Blocks")<
  Blocks,
  {
    /** Blocks a member as the caller. Fails with `BlockingOneself`, then with `UserNotFound`. */
    readonly block: (id: UserId) => StorageEffect<BlockState, BlockingOneself | UserNotFound, CurrentUser>

    /** Ends a block; nothing changes where there is none. Fails as `block` does. */
    readonly unblock: (id: UserId) => StorageEffect<BlockState, BlockingOneself | UserNotFound, CurrentUser>

    /** The ids of the members whom the caller blocks. */
    readonly ids: StorageEffect<ReadonlyArray<UserId>, never, CurrentUser>

    /** One page of the members whom the caller blocks, the latest first. Fails with `InvalidCursor`. */
    readonly list: (request: PageRequest) => StorageEffect<BlockPage, InvalidCursor, CurrentUser>
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

  const ids = Effect.flatMap(CurrentUser, ({ id }) => repo.ids(id))

  return { block: set(true), unblock: set(false), ids, list }
}
