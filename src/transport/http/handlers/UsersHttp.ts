import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../../../api/CommunityApi.ts"
import { Users } from "../../../services/accounts/Users.ts"
import type { CacheTag } from "../../wire/CacheTags.ts"
import { withCacheTags } from "../../wire/RequestContext.ts"
import { toWireError } from "../Errors.ts"
import { registerHandlers } from "../HandlerRegistry.ts"

/** A member includes the names of their diseases. */
const tagsOf = ({ id }: { readonly id: number }): ReadonlyArray<CacheTag> => [`user ${id}`, "catalogue"]

export const layer = HttpApiBuilder.group(CommunityApi, "users", (handlers) =>
  Effect.flatMap(Users, (users) =>
    registerHandlers(
      handlers
        .handle("list", ({ urlParams }) => withCacheTags(toWireError(users.list(urlParams)), () => ["users"]))
        .handle("me", () => withCacheTags(toWireError(users.me), tagsOf))
        .handle("updateMe", ({ payload }) => toWireError(users.changeMe(payload)))
        .handle("get", ({ path }) => withCacheTags(toWireError(users.get(path.id)), tagsOf))
        .handle("update", ({ path, payload }) => toWireError(users.change(path.id, payload)))
    )
  )
)
