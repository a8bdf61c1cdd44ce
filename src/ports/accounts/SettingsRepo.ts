import { Context } from "effect"
import type { NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import type { Settings, SettingsChange } from "../../domain/accounts/Settings.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

/** The store of members' settings. The writes that notify observe them. */
export class SettingsRepo extends Context.Tag("ports/accounts/SettingsRepo")<
  SettingsRepo,
  {
    /** The settings of a member; the defaults of one who has changed none. */
    readonly of: (userId: UserId) => StorageEffect<Settings>

    /** Changes settings, and gives all. Fails with `NotSignedIn` for a member who does not exist. */
    readonly update: (userId: UserId, change: SettingsChange) => StorageEffect<Settings, NotSignedIn>
  }
>() {}
