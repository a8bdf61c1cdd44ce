import { Context, DateTime, Effect, Layer } from "effect"
import { BlockingOneself, type BlockPage, type BlockState } from "../../domain/accounts/Block.ts"
import { CurrentUser } from "../../domain/accounts/CurrentUser.ts"
import type { UserNotFound } from "../../domain/accounts/User.ts"
import type { InvalidCursor } from "../../domain/Cursor.ts"
import type { UserId } from "../../domain/Ids.ts"
import { blockList } from "../../domain/Lists.ts"
import { type PageRequest, pageOf, pageSliceOf } from "../../domain/Page.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { BlocksRepo } from "../../ports/BlocksRepo.ts"
import { Transaction } from "../../ports/Transaction.ts"
import { UsersRepo } from "../../ports/UsersRepo.ts"
import { withSpans } from "../Spans.ts"

/**
 * Members whom a member blocks (contract, Own data): they cannot comment on or like the member's posts, and notify the
 * member of nothing. The writes of comments and likes apply this.
 */
export class Blocks extends Context.Tag("services/accounts/Blocks")<
  Blocks,
  {
    /** Blocks a member as the caller. Fails with `BlockingOneself`, then with `UserNotFound`. */
    readonly block: (id: UserId) => Effect.Effect<BlockState, BlockingOneself | UserNotFound | Unavailable, CurrentUser>

    /** Ends a block; nothing changes where there is none. Fails as `block` does. */
    readonly unblock: (
      id: UserId
    ) => Effect.Effect<BlockState, BlockingOneself | UserNotFound | Unavailable, CurrentUser>

    /** One page of the members whom the caller blocks, the latest first. Fails with `InvalidCursor`. */
    readonly list: (request: PageRequest) => Effect.Effect<BlockPage, InvalidCursor | Unavailable, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(Blocks, withSpans("Blocks", Effect.gen(make)))
}

function* make() {
  const repo = yield* BlocksRepo
  const users = yield* UsersRepo
  const { atomically } = yield* Transaction

  const set = (blocked: boolean) =>
    Effect.fnUntraced(function* (id: UserId) {
      const caller = yield* CurrentUser
      if (caller.id === id) return yield* new BlockingOneself()
      yield* users.detail(id)
      if (blocked) yield* repo.add(caller.id, id, yield* DateTime.now)
      else yield* repo.remove(caller.id, id)
      yield* users.touch(caller.id, yield* DateTime.now)
      return { blocked }
    }, atomically)

  const list = Effect.fnUntraced(function* (request: PageRequest) {
    const { id } = yield* CurrentUser
    const list = blockList(id)
    const window = yield* pageSliceOf(list, request)
    return pageOf(list, window, yield* repo.page(id, window))
  })

  return { block: set(true), unblock: set(false), list }
}
