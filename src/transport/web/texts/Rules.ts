import type { PageLanguage } from "../../../domain/Language.ts"
import { review } from "../../../services/moderation/FirstPosts.ts"

/**
 * The rules of the terms of use in each language: the headings from the second level on, in the same order, up to the
 * first horizontal line.
 */
export type Rules = ReadonlyMap<PageLanguage, ReadonlyArray<string>>

/** @internal The longest rule of a decision. */
const maxRuleCharacters = 100

export const headingsOf = (text: string): ReadonlyArray<string> =>
  (text.split(/\n\n-{3,}\n/, 1)[0] ?? "").split("\n").flatMap((line) => /^#{2,}\s+(.+?)\s*$/.exec(line)?.[1] ?? [])

const fits = (heading: string) => heading.length <= maxRuleCharacters

/** The rules that a moderator chooses from. */
export const choosable = (headings: ReadonlyArray<string>) => headings.filter(fits)

/**
 * A rule in a language, if it is one of the terms or of the review of first texts in any; else as it was typed. Terms
 * with another number of headings have other rules: one of theirs is shown as it was chosen.
 */
export const ruleIn = (own: ReadonlyArray<string>, rules: Rules, reviewRule: string) => (rule: string) => {
  if (rule === review.rule) return reviewRule
  const [at] = [own, ...rules.values()]
    .filter((some) => some.length === own.length)
    .map((some) => some.indexOf(rule))
    .filter((place) => place >= 0)
  return at === undefined ? rule : (own[at] ?? rule)
}

/** The headings of terms, and the name of their file. */
interface Terms {
  readonly file: string
  readonly headings: ReadonlyArray<string>
}

/** What is wrong with the rules of an operator's terms, for one line each of the log. */
export const faultsOfRules = (terms: ReadonlyArray<Terms>): ReadonlyArray<string> => {
  const long = terms.flatMap(({ file, headings }) => headings.filter((one) => !fits(one)).map(() => file))
  const none = terms.filter(({ headings }) => headings.length === 0).map(({ file }) => file)
  const numbers = new Set(terms.map(({ headings }) => headings.length))
  const each = terms.map(({ file, headings }) => `${file} has ${headings.length}`).join(", ")
  return [
    ...(none.length === 0
      ? []
      : [`no headings (##) above the first "---", from which moderators choose a rule: ${none.join(", ")}`]),
    ...(long.length === 0
      ? []
      : [
          `headings of more than ${maxRuleCharacters} characters, which are no rules: ${[...new Set(long)].join(", ")}`
        ]),
    ...(numbers.size < 2 ? [] : [`other numbers of rules in other languages, which are shown untranslated: ${each}`])
  ].map((fault) => `The terms of COMMUNITY_DIR have ${fault}`)
}
