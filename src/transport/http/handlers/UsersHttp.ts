import { HttpApiBuilder } from "@effect/platform"
import { Effect, Option } from "effect"
import { CommunityApi } from "../../../api/CommunityApi.ts"
import type { UserDetail } from "../../../domain/accounts/User.ts"
import { Moderation } from "../../../services/accounts/Moderation.ts"
import { Blocks, Leaving } from "../../../services/accounts/OwnData.ts"
import { Users } from "../../../services/accounts/Users.ts"
import type { CacheTag } from "../../wire/CacheTags.ts"
import { withCacheTags } from "../../wire/RequestContext.ts"
import { toWireError } from "../Errors.ts"
import { registerHandlers } from "../HandlerRegistry.ts"
import { handleExport } from "./ExportHttp.ts"

/** A member includes the names of their diseases, and of the admin who verified them. */
const tagsOf = ({ id, verified }: UserDetail): ReadonlyArray<CacheTag> => [
  `user ${id}`,
  "catalogue",
  ...Option.toArray(verified).map(({ by }) => `user ${by.id}` as const)
]

export const layer = HttpApiBuilder.group(CommunityApi, "users", (handlers) =>
  Effect.flatMap(
    Effect.all([Users, Moderation, Blocks, Leaving, handleExport]),
    ([users, moderation, blocks, leaving, exportData]) =>
      registerHandlers(
        handlers
          .handle("list", ({ urlParams }) => withCacheTags(toWireError(users.list(urlParams)), () => ["users"]))
          .handle("me", () => withCacheTags(toWireError(users.me), tagsOf))
          .handle("updateMe", ({ payload }) => toWireError(users.changeMe(payload)))
          .handle("get", ({ path }) => withCacheTags(toWireError(users.get(path.id)), tagsOf))
          .handle("verify", ({ path, payload }) => toWireError(users.verify(path.id, payload)))
          .handle("unverify", ({ path }) => toWireError(users.unverify(path.id)))
          .handle("revokeCredentials", ({ path, payload }) =>
            toWireError(moderation.revokeCredentials(path.id, payload))
          )
          .handle("suspend", ({ path, payload }) => toWireError(moderation.suspend(path.id, payload)))
          .handle("unsuspend", ({ path }) => toWireError(moderation.unsuspend(path.id)))
          .handle("block", ({ path }) => toWireError(blocks.block(path.id)))
          .handle("unblock", ({ path }) => toWireError(blocks.unblock(path.id)))
          .handle("listBlocks", ({ urlParams }) => toWireError(blocks.list(urlParams)))
          .handleRaw("export", () => exportData)
          .handle("leave", ({ payload }) => toWireError(leaving.leave(payload)))
          .handle("update", ({ path, payload }) => toWireError(users.change(path.id, payload)))
      )
  )
)
