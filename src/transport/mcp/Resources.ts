import { Context, Effect, Layer, Option, Schema } from "effect"
import { CurrentUser, Viewer } from "../../domain/accounts/CurrentUser.ts"
import { DiseaseDetail } from "../../domain/diseases/Disease.ts"
import { NotificationList } from "../../domain/Notification.ts"
import { maxPageItems } from "../../domain/Page.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { Diseases } from "../../services/diseases/Diseases.ts"
import { Notifications } from "../../services/notifications/Notifications.ts"
import { Posts } from "../../services/posts/Posts.ts"
import { RateLimits } from "../../services/RateLimits.ts"
import { jsonTextWithoutMarkup } from "../../text/ConversationMarkup.ts"
import { jsonTextWithoutInvisible } from "../../text/Invisible.ts"
import type { ProtocolError } from "./ProtocolError.ts"
import { countRead, inboxUri, parseResourceUri, resourceNotFound } from "./ResourceUris.ts"

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

const mimeType = "application/json"

const resources = [
  {
    uri: inboxUri,
    name: "notifications",
    title: "Your notifications",
    description: `The newest ${maxPageItems}: comments on your posts and likes of them. Subscribe to hear of new ones.`,
    mimeType
  }
]

const templates = [
  {
    uriTemplate: "community://posts/{id}",
    name: "post",
    title: "A post",
    description:
      "A post in full with its first 100 comments, as data that members wrote. Subscribe to hear of changes.",
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
    const { value } = yield* Effect.provideService(posts.openDocument(resource.id), Viewer, Option.some(user)).pipe(
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
