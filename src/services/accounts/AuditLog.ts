import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { AuditFilter, AuditPage } from "../../domain/accounts/Audit.ts"
import { CurrentUser, type NotAllowed, Viewer } from "../../domain/accounts/CurrentUser.ts"
import { auditList } from "../../domain/Lists.ts"
import { type InvalidCursor, type PageRequest, readPage } from "../../domain/Page.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { AuditRepo, type AuditToAdd } from "../../ports/accounts/AuditRepo.ts"
import { withSpans } from "../Spans.ts"
import { admin, require } from "./Policy.ts"

/** An action of a member on another, or on themselves; or of the operator. */
type Audited = Pick<AuditToAdd, "action" | "actorId" | "userId"> &
  Partial<Pick<AuditToAdd, "targetId" | "detail" | "reason">>

/** The audit log: changes of credentials and roles, and what admins did to others. Logins are not in it. */
export class AuditLog extends Context.Tag("services/accounts/AuditLog")<
  AuditLog,
  {
    /** Records an action, and the key of the request, as a part of the transaction that carries it out. */
    readonly record: (audited: Audited) => StorageEffect<void>

    /** `record` if the actor is not the member whom the action concerns. */
    readonly recordOfOthers: (audited: Audited) => StorageEffect<void>

    /** One page of entries, newest first. Fails with `NotAllowed` for all but admins, then with `InvalidCursor`. */
    readonly list: (
      request: PageRequest & AuditFilter
    ) => StorageEffect<AuditPage, InvalidCursor | NotAllowed, CurrentUser>
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

        const list = (request: PageRequest & AuditFilter) =>
          Effect.zipRight(
            require(admin("readAudit")),
            readPage(auditList(request), request, (slice) => repo.page(request, slice))
          )

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
    onSome: ({ agent, id, kind }) => (kind === "apiKey" ? { id, agent } : null)
  })
})
