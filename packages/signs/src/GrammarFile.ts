import { Record, Schema } from "effect"

/** The purpose of each list of a language in `content/glossary/grammar.json`. A language may lack any of them. */
export const grammarLists = {
  uncounted: "Small words that do not count in a sign.",
  negations: "Words that deny a sign, or say that something is missing.",
  negationStarts: 'The first part of a negation of two parts: the "ne" of "ne … pas".',
  negationEnds: "Its second part.",
  negatingPhrases:
    'Regular expressions of words that deny in one place only: the "plus" with which "plus de fièvre" begins.',
  negativeDeterminers: 'Negations that may deny a list which ends with "and": "no".',
  absence: 'Negations with which something is missing: "no thumb".',
  possession: 'Words behind another negation with which something is missing too: "does not have thumbs".',
  inability: 'Negations of what somebody is able to do, which deny no sign: "cannot bend his thumb".',
  abilities: 'Regular expressions of verbs with which another negation is one of these: "kann nicht pfeifen".',
  deniesOnlyNext: 'Words that deny only what follows them: "fits without fever" are not fits with fever.',
  denyingNouns:
    'Nouns that deny what is behind them, and describe a sign before them: "ausencia de crisis", "crisis de ausencia".',
  deniesWhatFollows: 'Regular expressions of phrases that deny what follows them: "no evidence of".',
  deniesWhatIsNext: 'Regular expressions of phrases that deny what is directly behind them: "stopped vomiting".',
  deniesClause: 'Regular expressions of phrases that deny a whole clause: "it is not true that".',
  saidToBeAbsent: 'Regular expressions of what is behind a sign that is absent: "were ruled out".',
  denyingAnswers: 'Regular expressions of what answers a sign before it: "Seizures: none".',
  affirmingAnswers: 'Regular expressions of what answers that a sign before it is there: "Seizures? Yes".',
  abbreviations: 'Regular expressions of abbreviations with points, which end no clause: "V. a.".',
  seemingDenials: 'Regular expressions of phrases that only seem to deny, and belong to signs: "does not stop".',
  notOnly: 'Regular expressions of phrases that deny nothing and are a part of no sign: "not only", "no doctor".',
  takesDenial:
    'Regular expressions of words that a denial before them denies, and not the sign behind them: "no change in".',
  leavesOpen: 'Regular expressions of phrases that leave open what a sign is: "cannot be ruled out".',
  onlyThoughtOf:
    'Regular expressions of what is before a sign that is only thought of, feared or asked about: "might have".',
  doubtsList: 'Regular expressions of what is before a list of signs that are only thought of: "DDx".',
  doubtedBehind: 'Regular expressions of what is behind a sign that is only thought of: "is unlikely".',
  objectClauses: 'Words that begin a clause which is what somebody fears or asks: "dass" of "Angst, dass sie krampft".',
  asksFor: 'Regular expressions with which a question begins that asks for the sign behind it: "does he have".',
  takenForGranted: 'Words behind which a question takes a sign for granted: "can he swim with epilepsy".',
  foretells: 'Regular expressions, with their accents, of verbs that foretell a sign: "aurà".',
  formerly: 'Regular expressions of phrases with which a sign is only a former one: "used to have".',
  stillThere: 'Regular expressions of words with which a sign that somebody had is still there: "still".',
  isOver: 'Regular expressions of what says, behind a sign, that it is over: "but it went away".',
  setsOffOrResembles: "Regular expressions of what is before a sign that sets another off, or is only compared with.",
  conjunctions: 'Words that end the reach of a negation: "and".',
  deniedTogether: 'Words between two signs that are denied together: "or".',
  clauseEnds: 'Words that end a clause: "but".',
  subordinators: "Words that begin a clause which says nothing of what is before.",
  clausePronouns: 'Words with which another clause begins: "so tired I cannot work" denies no tiredness.',
  startsPredicate: "Verbs and pronouns that begin to say something else, behind which nothing is denied any more.",
  endsDenial: 'Other words behind which nothing is denied any more: "because".',
  resumptivePronouns: 'Pronouns that take up a sign before them: "des crises, elle n\'en a jamais eu".',
  articles: "Articles.",
  genitiveArticles: 'The articles of a genitive, which "without" denies too: "ohne Zeichen einer Entzündung".',
  partitive: 'The "de" of "pas de fièvre et de toux", behind which a denial goes on.',
  intensifiers: 'Words of what is said beside a list of what is denied: "no seizures, very tired and chest pain".',
  demonstratives: 'Words that say that something is there: "I cannot bear these pains".',
  possessives: "Words that say whose something is.",
  ourPossessives: "Those of them that say that something is ours.",
  relativesOfPatient: "Regular expressions of relatives: a sign behind one in its clause is asked about.",
  nearRelatives: "Near relatives, who often tell of the patient.",
  partners: 'Regular expressions of a husband or wife, who are relatives behind "my" or the like.',
  behindRelative: 'Regular expressions of words behind a relative that belong to the name: "in law".',
  ownerMarks: 'Words behind a relative before what they have: the "s" of "my brother\'s epilepsy".',
  ofWhom: 'Words between a sign and the relative who has it, or before one who has what follows: "of my brother".',
  toWhom: 'Words between what was found or began and our relative: "le dio epilepsia a mi hermana".',
  contractions: 'Prepositions with an article in them: "del".',
  relativeDied: "Verbs of a relative who died, and is not the patient.",
  patientPronouns: 'Pronouns of a patient: "she", "him".',
  happily: 'Words beside a denial that takes up a sign of somebody else: "I luckily do not".',
  littleOnes: 'Regular expressions of words of size that name a child behind an article: "the little ones".',
  childDoes: "Verbs behind such a word that are not in the other lists.",
  children:
    'Regular expressions of children, and of "the patient". Where a text tells of one, a relative named first is not it.',
  aboutOneself:
    'Regular expressions of what is before a sign of the writer, who is the patient then, and no relative: "I have".',
  relativeHas: 'Words behind a relative who has a sign: "her mother has".',
  nobodyHas: 'Regular expressions of what is before the signs that nobody else has: "nobody in the family is".',
  beforeFamilySign: 'Regular expressions of what is before the signs of a family: "family history of".',
  familyTopics: 'Regular expressions of abbreviations before a colon and the signs of a family: "FH".',
  afterFamilySign: 'Regular expressions of what is behind them: "runs in the family".',
  subjects: 'Regular expressions of what is before a word of size or the like that is said of somebody: "she is".',
  measures: 'Regular expressions of what is measured of a part of the body: "function" of "kidney function".',
  saidToBeWell: "Words that say that a faculty is well.",
  saidToBeSound: 'Regular expressions that say the same by a denial: "has no defect".',
  limitsOfWell: "Words that limit that.",
  neverASignAlone: "Words of size, colour or place, and parts of the body that a name wrongly is.",
  bodyParts: "Parts of the body: what is said of two of them is said of each.",
  writtenAsTwo: 'Words that are often written as two: "belly button" has no belly.',
  apartFromStem: "Words that mean something else than others of their stem.",
  inflections: "Endings of plurals and cases."
} as const

