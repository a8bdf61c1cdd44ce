import { Array, Effect, HashMap, Layer } from "effect"
import { UserNotFound } from "../../../domain/accounts/User.ts"
import { BlocksRepo } from "../../../ports/BlocksRepo.ts"
import { byNewest, pageOf } from "../RowMapping.ts"
import { type Step, Store } from "../Store.ts"
import { blockKey, blocks, filterRows, referred, withNew } from "../Tables.ts"

const make = Effect.map(Store, (store) =>
  BlocksRepo.of({
    add: (userId, blockedId, blockedAt) =>
      store.write((tables): Step<void, UserNotFound> => {
        if (!HashMap.has(tables.users.rows, blockedId)) return [new UserNotFound({ id: blockedId }), tables]
        if (blocks(tables, userId, blockedId)) return [Effect.void, tables]
        const row = { id: tables.blocks.lastId + 1, userId, blockedId, blockedAt }
        return [Effect.void, { ...tables, blocks: withNew(tables.blocks, blockKey(userId, blockedId), row) }]
      }),

    remove: (userId, blockedId) =>
      store.update((tables) => ({
        ...tables,
        blocks: filterRows(tables.blocks, (row) => row.userId !== userId || row.blockedId !== blockedId)
      })),

    page: (userId, window) =>
      Effect.map(store.tables, (tables) => {
        const own = Array.filter(HashMap.values(tables.blocks.rows), (row) => row.userId === userId)
        return pageOf(own, byNewest<number>(), window, ({ blockedAt, blockedId }) => ({
          id: blockedId,
          username: referred(tables.users, blockedId).username,
          blockedAt
        }))
      })
  })
)

/** Blocks in memory. */
export const layer = Layer.effect(BlocksRepo, make)
