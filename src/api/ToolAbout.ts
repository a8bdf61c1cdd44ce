import { Context } from "effect"
import type { LimitScope } from "../domain/Limits.ts"

/** What an agent reads of a tool beside its schemas, and what a call counts as. Constants all: community text never reaches them. */
export class ToolAbout extends Context.Tag("api/ToolAbout")<
  ToolAbout,
  {
    readonly title: string
    /** What it does, when to use it, and what to call next. */
    readonly description: string
    /** It changes nothing. */
    readonly readOnly: boolean
    /** What it changes is lost from where it was. */
    readonly destructive: boolean
    /** A second call with the same arguments changes nothing more. */
    readonly idempotent: boolean
    /** What a call counts as (contract, Limits): the same as its REST twin. */
    readonly countsAs: ReadonlyArray<LimitScope>
  }
>() {}

/** A tool that only reads. */
export const reading = (title: string, description: string) => ({
  title,
  description,
  readOnly: true,
  destructive: false,
  idempotent: true,
  countsAs: ["read"] as const
})

/** A tool that writes. */
export const writing = (
  title: string,
  description: string,
  {
    countsAs = [],
    idempotent = false
  }: { readonly countsAs?: ReadonlyArray<LimitScope>; readonly idempotent?: boolean } = {}
) => ({
  title,
  description,
  readOnly: false,
  destructive: false,
  idempotent,
  countsAs: ["write" as const, ...countsAs]
})
