import { Either } from "effect"
import { UserNotFound } from "../../../domain/accounts/User.ts"
import { BlocksRepo } from "../../../ports/accounts/BlocksRepo.ts"
import { inMemory } from "../Store.ts"
import { blocks, byNewest, pageOf } from "../Views.ts"

export const layer = inMemory(BlocksRepo, ({ attempt, read, write }) => ({
  add: (userId, blockedId, blockedAt) =>
    attempt((tables) => {
      if (!tables.users.has(blockedId)) return Either.left(new UserNotFound({ id: blockedId }))
      if (!tables.users.has(userId) || blocks(tables, userId, blockedId)) return Either.void
      const id = ++tables.blocks.lastId
      tables.blocks.set(id, { id, userId, blockedId, blockedAt })
      return Either.void
    }),

  remove: (userId, blockedId) =>
    write(({ blocks }) => blocks.deleteWhere((row) => row.userId === userId && row.blockedId === blockedId)),

  ids: (userId) => read(({ blocks }) => blocks.where((row) => row.userId === userId).map(({ blockedId }) => blockedId)),

  page: (userId, window) =>
    read(({ blocks, users }) => {
      const own = blocks.where((row) => row.userId === userId)
      return pageOf(own, byNewest<number>(), window, ({ blockedAt, blockedId }) => ({
        id: blockedId,
        username: users.referred(blockedId).username,
        blockedAt
      }))
    })
}))
