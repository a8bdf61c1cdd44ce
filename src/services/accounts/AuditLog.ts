import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { AuditAction, AuditFilter, AuditPage } from "../../domain/accounts/Audit.ts"
import { CurrentUser, type NotAllowed, Viewer } from "../../domain/accounts/CurrentUser.ts"
import type { InvalidCursor } from "../../domain/Cursor.ts"
import { ApiKeyId, type UserId } from "../../domain/Ids.ts"
import { auditList } from "../../domain/Lists.ts"
import { type PageRequest, pageOf, pageSliceOf } from "../../domain/Page.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { AuditRepo } from "../../ports/AuditRepo.ts"
import { withSpans } from "../Spans.ts"
import { admin, require } from "./Policy.ts"

/** An action of a member on another, or on themselves; or of the operator. */
export interface Audited {
  readonly action: AuditAction
  /** Null for the operator. */
  readonly actorId: UserId | null
  readonly userId: UserId
  /** The post, comment or key. */
  readonly targetId?: number | null
  readonly detail?: string | null
  readonly reason?: string | null
}

/** The audit log: changes of credentials and roles, and what admins did to others. Logins are none of it. */
export class AuditLog extends Context.Tag("services/accounts/AuditLog")<
  AuditLog,
  {
    /** Records an action, and the key of the request, as a part of the transaction that carries it out. */
    readonly record: (audited: Audited) => Effect.Effect<void, Unavailable>

    /** `record` if the actor is not the member whom the action concerns. */
    readonly recordOfOthers: (audited: Audited) => Effect.Effect<void, Unavailable>

    /** One page of entries, newest first. Fails with `NotAllowed` for all but admins, then with `InvalidCursor`. */
    readonly list: (
      request: PageRequest & AuditFilter
    ) => Effect.Effect<AuditPage, InvalidCursor | NotAllowed | Unavailable, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(
    AuditLog,
    withSpans(
      "AuditLog",
      Effect.map(AuditRepo, (repo) => {
        const record = Effect.fnUntraced(function* ({
          detail = null,
          reason = null,
          targetId = null,
          ...audited
        }: Audited) {
          yield* repo.append({ at: yield* DateTime.now, key: yield* keyOfCaller, detail, reason, targetId, ...audited })
        })

        const list = Effect.fnUntraced(function* (request: PageRequest & AuditFilter) {
          yield* require(admin("readAudit"))
          const list = auditList(request)
          const window = yield* pageSliceOf(list, request)
          return pageOf(list, window, yield* repo.page(request, window))
        })

        return {
          record,
          recordOfOthers: (audited: Audited) => (audited.actorId === audited.userId ? Effect.void : record(audited)),
          list
        }
      })
    )
  )
}

/** The API key of the request, if it has one. The operator has no request. */
const keyOfCaller = Effect.gen(function* () {
  const caller = yield* Effect.serviceOption(CurrentUser)
  const viewer = yield* Effect.serviceOption(Viewer)
  const credential = Option.map(
    Option.orElse(caller, () => Option.flatten(viewer)),
    (user) => user.credential
  )
  return Option.match(credential, {
    onNone: () => null,
    onSome: ({ agent, id, kind }) => (kind === "apiKey" ? { id: ApiKeyId.make(id), agent } : null)
  })
})
