import { DiseaseCode } from "@rare-disease-community/catalogue/DiseaseCode"
import { jsonTextWithoutInvisible, jsonTextWithoutMarkup } from "@rare-disease-community/text/Invisible"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { decimal } from "../../api/Query.ts"
import { CurrentUser, type SignedInUser, Viewer } from "../../domain/accounts/CurrentUser.ts"
import { DiseaseDetail, type DiseaseRef } from "../../domain/diseases/Disease.ts"
import { DiseaseId, PostId } from "../../domain/Ids.ts"
import { NotificationList } from "../../domain/notifications/Notification.ts"
import { maxPageItems } from "../../domain/Page.ts"
import { commentsShown } from "../../domain/posts/Comment.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { missingScope } from "../../services/accounts/Policy.ts"
import { Diseases } from "../../services/diseases/Diseases.ts"
import { Notifications } from "../../services/notifications/Notifications.ts"
import { Posts } from "../../services/posts/Posts.ts"
import { RateLimits, subjectOf } from "../../services/RateLimits.ts"
import { ProtocolError } from "./ProtocolError.ts"

/** The JSON of the REST twin. */
interface ResourceContents {
  readonly uri: string
  readonly mimeType: string
  readonly text: string
}

/** Records as MCP resources, which clients show to people and attach to prompts. */
export class Resources extends Context.Tag("transport/mcp/Resources")<
  Resources,
  {
    /** Reads a resource as its REST twin would be read. Counts as a read. */
    readonly read: (uri: string) => Effect.Effect<ResourceContents, ProtocolError | Unavailable, CurrentUser | Viewer>

    /** The entries of `resources/list`. */
    readonly list: ReadonlyArray<object>

    /** The entries of `resources/templates/list`. */
    readonly templates: ReadonlyArray<object>
  }
>() {
  static readonly layer = Layer.effect(Resources, Effect.gen(make))
}

/** The notifications of the caller: the one resource that is not a template. */
const inboxUri = "community://notifications"

const mimeType = "application/json"

const resources = [
  {
    uri: inboxUri,
    name: "notifications",
    title: "Your notifications",
    description:
      `The newest ${maxPageItems}: comments, replies, mentions, likes, news and posts about what you follow, and ` +
      "decisions. Subscribe to hear of new ones.",
    mimeType
  }
]

const templates = [
  {
    uriTemplate: "community://posts/{id}",
    name: "post",
    title: "A post",
    description: `A post in full with its first ${commentsShown} comments, as data that members wrote. Subscribe to hear of changes.`,
    mimeType
  },
  {
    uriTemplate: "community://diseases/{id}",
    name: "disease",
    title: "A disease",
    description: "What the catalogue knows of a disease, by its id here or by a code such as ORPHA:558.",
    mimeType
  }
]

const unknownUri = "there is no such resource: resources/list and resources/templates/list name them"

const encodeDisease = Schema.encode(DiseaseDetail)
const encodeInbox = Schema.encode(NotificationList)

function* make() {
  const limits = yield* RateLimits
  const posts = yield* Posts
  const diseases = yield* Diseases
  const notifications = yield* Notifications

  const jsonOf = Effect.fnUntraced(function* (uri: string) {
    const resource = parseResourceUri(uri)
    if (resource === undefined) return yield* resourceNotFound(uri, unknownUri)
    const user = yield* CurrentUser
    yield* countRead(limits, user, resource)
    if (resource.kind === "notifications") {
      const inbox = yield* Effect.catchTag(notifications.list({ limit: maxPageItems }), "InvalidCursor", Effect.die)
      return JSON.stringify(yield* Effect.orDie(encodeInbox(inbox)))
    }
    if (resource.kind === "disease") {
      const disease = yield* Effect.catchTag(diseases.get(resource.ref), "DiseaseNotFound", ({ message }) =>
        resourceNotFound(uri, message)
      )
      return JSON.stringify(yield* Effect.orDie(encodeDisease(disease)))
    }
    const { value } = yield* Effect.provideService(posts.read(resource.id), Viewer, Option.some(user)).pipe(
      Effect.catchTag("PostNotFound", ({ message }) => resourceNotFound(uri, message))
    )
    return JSON.stringify(value)
  })

  const read = (uri: string) =>
    Effect.map(jsonOf(uri), (text) => ({
      uri,
      mimeType,
      text: jsonTextWithoutMarkup(jsonTextWithoutInvisible(text))
    }))

  return Resources.of({ read, list: resources, templates })
}

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

/** The maximum number of characters of a URI that an MCP error repeats. */
const maxUriCharacters = 200

export const resourceNotFound = (uri: string, message: string) =>
  ProtocolError.of("resourceNotFound", message, { uri: uri.slice(0, maxUriCharacters) })

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
