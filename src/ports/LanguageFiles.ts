import { type ConfigError, Context, type Effect } from "effect"

/** The folder of a language: its tag, and the contents of its files by their names. */
export interface LanguageFolder {
  readonly tag: string
  readonly files: Readonly<Record<string, string>>
}

/** The files of the server's texts, a folder a language (`docs/translating.md`). */
export class LanguageFiles extends Context.Tag("ports/LanguageFiles")<
  LanguageFiles,
  {
    /** The folders that ship with the server. One that cannot be read is a defect. */
    readonly shipped: Effect.Effect<ReadonlyArray<LanguageFolder>>

    /** The folders of the operator, which add languages or change texts. */
    readonly own: Effect.Effect<ReadonlyArray<LanguageFolder>, ConfigError.ConfigError>
  }
>() {}
