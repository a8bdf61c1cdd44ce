import { Context, type DateTime } from "effect"
import type { Block } from "../../domain/accounts/Block.ts"
import type { UserNotFound } from "../../domain/accounts/User.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { BlockKey } from "../../domain/Lists.ts"
import type { PageResult, PageSlice } from "../../domain/Page.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

/** The store of blocks: who blocks whom. `LikesRepo`, `CommentsRepo` and the notifications observe them. */
export class BlocksRepo extends Context.Tag("ports/accounts/BlocksRepo")<
  BlocksRepo,
  {
    /** Blocks a member; one who is blocked stays so since the first time. Fails with `UserNotFound`. */
    readonly add: (userId: UserId, blockedId: UserId, at: DateTime.Utc) => StorageEffect<void, UserNotFound>

    /** Ends a block; nothing changes where there is none. */
    readonly remove: (userId: UserId, blockedId: UserId) => StorageEffect<void>

    /** The ids of the members whom a member blocks. */
    readonly ids: (userId: UserId) => StorageEffect<ReadonlyArray<UserId>>

    /** The members whom a member blocks, the latest first. */
    readonly page: (userId: UserId, window: PageSlice<BlockKey>) => StorageEffect<PageResult<Block, BlockKey>>
  }
>() {}
