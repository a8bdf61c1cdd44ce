import type { ConfigError, Effect } from "effect"
import { Context } from "effect"
import type { NewsRules } from "../domain/news/NewsRules.ts"

/** The news rules of the operator, or those that ship with the server. */
export class NewsRulesFile extends Context.Tag("ports/NewsRulesFile")<
  NewsRulesFile,
  {
    /** Fails for a file that cannot be read or holds no rules; the error names the variable and the fault. */
    readonly read: Effect.Effect<NewsRules, ConfigError.ConfigError>
  }
>() {}
