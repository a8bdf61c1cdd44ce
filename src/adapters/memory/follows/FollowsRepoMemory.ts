import { Effect, HashMap, Layer, Option } from "effect"
import { NotSignedIn } from "../../../domain/accounts/CurrentUser.ts"
import { type FollowTarget, maxFollows, TooManyFollows } from "../../../domain/follows/Follow.ts"
import { FollowsRepo } from "../../../ports/FollowsRepo.ts"
import { byNewest, pageOf } from "../RowMapping.ts"
import { type Step, Store } from "../Store.ts"
import { followsOf, isOf, type Tables, withNew, withRow } from "../Tables.ts"

/** The name of a target; none of a hidden post. */
const nameOf = ({ diseases, posts, users }: Tables, { id, type }: FollowTarget): Option.Option<string> => {
  if (type === "post") return Option.map(HashMap.get(posts.rows, id), ({ title }) => title)
  if (type === "disease") return Option.map(HashMap.get(diseases.rows, id), ({ name }) => name)
  return Option.map(HashMap.get(users.rows, id), ({ username }) => username)
}

const make = Effect.map(Store, (store) =>
  FollowsRepo.of({
    add: (userId, target, followedAt) =>
      store.write((tables): Step<void, TooManyFollows | NotSignedIn> => {
        const before = followsOf(tables, userId)
        if (!HashMap.has(tables.users.rows, userId)) return [new NotSignedIn(), tables]
        if (before.some(isOf(target))) return [Effect.void, tables]
        if (before.length >= maxFollows) return [new TooManyFollows(), tables]
        const row = { id: tables.follows.lastId + 1, target, followedAt }
        return [Effect.void, { ...tables, follows: withNew(tables.follows, userId, [...before, row]) }]
      }),

    remove: (userId, target) =>
      store.update((tables) => {
        const left = followsOf(tables, userId).filter((row) => !isOf(target)(row))
        return { ...tables, follows: withRow(tables.follows, userId, left) }
      }),

    page: (userId, { type }, window) =>
      Effect.map(store.tables, (tables) => {
        const named = followsOf(tables, userId).flatMap(({ followedAt, id, target }) =>
          type !== undefined && target.type !== type
            ? []
            : Option.toArray(nameOf(tables, target)).map((name) => ({ id, follow: { ...target, name, followedAt } }))
        )
        return pageOf(named, byNewest<number>(), window, ({ follow }) => follow)
      })
  })
)

/** Follows in memory. */
export const layer = Layer.effect(FollowsRepo, make)
