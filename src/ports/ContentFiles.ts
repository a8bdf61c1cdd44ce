import { Source } from "@rare-disease-community/catalogue/Source"
import { type ConfigError, Context, type Effect, Schema } from "effect"
import type { CareContacts } from "../domain/diseases/Care.ts"
import { Codes } from "../domain/diseases/Disease.ts"
import type { HelpLine } from "../domain/HelpLine.ts"
import { NewsCategory } from "../domain/news/News.ts"
import type { NewsRules } from "../domain/news/NewsRules.ts"

const Names = Schema.Array(Schema.NonEmptyString)

/** The diseases that every community begins with. */
export const StarterDiseases = Schema.Struct({
  version: Schema.NonEmptyString,
  sources: Schema.Record({ key: Schema.String, value: Source }),
  categories: Names,
  diseases: Schema.Array(
    Schema.Struct({
      key: Schema.NonEmptyString,
      name: Schema.NonEmptyString,
      synonyms: Names,
      abbreviations: Names,
      codes: Codes,
      categories: Names,
      description: Schema.NonEmptyString,
      sources: Names
    })
  )
})

/** Invented news for trying out, marked as such. They are about no disease of the catalogue. */
export const StarterNews = Schema.Struct({
  version: Schema.NonEmptyString,
  items: Schema.Array(
    Schema.Struct({
      key: Schema.NonEmptyString,
      title: Schema.NonEmptyString,
      summary: Schema.NonEmptyString,
      category: NewsCategory,
      source: Schema.NonEmptyString,
      sourceUrl: Schema.OptionFromNullOr(Schema.String),
      publishedAt: Schema.DateTimeUtc,
      content: Schema.NonEmptyString
    })
  )
})

/** The files of `content/`, which ship with the server. One that cannot be read is a defect. */
export class StarterFiles extends Context.Tag("ports/StarterFiles")<
  StarterFiles,
  {
    readonly diseases: Effect.Effect<typeof StarterDiseases.Type>
    readonly news: Effect.Effect<typeof StarterNews.Type>
  }
>() {}

/** The help lines of the operator, or those that ship with the server. */
export class HelpLinesFile extends Context.Tag("ports/HelpLinesFile")<
  HelpLinesFile,
  {
    /** Fails for a file that cannot be read or holds no help lines; the error names the variable and the fault. */
    readonly read: Effect.Effect<ReadonlyArray<HelpLine>, ConfigError.ConfigError>
  }
>() {}

/** The most common passwords, in small letters. */
export class CommonPasswordsFile extends Context.Tag("ports/CommonPasswordsFile")<
  CommonPasswordsFile,
  { readonly read: Effect.Effect<ReadonlyArray<string>> }
>() {}

/** The contacts for care of the operator, or those that ship with the server. */
export class CareContactsFile extends Context.Tag("ports/CareContactsFile")<
  CareContactsFile,
  {
    /** Fails for a file that cannot be read or holds no contacts; the error names the variable and the fault. */
    readonly read: Effect.Effect<CareContacts, ConfigError.ConfigError>
  }
>() {}

/** The news rules of the operator, or those that ship with the server. */
export class NewsRulesFile extends Context.Tag("ports/NewsRulesFile")<
  NewsRulesFile,
  {
    /** Fails for a file that cannot be read or holds no rules; the error names the variable and the fault. */
    readonly read: Effect.Effect<NewsRules, ConfigError.ConfigError>
  }
>() {}
