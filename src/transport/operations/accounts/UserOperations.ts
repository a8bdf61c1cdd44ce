import { Effect, Option } from "effect"
import type { User, UserDetail } from "../../../domain/accounts/User.ts"
import { Blocks } from "../../../services/accounts/Blocks.ts"
import { Leaving } from "../../../services/accounts/Leaving.ts"
import { Suspensions } from "../../../services/accounts/Suspensions.ts"
import { Users } from "../../../services/accounts/Users.ts"
import { PasswordLinks } from "../../../services/mail/PasswordLinks.ts"
import { handleExport } from "../../http/ExportResponse.ts"
import { operations, withLocation } from "../../http/HandlerRegistry.ts"
import type { CacheTag } from "../../wire/CacheTags.ts"
import { withCacheTags } from "../../wire/Tagged.ts"

/** A suspension may end by itself, without a change. So a response that shows one has no tags, and is not cached. */
const unlessSuspended = (users: ReadonlyArray<User>, tags: ReadonlyArray<CacheTag>) =>
  users.some(({ suspended }) => Option.isSome(suspended)) ? [] : tags

/** A member includes the names of their diseases, and of the admin who verified them. */
const tagsOf = (user: UserDetail) =>
  unlessSuspended(
    [user],
    [`user ${user.id}`, "catalogue", ...Option.toArray(user.verified).map(({ by }) => `user ${by.id}` as const)]
  )

export const userOperations = operations(
  "users",
  Effect.all([Users, Suspensions, Blocks, Leaving, PasswordLinks, handleExport]),
  ([users, suspensions, blocks, leaving, links, exportData]) => ({
    list: ({ urlParams }) => withCacheTags(users.list(urlParams), ({ data }) => unlessSuspended(data, ["users"])),
    me: () => withCacheTags(users.me, tagsOf),
    updateMe: ({ payload }) => users.changeMe(payload),
    get: ({ path }) => withCacheTags(users.get(path.id), tagsOf),
    verify: ({ path, payload }) => users.verify(path.id, payload),
    unverify: ({ path }) => users.unverify(path.id),
    revokeCredentials: ({ path, payload }) => suspensions.revokeCredentials(path.id, payload),
    suspend: ({ path, payload }) => suspensions.suspend(path.id, payload),
    unsuspend: ({ path }) => suspensions.unsuspend(path.id),
    passwordLink: withLocation(
      ({ path, payload }) => links.create(path.id, payload),
      () => "/reset-password"
    ),
    block: ({ path }) => blocks.block(path.id),
    unblock: ({ path }) => blocks.unblock(path.id),
    listBlocks: ({ urlParams }) => blocks.list(urlParams),
    export: () => exportData,
    leave: ({ payload }) => leaving.leave(payload),
    update: ({ path, payload }) => users.change(path.id, payload)
  })
)
