import { Context, type Option } from "effect"
import type { DiseaseId, UserId } from "../../domain/Ids.ts"
import type { TextTarget } from "../../domain/moderation/Target.ts"
import type { Translation } from "../../domain/posts/Translation.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

/** A shown text, as it is now. */
export interface TranslatableText {
  readonly authorId: UserId
  /** Of a post. */
  readonly title: Option.Option<string>
  readonly content: string
  readonly language: string
  /** The disease of the post, or of the post of the comment. */
  readonly diseaseId: Option.Option<DiseaseId>
  /** Another one for each title and content in each language. */
  readonly revision: string
  /** False where the settings of the author keep their texts out, and for what is not for everyone. */
  readonly isWanted: boolean
  /** The translation of this revision, if it is stored. */
  readonly translation: Option.Option<Translation>
}

/** The store of translations, one for each text and language. A text that is hidden or deleted has none. */
export class TranslationsRepo extends Context.Tag("ports/posts/TranslationsRepo")<
  TranslationsRepo,
  {
    /**
     * Texts with their translations into a language, in the order of `targets`; none for one that is hidden or gone.
     */
    readonly read: (
      targets: ReadonlyArray<TextTarget>,
      to: string
    ) => StorageEffect<ReadonlyArray<Option.Option<TranslatableText>>>

    /**
     * Stores the translation of a revision in place of the one before. False, with nothing stored, where the text has
     * another revision by now, is hidden or gone, is not for everyone, or where its author has left or wants none. The
     * caller holds the author, and a change of the author's settings locks them.
     */
    readonly store: (target: TextTarget, revision: string, translation: Translation) => StorageEffect<boolean>

    /** Deletes the translations of a member's texts. */
    readonly removeOf: (authorId: UserId) => StorageEffect<void>
  }
>() {}
