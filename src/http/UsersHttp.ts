import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../api/CommunityApi.ts"
import { Users } from "../services/Users.ts"
import { wire } from "./Errors.ts"
import { known } from "./Handlers.ts"

/** REST's members. */
export const layer = HttpApiBuilder.group(CommunityApi, "users", (handlers) =>
  Effect.flatMap(Users, (users) =>
    known(
      handlers
        .handle("list", ({ urlParams }) => wire(users.list(urlParams)))
        .handle("me", () => wire(users.me))
        .handle("updateMe", ({ payload }) => wire(users.changeMe(payload)))
        .handle("get", ({ path }) => wire(users.get(path.id)))
        .handle("update", ({ path, payload }) => wire(users.change(path.id, payload)))
    )
  )
)
