import type { FeedItem } from "@rare-disease-community/feeds/Feed"
import { foldText } from "@rare-disease-community/text/Folding"
import { Schema } from "effect"
import { NewsCategory } from "./News.ts"

const wordsOf = (text: string): ReadonlyArray<string> => foldText(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

const Phrase = Schema.String.pipe(
  Schema.filter((phrase) => wordsOf(phrase).length > 0, {
    message: () => "must be words; a * at the end matches any ending of the last one"
  })
)
const Phrases = Schema.NonEmptyArray(Phrase)

const Host = Schema.String.pipe(
  Schema.filter((host) => /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(host), {
    message: () => "must be a host such as news.example"
  })
)

/** A rule applies if each of its conditions is met by one of its values. */
export const NewsRule = Schema.Struct({
  category: NewsCategory,
  /** The feed's or the item's host is one of these, or is a subdomain of it. */
  host: Schema.optional(Schema.NonEmptyArray(Host)),
  /** The feed's title has one of these phrases. */
  source: Schema.optional(Phrases),
  /** The feed files the item under a category that has one of these phrases. */
  filedUnder: Schema.optional(Phrases),
  /** The item's title has one of these phrases. */
  title: Schema.optional(Phrases),
  /** The item's title or summary has one of these phrases. */
  text: Schema.optional(Phrases)
}).pipe(
  Schema.filter(
    (rule) =>
      [rule.host, rule.source, rule.filedUnder, rule.title, rule.text].some((condition) => condition !== undefined),
    { message: () => "must have a condition: host, source, filedUnder, title or text" }
  )
)
export type NewsRule = typeof NewsRule.Type

/** The first rule that applies gives the category of an imported item, else the fallback. */
export const NewsRules = Schema.Struct({ rules: Schema.Array(NewsRule), fallback: NewsCategory })
export type NewsRules = typeof NewsRules.Type

export interface NewsOrigin {
  readonly source: string
  readonly hosts: ReadonlyArray<string>
}

const hasPhrase = (words: ReadonlyArray<string>, phrase: string): boolean => {
  const wanted = wordsOf(phrase)
  const isOpen = phrase.trimEnd().endsWith("*")
  return words.some((_, at) =>
    wanted.every((word, index) =>
      isOpen && index === wanted.length - 1 ? words[at + index]?.startsWith(word) === true : words[at + index] === word
    )
  )
}

const isBelow = (host: string, above: string): boolean =>
  host === above.toLowerCase() || host.endsWith(`.${above.toLowerCase()}`)

const hostOf = (link: string | null): ReadonlyArray<string> =>
  link !== null && URL.canParse(link) ? [new URL(link).hostname] : []

export const categoryBy = ({ fallback, rules }: NewsRules, item: FeedItem, origin: NewsOrigin): NewsCategory => {
  const hosts = [...origin.hosts, ...hostOf(item.link)]
  const title = wordsOf(item.title)
  const meets = (listed: ReadonlyArray<string> | undefined, texts: ReadonlyArray<ReadonlyArray<string>>) =>
    listed === undefined || listed.some((phrase) => texts.some((words) => hasPhrase(words, phrase)))
  const holds = (rule: NewsRule) =>
    (rule.host === undefined || rule.host.some((above) => hosts.some((host) => isBelow(host, above)))) &&
    meets(rule.source, [wordsOf(origin.source)]) &&
    meets(rule.filedUnder, item.categories.map(wordsOf)) &&
    meets(rule.title, [title]) &&
    meets(rule.text, [title, wordsOf(item.summary)])
  return rules.find(holds)?.category ?? fallback
}
