import { Context, type Option } from "effect"
import type { Backup } from "../domain/moderation/Health.ts"
import type { StorageEffect } from "../domain/Unavailable.ts"

/** The last backup of the database. A restored database knows of none. */
export class BackupsRepo extends Context.Tag("ports/BackupsRepo")<
  BackupsRepo,
  {
    /** Notes a backup in place of the one before. */
    readonly note: (backup: Backup) => StorageEffect<void>

    readonly last: StorageEffect<Option.Option<Backup>>
  }
>() {}
