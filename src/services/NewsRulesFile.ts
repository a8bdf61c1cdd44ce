import type { ConfigError, Effect } from "effect"
import { Context } from "effect"
import type { NewsRules } from "../domain/NewsRules.ts"

/** The rules that the operator keeps, or those that ship with the server. */
export class NewsRulesFile extends Context.Tag("services/NewsRulesFile")<
  NewsRulesFile,
  {
    /** Fails, naming the variable and what is wrong, for a file that cannot be read or holds no rules. */
    readonly read: Effect.Effect<NewsRules, ConfigError.ConfigError>
  }
>() {}
