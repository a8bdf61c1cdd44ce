import { Context } from "effect"
import type { CommunitySettings, Face, Notice } from "../domain/CommunitySettings.ts"
import type { StorageEffect } from "../domain/Unavailable.ts"

/** The settings that admins have changed; others are absent. */
export interface StoredSettings extends Partial<Omit<CommunitySettings, "notice">>, Partial<Face> {
  readonly notice?: Notice
  /** The names of the news feeds (`feedName`), in their order. */
  readonly newsFeeds?: ReadonlyArray<string>
}

export interface SettingsUpdate {
  readonly before: StoredSettings
  readonly after: StoredSettings
}

/** The store of the community's settings. */
export class CommunitySettingsRepo extends Context.Tag("ports/CommunitySettingsRepo")<
  CommunitySettingsRepo,
  {
    readonly stored: StorageEffect<StoredSettings>

    /** The same, which no other transaction changes until the end of the caller's. */
    readonly held: StorageEffect<StoredSettings>

    /**
     * Stores what `change` makes of the stored settings, as a part of the caller's transaction, and gives both.
     * Transactions that change some at once come one after the other.
     */
    readonly update: (change: (stored: StoredSettings) => StoredSettings) => StorageEffect<SettingsUpdate>
  }
>() {}
