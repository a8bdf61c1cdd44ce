/**
 * The small words of a language (`content/glossary/grammar.json`), and what the words of its names say about others.
 */
export interface Grammar {
  readonly stop: ReadonlyArray<string>
  readonly negation: ReadonlyArray<string>
  /** The two parts of one negation: "ne … pas". */
  readonly opening: ReadonlyArray<string>
  readonly closing: ReadonlyArray<string>
  readonly joining: ReadonlyArray<string>
  /** Words that end a clause. */
  readonly ending: ReadonlyArray<string>
  /**
   * True where a denial may be last in a clause: after the object of its verb, or in French without "ne" ("marche
   * pas").
   */
  readonly denyingLast: boolean
  /** True where a sign may be denied after it. */
  readonly denyingAfter: boolean
  /**
   * Words between two signs that are denied together, and those that begin another clause, which says nothing of what
   * is before.
   */
  readonly choosing: ReadonlyArray<string>
  readonly subordinate: ReadonlyArray<string>
  /**
   * Negations that say that something is missing ("no thumb"), and words behind another with which it does too ("does
   * not have thumbs"): "cannot bend his thumb" does not.
   */
  readonly lacking: ReadonlyArray<string>
  readonly having: ReadonlyArray<string>
  /** Words that deny only what follows them: "without". */
  readonly severing: ReadonlyArray<string>
  readonly idioms: ReadonlyArray<string>
  /**
   * Phrases that deny what follows them ("no evidence of"), or only what is directly behind them ("stopped
   * vomiting"), and what is behind a sign that is absent ("were ruled out"): regular expressions.
   */
  readonly denying: ReadonlyArray<string>
  readonly ceasing: ReadonlyArray<string>
  readonly absence: ReadonlyArray<string>
  /**
   * Phrases that leave open what a sign is ("cannot be ruled out"), and that deny a whole clause ("it is not true
   * that").
   */
  readonly unsettled: ReadonlyArray<string>
  readonly contradicting: ReadonlyArray<string>
  /** What answers a sign before it: "Seizures: none". */
  readonly answers: ReadonlyArray<string>
  /** Verbs and pronouns that begin to say something else, and other words behind which nothing is denied any more. */
  readonly predicate: ReadonlyArray<string>
  readonly breaking: ReadonlyArray<string>
  /** Pronouns that take up a sign before them: "des crises, elle n'en a jamais eu". */
  readonly resuming: ReadonlyArray<string>
  /** The end of a compound that says that a sign is absent ("fieberfrei"), as a regular expression. */
  readonly free: string
  /** Nouns that deny, which another negation does not mean behind the noun of a name: "crisis de ausencia". */
  readonly missing: ReadonlyArray<string>
  /** By the sign of one that is impaired, the words of a faculty; what says that it is well; what limits that. */
  readonly faculties: Readonly<Record<string, ReadonlyArray<string>>>
  readonly well: ReadonlyArray<string>
  readonly limits: ReadonlyArray<string>
  /** Negations that may deny a list that ends with "and". */
  readonly determiners: ReadonlyArray<string>
  /** Articles; "de" of "pas de fièvre et de toux", behind which a denial goes on; words that say whose something is. */
  readonly articles: ReadonlyArray<string>
  readonly partitive: ReadonlyArray<string>
  readonly possessive: ReadonlyArray<string>
  /** What is before a sign that was only thought of, is of a relative, or sets off another: regular expressions. */
  readonly guesses: ReadonlyArray<string>
  readonly relatives: ReadonlyArray<string>
  /** Near relatives, who often tell of the patient, and what is behind one who has a sign: "her mother has". */
  readonly near: ReadonlyArray<string>
  readonly bearing: ReadonlyArray<string>
  /** Those of `possessive` that say that something is ours. */
  readonly ours: ReadonlyArray<string>
  /** What is said of a family before its signs ("family history of"), and behind them ("runs in the family"). */
  readonly family: ReadonlyArray<string>
  readonly inFamily: ReadonlyArray<string>
  readonly circumstances: ReadonlyArray<string>
  readonly alone: ReadonlyArray<string>
  /** Parts of the body: "hands and nose are itchy" says the same of both. */
  readonly parts: ReadonlyArray<string>
  /** Frequent words, and those of them that occur in names or the glossary in the same form. */
  readonly common: ReadonlyArray<string>
  readonly named: ReadonlyArray<string>
  /** Words of names that would have another stem without their accents: "lumière". */
  readonly accented: ReadonlyArray<string>
  /** Words that mean something else than others of their stem: "Zucker" and "zucken". */
  readonly distinct: ReadonlyArray<string>
  /** By a word its forms, and everyday words that say the same, which are compared as it is: "fallen" by "fällt". */
  readonly forms: Readonly<Record<string, ReadonlyArray<string>>>
  /** Endings of diminutives, as regular expressions, and what is there instead: "manchitas", "Knötchen". */
  readonly diminutives: ReadonlyArray<{ readonly ending: string; readonly base: string }>
  /** Negations of what somebody is able to do, which deny no sign: "cannot bend his thumb". */
  readonly disabling: ReadonlyArray<string>
  /** Words with which another clause begins: "so tired I cannot work" denies no tiredness. */
  readonly pronouns: ReadonlyArray<string>
  /** What is before a word of size or the like that is said of somebody: regular expressions. */
  readonly personal: ReadonlyArray<string>
  /** Words that are often written as two: "belly button" has no belly. */
  readonly compounds: ReadonlyArray<string>
  /** What is between the parts of a compound; none in a language without compounds. */
  readonly links: ReadonlyArray<string>
  /** Endings of plurals and cases. */
  readonly inflections: ReadonlyArray<string>
}

/** By language: what denies a sign in a script without spaces, before or after it. */
export type UnspacedDenials = Readonly<
  Record<string, { readonly before?: ReadonlyArray<string>; readonly after?: ReadonlyArray<string> }>
>

/** The grammar of a language of which nothing is known. */
export const noGrammar: Grammar = {
  ...{ stop: [], negation: [], opening: [], closing: [], joining: [], ending: [], severing: [] },
  ...{ denyingLast: false, denyingAfter: false, choosing: [], subordinate: [], idioms: [], alone: [], forms: {} },
  ...{ guesses: [], relatives: [], circumstances: [], common: [], accented: [], named: [], distinct: [] },
  ...{ diminutives: [], links: [], inflections: [], parts: [], lacking: [], having: [], compounds: [] },
  ...{ pronouns: [], personal: [], disabling: [] },
  ...{ denying: [], ceasing: [], absence: [], unsettled: [], contradicting: [], answers: [] },
  ...{
    predicate: [],
    breaking: [],
    articles: [],
    partitive: [],
    possessive: [],
    determiners: [],
    missing: [],
    resuming: [],
    near: [],
    bearing: [],
    ours: [],
    family: [],
    inFamily: [],
    well: [],
    limits: [],
    faculties: {},
    free: ""
  }
}
