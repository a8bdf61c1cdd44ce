import { Context } from "effect"
import type { ExportLine, ExportType } from "../../domain/accounts/Export.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

/** A line with its key in the order of its type. */
export interface KeyedLine {
  readonly key: number
  readonly line: ExportLine
}

/** The maximum number of lines of a page. */
export const exportPageLines = 50

/** Everything that is stored about a member. */
export class ExportRepo extends Context.Tag("ports/accounts/ExportRepo")<
  ExportRepo,
  {
    /** The lines of a type after a key, by ascending key; fewer than `exportPageLines` at the end. */
    readonly page: (userId: UserId, type: ExportType, after: number) => StorageEffect<ReadonlyArray<KeyedLine>>
  }
>() {}
