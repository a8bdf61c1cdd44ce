import { Effect, Option, Schema } from "effect"
import { decimal } from "../../api/Query.ts"
import type { SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import type { DiseaseRef } from "../../domain/diseases/Disease.ts"
import { DiseaseCode } from "../../domain/diseases/DiseaseCode.ts"
import { DiseaseId, PostId } from "../../domain/Ids.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { missingScope } from "../../services/accounts/Policy.ts"
import { type RateLimits, subjectOf } from "../../services/RateLimits.ts"
import { ProtocolError } from "./ProtocolError.ts"

/** The notifications of the caller: the one resource that is no template. */
export const inboxUri = "community://notifications"

/** The record that a URI names. There may be none of its id. */
export type ResourceName =
  | { readonly kind: "notifications" }
  | { readonly kind: "post"; readonly id: PostId }
  | { readonly kind: "disease"; readonly ref: DiseaseRef }

const decodePost = Schema.decodeOption(decimal(PostId))
const decodeDisease = Schema.decodeOption(Schema.Union(decimal(DiseaseId), DiseaseCode))

/** Parses a URI; undefined for one that cannot name a resource. */
export const parseResourceUri = (uri: string): ResourceName | undefined => {
  if (uri === inboxUri) return { kind: "notifications" }
  const [, kind, segment = ""] = /^community:\/\/(posts|diseases)\/([\w.:%-]{1,100})$/.exec(uri) ?? []
  const name = segment.replace(/%3A/i, ":")
  if (kind === "posts") return Option.getOrUndefined(Option.map(decodePost(name), (id) => ({ kind: "post", id })))
  if (kind === "diseases")
    return Option.getOrUndefined(Option.map(decodeDisease(name), (ref) => ({ kind: "disease", ref })))
  return undefined
}

/** The most characters of a URI that an error repeats. */
const maxUriCharacters = 200

export const resourceNotFound = (uri: string, message: string) =>
  ProtocolError.of("resourceNotFound", message, { uri: uri.slice(0, maxUriCharacters) })

/** The scope that a resource needs. */
const scopeOf = (resource: { readonly kind: string } | undefined) =>
  resource?.kind === "notifications" ? "notifications" : "read"

/** Counts the read of a resource by a member, if the member's credential has the scope for it. */
export const countRead = (
  limits: RateLimits["Type"],
  user: SignedInUser,
  resource: { readonly kind: string } | undefined
): Effect.Effect<void, ProtocolError | Unavailable> => {
  const missing = missingScope(scopeOf(resource), user)
  if (Option.isSome(missing))
    return ProtocolError.of("missingScope", missing.value.message, { scope: missing.value.scope })
  return Effect.catchTag(Effect.asVoid(limits.admit(["read"], subjectOf(user))), "TooManyRequests", (refused) =>
    ProtocolError.of("tooManyRequests", refused.message, { retryAfterSeconds: refused.retryAfterSeconds })
  )
}
