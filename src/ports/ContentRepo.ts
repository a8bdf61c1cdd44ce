import type { Effect, Option } from "effect"
import { Context } from "effect"
import type { Unavailable } from "../domain/Unavailable.ts"

/** The versions of the shipped content that was loaded. */
export class ContentRepo extends Context.Tag("ports/ContentRepo")<
  ContentRepo,
  {
    /** The version of this content that was loaded last. Other transactions that ask for it wait for the end of this one. */
    readonly lockVersion: (name: string) => Effect.Effect<Option.Option<string>, Unavailable>

    /** Notes the version that was loaded. */
    readonly setVersion: (name: string, version: string) => Effect.Effect<void, Unavailable>
  }
>() {}
