import { Context } from "effect"
import type { CommunitySettings, CommunitySettingsChange } from "../domain/CommunitySettings.ts"
import type { Call } from "../domain/Unavailable.ts"

/** The store of the community's settings. */
export class CommunitySettingsRepo extends Context.Tag("ports/CommunitySettingsRepo")<
  CommunitySettingsRepo,
  {
    /** The settings that admins have set. */
    readonly stored: Call<Partial<CommunitySettings>>

    /** Sets settings, and gives all that are set. */
    readonly update: (change: CommunitySettingsChange) => Call<Partial<CommunitySettings>>
  }
>() {}
