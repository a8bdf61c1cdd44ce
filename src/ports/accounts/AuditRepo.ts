import { Context, type DateTime } from "effect"
import type { AuditAction, AuditEntry, AuditFilter } from "../../domain/accounts/Audit.ts"
import type { ApiKeyId, UserId } from "../../domain/Ids.ts"
import type { AuditKey } from "../../domain/Lists.ts"
import type { PageResult, PageSlice } from "../../domain/Page.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

export interface AuditToAdd {
  readonly at: DateTime.Utc
  readonly action: AuditAction
  /** Null for the operator. */
  readonly actorId: UserId | null
  /** The API key it was done with; null for a session. */
  readonly key: { readonly id: ApiKeyId; readonly agent: boolean } | null
  readonly userId: UserId
  /** The post, comment, decision or key. */
  readonly targetId: number | null
  readonly detail: string | null
  readonly reason: string | null
}

/** The store of the audit log. Nothing changes or deletes an entry; PostgreSQL refuses both to everybody. */
export class AuditRepo extends Context.Tag("ports/accounts/AuditRepo")<
  AuditRepo,
  {
    /** Stores an entry under the next id. */
    readonly append: (entry: AuditToAdd) => StorageEffect<void>

    /**
     * Entries newest first (greatest id), with the present names of members and keys, without decisions about texts of
     * which the reader (`PostReader`) may not know.
     */
    readonly page: (filter: AuditFilter, window: PageSlice<AuditKey>) => StorageEffect<PageResult<AuditEntry, AuditKey>>
  }
>() {}
