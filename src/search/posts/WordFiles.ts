import { Language, Words, wordFile } from "@rare-disease-community/text/WordFiles"
import { Schema } from "effect"

/** `content/synonyms.json` */
export const SynonymFile = wordFile({
  groups: Schema.Record({ key: Language, value: Schema.NonEmptyArray(Words) })
})
