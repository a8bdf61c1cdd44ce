import { readdirSync, readFileSync } from "node:fs"
import { ConfigError, Effect, Either } from "effect"
import type { PageLanguage } from "../../../domain/Language.ts"
import { textOfFile } from "../../../domain/TextFile.ts"
import { documentNames } from "../../../services/languages/LanguageFolders.ts"

/**
 * The documents of a community: each is a page, a line of the sitemap and, but for the guide for moderators, a link at
 * the end of all pages. The imprint is the operator's own, and may be absent.
 */
export const documents = [...documentNames, "imprint"] as const

export type DocumentName = (typeof documents)[number]

const logo = "logo.svg"

const refused = (what: string) => ConfigError.InvalidData(["COMMUNITY_DIR"], what)

/** What is wrong with a file that can be read. */
const faultOf = (name: string, text: string): string | undefined => {
  if (text.trim() === "") return "is empty"
  return name === logo && !/<svg[\s>/]/.test(text) ? "is no picture in SVG" : undefined
}

const readOwn = Effect.fnUntraced(function* (folder: string, name: string) {
  const bytes = yield* Effect.try({
    try: () => readFileSync(`${folder}/${name}`),
    catch: () => refused(`has ${name}, which cannot be read`)
  })
  const read = Either.filterOrLeft(
    textOfFile(bytes),
    (text) => faultOf(name, text) === undefined,
    (text) => faultOf(name, text) ?? ""
  )
  return yield* Either.mapBoth(read, {
    onLeft: (fault) => refused(`has ${name}, which ${fault}`),
    onRight: (text) => [name, text] as const
  })
})

/** The operator's files by their names. A warning names those that are none of ours. */
export const ownFiles = Effect.fnUntraced(function* (tags: ReadonlyArray<PageLanguage>, folder: string | undefined) {
  if (folder === undefined) return new Map<string, string>()
  const known = [logo, ...documents.flatMap((name) => tags.map((tag) => `${name}.${tag}.md`))]
  const names = readdirSync(folder).filter((name) => !name.startsWith(".") && name !== "languages")
  const unread = names.filter((name) => !known.includes(name)).sort()
  if (unread.length > 0) {
    const ours = `logo.svg, languages, and ${documents.join(", ")} with a language, such as terms.en.md`
    yield* Effect.logWarning(`COMMUNITY_DIR: ignores ${unread.join(", ")}. It reads ${ours}`)
  }
  const texts = known.filter((name) => names.includes(name)).map((name) => readOwn(folder, name))
  return new Map(yield* Effect.all(texts))
})
