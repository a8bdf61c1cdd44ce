import { Effect, Option } from "effect"
import type { UserId } from "../../../src/domain/Ids.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"

/** What a member was notified of, oldest first. */
export const told = (id: UserId) =>
  Effect.flatMap(NotificationsRepo, (repo) =>
    Effect.map(repo.after(id, 0, 100), (items) =>
      items.map(({ comment, toYou, type }) =>
        [type, ...Option.toArray(Option.map(comment, ({ id }) => id)), ...Option.toArray(toYou)].join(" ")
      )
    )
  )
