import { Context, type Option } from "effect"
import type { StorageEffect } from "../domain/Unavailable.ts"

/** The versions of the shipped content that was loaded. */
export class ContentRepo extends Context.Tag("ports/ContentRepo")<
  ContentRepo,
  {
    /**
     * The version of this content that was loaded last. Other transactions that ask for it wait for the end of this
     * one.
     */
    readonly lockVersion: (name: string) => StorageEffect<Option.Option<string>>

    /** The same without waiting for transactions that load. */
    readonly version: (name: string) => StorageEffect<Option.Option<string>>

    readonly setVersion: (name: string, version: string) => StorageEffect<void>
  }
>() {}
