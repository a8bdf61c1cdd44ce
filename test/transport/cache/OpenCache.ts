import { Effect, Layer } from "effect"
import { Posts } from "../../../src/services/posts/Posts.ts"
import { ReadThroughCache } from "../../../src/transport/cache/ReadThroughCache.ts"

const cacheWhere = (readsRestricted: boolean) =>
  Layer.provide(ReadThroughCache.layer, Layer.mock(Posts, { readsRestricted: () => Effect.succeed(readsRestricted) }))

/** The cache of responses where all posts are for everyone. */
export const openCache = cacheWhere(false)

/** The cache of responses where each caller may read posts that are not for everyone. */
export const restrictedCache = cacheWhere(true)
