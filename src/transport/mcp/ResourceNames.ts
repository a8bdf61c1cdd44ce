import { Effect, Option, Schema } from "effect"
import { decimal } from "../../api/Decimal.ts"
import type { DiseaseRef } from "../../domain/diseases/Disease.ts"
import { DiseaseCode } from "../../domain/diseases/DiseaseCode.ts"
import { DiseaseId, PostId } from "../../domain/Ids.ts"
import type { TooManyRequests } from "../../domain/Limits.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { ProtocolError } from "./ProtocolError.ts"

/** The one resource that every member has. */
export const inboxUri = "community://notifications"

/** What a URI names. */
export type Named =
  | { readonly kind: "notifications" }
  | { readonly kind: "post"; readonly id: PostId }
  | { readonly kind: "disease"; readonly ref: DiseaseRef }

const postOf = Schema.decodeOption(decimal(PostId))
const diseaseOf = Schema.decodeOption(Schema.Union(decimal(DiseaseId), DiseaseCode))

/** What a URI of ours names; nothing where it names nothing. */
export const resourceOf = (uri: string): Named | undefined => {
  if (uri === inboxUri) return { kind: "notifications" }
  const [, kind, name = ""] = /^community:\/\/(posts|diseases)\/([\w.:%-]{1,100})$/.exec(uri) ?? []
  const plain = name.replace(/%3A/i, ":")
  if (kind === "posts") return Option.getOrUndefined(Option.map(postOf(plain), (id) => ({ kind: "post", id })))
  if (kind === "diseases")
    return Option.getOrUndefined(Option.map(diseaseOf(plain), (ref) => ({ kind: "disease", ref })))
  return undefined
}

/** What is told of a URI that cannot name anything here. */
export const noSuchResource = "there is no such resource: resources/list and resources/templates/list name them"

/** The most characters of a URI that are told back. */
const maxToldCharacters = 200

/** There is nothing of this URI. */
export const notFound = (uri: string, message: string) =>
  ProtocolError.of("resourceNotFound", message, { uri: uri.slice(0, maxToldCharacters) })

/** A limit that is used up, as the protocol tells it. */
export const limited = <A>(admitted: Effect.Effect<A, TooManyRequests | Unavailable>) =>
  Effect.catchTag(admitted, "TooManyRequests", ({ message, retryAfterSeconds }) =>
    ProtocolError.of("tooManyRequests", message, { retryAfterSeconds })
  )
