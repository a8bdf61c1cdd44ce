import { Record as Records } from "effect"
import { type GrammarWords, grammarLists } from "./GrammarFile.ts"

/** The small words of a language (`GrammarFile.ts`), and what the words of its names say about others. */
export interface Grammar extends GrammarWords {
  /** Frequent words, and those of them that occur in names or the glossary in the same form. */
  readonly common: ReadonlyArray<string>
  readonly commonInNames: ReadonlyArray<string>
  /** Words of names that would have another stem without their accents: "lumière". */
  readonly accented: ReadonlyArray<string>
  /** By a word its forms, and everyday words that say the same, which are compared as it is: "fallen" by "fällt". */
  readonly forms: Readonly<Record<string, ReadonlyArray<string>>>
}

/** By language: the words that deny a sign in a script without spaces, before or after it. */
export type UnspacedDenials = Readonly<
  Record<string, { readonly before?: ReadonlyArray<string>; readonly after?: ReadonlyArray<string> }>
>

/** The grammar of a language of which nothing is known. */
export const noGrammar: Grammar = {
  ...Records.map(grammarLists, (): ReadonlyArray<string> => []),
  denyingLast: false,
  denyingAfter: false,
  dropsSubject: false,
  absentEnding: "",
  infinitiveEnding: "",
  faculties: {},
  diminutives: [],
  compoundLinks: [],
  common: [],
  commonInNames: [],
  accented: [],
  forms: {}
}
