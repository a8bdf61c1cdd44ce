import type { Effect, Option } from "effect"
import { Context } from "effect"
import type { Unavailable } from "../domain/Unavailable.ts"

/** Which content of ours has been loaded, in which version. */
export class ContentRepo extends Context.Tag("repositories/ContentRepo")<
  ContentRepo,
  {
    /** The version of the content of this name that was loaded last; other transactions that ask wait for the end of this one. */
    readonly lockVersion: (name: string) => Effect.Effect<Option.Option<string>, Unavailable>

    /** Notes the version that has been loaded. */
    readonly setVersion: (name: string, version: string) => Effect.Effect<void, Unavailable>
  }
>() {}
