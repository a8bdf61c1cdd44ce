import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { CommunitySettings, CommunitySettingsChange } from "../domain/CommunitySettings.ts"
import { Addressed, SignedIn } from "./Access.ts"
import { body } from "./Body.ts"
import { Example } from "./document/Samples.ts"
import { Conflict, Forbidden } from "./WireErrors.ts"

const settings = {
  registration: "open",
  reviewFirstPosts: 2,
  audiences: true,
  defaultAudience: "everyone",
  agentsReadMembers: false,
  notice: { text: "The server is updated on Sunday from 8 to 9.", until: "2027-01-03T09:00:00Z" }
} as const

/** The settings of the whole community (contract, Steering by members and admins). */
export class CommunitySettingsApi extends HttpApiGroup.make("community")
  .add(
    HttpApiEndpoint.get("get", "/community")
      .addSuccess(CommunitySettings)
      .addError(Forbidden.wire)
      .annotate(OpenApi.Summary, "Read the community's settings")
      .annotate(
        OpenApi.Description,
        "For admins. What they have not set is as the variables REGISTRATION and REVIEW_FIRST_POSTS of the server have it. A `notice` stands at the top of all pages; one whose time is over is told, and not shown."
      )
      .annotate(Example, { response: settings })
  )
  .add(
    HttpApiEndpoint.patch("update", "/community")
      .setPayload(body(CommunitySettingsChange))
      .addSuccess(CommunitySettings)
      .addError(Forbidden.wire)
      .addError(Conflict.wire)
      .middleware(Addressed)
      .annotate(OpenApi.Summary, "Change the community's settings")
      .annotate(
        OpenApi.Description,
        "For admins, with a session or a key that is not an agent's. Absent fields stay; a `notice` with an empty `text` takes the notice away. `audiences` can be turned off only while every post is for everyone (409); it and `agentsReadMembers` are turned on and off with a sign-in that is at most five minutes old, or your `password` or a `passkey` in the body, else 403. In force at once on this instance, on others within a second or two."
      )
      .annotate(Example, { request: { notice: settings.notice }, response: settings })
  )
  .middlewareEndpoints(SignedIn)
  .annotateContext(OpenApi.annotations({ title: "Community", description: "The settings of the community." }))
  .prefix("/api") {}
