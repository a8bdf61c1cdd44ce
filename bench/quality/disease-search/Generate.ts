import { Random } from "../../driver/Random.ts"
import { readCatalogue } from "./Catalogue.ts"
import type { Query, QuerySet } from "./QuerySet.ts"
import { type Recipe, Rules } from "./Rules.ts"
import { fillers, sentences } from "./Sentences.ts"
import * as Spelling from "./Spelling.ts"
import * as Typing from "./Typing.ts"
import { folded } from "./Words.ts"

/** The numbers of queries of classes without the usual number. */
const counts: Readonly<Record<string, number>> = { "exact name": 100, synonym: 100, abbreviation: 100 }
const usualCount = 40
const maxAttempts = 60_000

/** Long enough that an edit or two leave most of it. */
const longer = (name: string) => folded(name).length >= 8
const long = (name: string) => folded(name).length >= 11
const short = (name: string) => /^[A-Z]?[a-z]{4,8}$/.test(name)

/** `SCA 19`, `SCA-19`, `sca19`, `S.C.A.19`: letters and number apart, joined, small, dotted. */
const otherAbbreviation: Typing.Change = (name, random) => {
  const [, letters = "", rest = ""] = /^([A-Z]{2,5})-?(\d[A-Z\d]*)$/.exec(name) ?? []
  if (letters === "") return undefined
  const text = random.pick([
    `${letters} ${rest}`,
    `${letters}-${rest}`,
    `${letters.toLowerCase()}${rest}`,
    `${letters} type ${rest}`
  ])
  return text === name ? undefined : text
}

const recipes = (rules: Rules): Readonly<Record<string, Recipe>> => ({
  "exact name": rules.exact(rules.label),
  synonym: rules.exact(rules.synonym),
  abbreviation: rules.exact((random) => {
    const name = rules.abbreviation(random)
    return random.next() < 0.5 ? name : name.toLowerCase()
  }),
  "abbreviation written otherwise": rules.rewritten(otherAbbreviation, rules.abbreviation),
  "shared name": rules.shared(),
  ...rules.codes(),
  "one edit": rules.mistyped(Typing.oneEdit, longer),
  "missing letter": rules.mistyped(Typing.missingLetter, longer),
  "doubled letter": rules.mistyped(Typing.doubledLetter, longer),
  transposition: rules.mistyped(Typing.transposition, longer),
  "two edits": rules.mistyped(Typing.twoEdits, long),
  "sound-alike": rules.mistyped(Typing.soundAlike, longer),
  "typing error in a short name": rules.mistyped(Typing.anyEdit, short),
  "typing error in a prefix": rules.begun(true),
  "British spelling": rules.rewritten(Spelling.inBritish),
  "American spelling": rules.rewritten(Spelling.inAmerican),
  "word order": rules.rewritten(Spelling.reordered),
  "possessives and eponyms": rules.eponym(),
  accents: rules.rewritten(Spelling.accents),
  plural: rules.rewritten(Spelling.plural),
  prefix: rules.begun(false),
  "partial words": rules.clipped(),
  "dropped words": rules.shortened(),
  "roman numerals": rules.rewritten(Spelling.asRoman),
  "arabic numerals": rules.rewritten(Spelling.asArabic),
  "Greek letters": rules.rewritten(Spelling.greek),
  "joined words": rules.rewritten(Spelling.joined),
  "split words": rules.rewritten(Spelling.split),
  hyphens: rules.rewritten(Spelling.hyphens),
  "capitals and marks": rules.rewritten(Spelling.careless),
  "whole sentence": rules.surrounded(sentences),
  "words around": rules.surrounded(fillers),
  "mixed noise": rules.noisy(rules.mistyped(Typing.anyEdit, long), [
    Spelling.careless,
    Spelling.reordered,
    Spelling.hyphens,
    Spelling.inBritish,
    (name, random) => random.pick(fillers).replace("{}", name)
  ]),
  "random letters": (random) => {
    const search = Array.from({ length: random.between(6, 13) }, () =>
      random.pick([..."abcdefghijklmnopqrstuvwxyz"])
    ).join("")
    return rules.names.near(search, 2).length > 0 ? undefined : { search, accept: [] }
  }
})

/** A seed of its own for each class, so that a class that is added changes no other. */
const seedOf = (seed: number, name: string) => {
  let mixed = Math.imul(seed, 0x9e3779b1)
  for (const letter of name) mixed = Math.imul(mixed ^ letter.charCodeAt(0), 0x01000193)
  return mixed
}

/** The generated classes of a seed, from the real files. Takes a minute. */
export const generate = (seed: number): QuerySet => {
  const rules = new Rules(readCatalogue())
  const asked = new Set<string>()
  return Object.fromEntries(
    Object.entries(recipes(rules)).map(([name, recipe]) => {
      const random = new Random(seedOf(seed, name))
      const wanted = counts[name] ?? usualCount
      const queries: Array<Query> = []
      for (let attempt = 0; queries.length < wanted && attempt < maxAttempts; attempt++) {
        const query = recipe(random)
        if (query === undefined || asked.has(query.search)) continue
        asked.add(query.search)
        queries.push(query)
      }
      return [name, queries]
    })
  )
}
