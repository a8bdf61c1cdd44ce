import { Either } from "effect"
import { NotSignedIn } from "../../../domain/accounts/CurrentUser.ts"
import { type FollowTarget, maxFollows, TooManyFollows } from "../../../domain/follows/Follow.ts"
import { FollowsRepo } from "../../../ports/follows/FollowsRepo.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { byNewest, pageOf } from "../Views.ts"
import { isOf } from "../Writes.ts"

/** The name of a target; none of a hidden post. */
const nameOf = ({ diseases, posts, users }: Tables, { id, type }: FollowTarget): string | undefined => {
  if (type === "post") return posts.get(id)?.title
  return type === "disease" ? diseases.get(id)?.name : users.get(id)?.username
}

export const layer = inMemory(FollowsRepo, ({ attempt, read, write }) => ({
  add: (userId, target, followedAt) =>
    attempt(({ follows, users }): Either.Either<void, TooManyFollows | NotSignedIn> => {
      const before = follows.where((row) => row.userId === userId)
      if (!users.has(userId)) return Either.left(new NotSignedIn())
      if (before.some(isOf(target))) return Either.void
      if (before.length >= maxFollows) return Either.left(new TooManyFollows())
      const id = ++follows.lastId
      follows.set(id, { id, userId, target, followedAt })
      return Either.void
    }),

  remove: (userId, target) =>
    write(({ follows }) => follows.deleteWhere((row) => row.userId === userId && isOf(target)(row))),

  has: (userId, target) => read(({ follows }) => follows.some((row) => row.userId === userId && isOf(target)(row))),

  page: (userId, { type }, window) =>
    read((tables) => {
      const own = tables.follows.where(
        (row) => row.userId === userId && (type === undefined || row.target.type === type)
      )
      const named = own.flatMap(({ followedAt, id, target }) => {
        const name = nameOf(tables, target)
        return name === undefined ? [] : [{ id, follow: { ...target, name, followedAt } }]
      })
      return pageOf(named, byNewest<number>(), window, ({ follow }) => follow)
    })
}))
