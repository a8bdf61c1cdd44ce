import { Context } from "effect"
import type { CommunitySettings, CommunitySettingsChange } from "../domain/CommunitySettings.ts"
import type { Call } from "../domain/Unavailable.ts"

export interface SettingsUpdate {
  readonly before: Partial<CommunitySettings>
  readonly after: Partial<CommunitySettings>
}

/** The store of the community's settings. */
export class CommunitySettingsRepo extends Context.Tag("ports/CommunitySettingsRepo")<
  CommunitySettingsRepo,
  {
    /** The settings that admins have set. */
    readonly stored: Call<Partial<CommunitySettings>>

    /**
     * Sets settings, as a part of the caller's transaction, and gives all that were set before and after. Transactions
     * that set some at once come one after the other.
     */
    readonly update: (change: CommunitySettingsChange) => Call<SettingsUpdate>
  }
>() {}