const Text = Schema.NonEmptyTrimmedString
const Language = Schema.String.pipe(Schema.pattern(/^[a-z]{2}$/))
const SignId = Schema.String.pipe(Schema.pattern(/^HP:\d{7}$/))
const Words = Schema.Array(Text)

const Grammar = Schema.partialWith(
  Schema.Struct({
    ...Record.map(grammarLists, (description) => Words.annotations({ description })),
    denyingLast: Schema.Boolean.annotations({
      description: 'True where a denial may be last in a clause: after the object of its verb, or "marche pas".'
    }),
    dropsSubject: Schema.Boolean.annotations({
      description: 'True where a verb needs no pronoun before it: "sin gafas ve doble".'
    }),
    denyingAfter: Schema.Boolean.annotations({ description: "True where a sign may be denied after it." }),
    infinitiveEnding: Schema.String.annotations({
      description: 'A regular expression of the end of a verb that "without" denies with its object: "senza avere la".'
    }),
    absentEnding: Schema.String.annotations({
      description: 'A regular expression of the end of a compound that says that a sign is absent: "fieberfrei".'
    }),
    faculties: Schema.Record({ key: SignId, value: Words }).annotations({
      description: "By the sign of one that is impaired, regular expressions of other words of a faculty: its verbs."
    }),
    diminutives: Schema.Array(Schema.Struct({ ending: Schema.NonEmptyString, base: Schema.String })).annotations({
      description: 'Endings of diminutives, as regular expressions, and what is there instead: "Knötchen".'
    }),
    compoundLinks: Schema.Array(Schema.String).annotations({
      description: "What is between the parts of a compound; none in a language without compounds."
    })
  }),
  { exact: true }
)

/** `content/glossary/grammar.json` */
export const GrammarFile = Schema.Struct({
  source: Schema.NonEmptyString,
  licence: Schema.NonEmptyString,
  note: Schema.NonEmptyString,
  languages: Schema.Record({ key: Language, value: Grammar }),
  /** By the sign of one that is impaired, the concepts of faculties, of which each language has the words. */
  faculties: Schema.Record({ key: SignId, value: Words }),
  /** By language: the words that deny a sign before or after them in a script without spaces. */
  unspaced: Schema.Record({
    key: Language,
    value: Schema.partialWith(Schema.Struct({ before: Words, after: Words }), { exact: true })
  })
})

/** The small words of a language. */
export type GrammarWords = Required<typeof Grammar.Type>
