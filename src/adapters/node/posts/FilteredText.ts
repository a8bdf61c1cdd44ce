import { filterMarkdown } from "@rare-disease-community/markdown/FilterMarkdown"
import type { MarkdownRefused } from "@rare-disease-community/markdown/Refusals"
import { Array, Either, Option, Schema } from "effect"
import { UserId } from "../../../domain/Ids.ts"
import { type FilteredText, maxMentions } from "../../../domain/Markdown.ts"

const memberPath = /^\/members\/([1-9]\d{0,9})\/?$/

const isUserId = Schema.is(UserId)

/** The member whose page a link leads to from the page of a post or comment of this site. */
const memberOf = (url: string, site: string): Option.Option<UserId> => {
  if (!url.includes("members/") || !URL.canParse(url, `${site}/posts/`)) return Option.none()
  const { origin, pathname } = new URL(url, `${site}/posts/`)
  const id = origin === site ? memberPath.exec(pathname)?.[1] : undefined
  return Option.filter(Option.some(Number(id)), isUserId)
}

/** The first `maxMentions` members whom these links lead to, each once. */
const mentionsIn = (links: ReadonlyArray<string>, site: string): ReadonlyArray<UserId> =>
  Array.dedupe(Array.getSomes(links.map((url) => memberOf(url, site)))).slice(0, maxMentions)

/** A text after the filter; `site` is the origin whose links to members are mentions. */
export const filteredText = (source: string, site: string): Either.Either<FilteredText, MarkdownRefused> =>
  Either.map(filterMarkdown(source), ({ links, ...filtered }) => ({ ...filtered, mentions: mentionsIn(links, site) }))
