import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { defaultSettings, Settings, SettingsChange } from "../../domain/accounts/Settings.ts"
import { SignedIn } from "../Access.ts"
import { body } from "../Body.ts"
import { Example } from "../document/Samples.ts"

/** Members' settings of notifications, mail and languages (contract, Follows and mail). */
export class SettingsApi extends HttpApiGroup.make("settings")
  .add(
    HttpApiEndpoint.get("get", "/users/me/settings")
      .addSuccess(Settings)
      .annotate(OpenApi.Summary, "Read your settings")
      .annotate(OpenApi.Description, "What you are notified of, and how often by mail.")
      .annotate(Example, { response: defaultSettings })
  )
  .add(
    HttpApiEndpoint.patch("update", "/users/me/settings")
      .setPayload(body(SettingsChange))
      .addSuccess(Settings)
      .annotate(OpenApi.Summary, "Change your settings")
      .annotate(
        OpenApi.Description,
        "Absent settings stay. They decide on notifications from now on. Decisions about you, your texts or your reports " +
          "are notified always."
      )
      .annotate(Example, { request: { like: false }, response: { ...defaultSettings, like: false } })
  )
  .middlewareEndpoints(SignedIn)
  .annotateContext(OpenApi.annotations({ title: "Settings", description: "What you are notified of." }))
  .prefix("/api") {}
