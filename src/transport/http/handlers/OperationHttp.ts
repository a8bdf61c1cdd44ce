import { HttpApiBuilder, HttpApiSwagger, HttpLayerRouter, HttpServerRequest, OpenApi } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../../../api/CommunityApi.ts"
import { publicUrl } from "../../../Config.ts"
import { Readiness } from "../../../services/Operation.ts"
import { textOf } from "../../wire/EntityTag.ts"
import { toWireError } from "../Errors.ts"
import { registerHandlers } from "../HandlerRegistry.ts"
import { makeMetricsText } from "../MetricsText.ts"
import { preparedText } from "./PreparedText.ts"

/** The page that platform makes of the document, with its scripts and styles in it. Platform offers it as a route only. */
/**
 * Options of Swagger UI: a box that filters by summary, path or group, and a lock that is closed where a credential is
 * required (its own is closed where the credentials that the reader has entered suffice).
 */
const docsOptions = `
        filter: true,
        plugins: [() => ({
          fn: {
            opsFilter: (groups, phrase) => {
              const has = (text) => String(text).toLowerCase().includes(phrase.toLowerCase())
              const isFound = (one) => has(one.get("path")) || has(one.getIn(["operation", "summary"]))
              return groups
                .map((group, tag) => has(tag) ? group : group.update("operations", (all) => all.filter(isFound)))
                .filter((group) => group.get("operations").size > 0)
            }
          },
          statePlugins: {
            auth: {
              wrapSelectors: {
                isAuthorized: () => (_, choices) => choices.every((choice) => choice.size > 0)
              }
            }
          }
        })],`

const withOptions = (page: string) => page.replace("dom_id: '#swagger-ui',", (domId) => `${domId}${docsOptions}`)

const docsPage = HttpLayerRouter.toHttpEffect(
  HttpApiSwagger.layerHttpLayerRouter({ api: CommunityApi, path: "/docs" })
).pipe(
  Effect.flatten,
  Effect.map((page) => withOptions(textOf(page) ?? "")),
  Effect.provideService(
    HttpServerRequest.HttpServerRequest,
    HttpServerRequest.fromWeb(new Request("http://localhost/docs"))
  ),
  Effect.scoped,
  Effect.orDie
)

/** Health, readiness, metrics, and the document in its two forms. */
export const layer = HttpApiBuilder.group(CommunityApi, "operation", (handlers) =>
  Effect.gen(function* () {
    const readiness = yield* Readiness
    const url = yield* publicUrl
    const document = yield* preparedText(
      "application/json",
      Effect.sync(() => JSON.stringify({ ...OpenApi.fromApi(CommunityApi), servers: [{ url }] }))
    )
    const docs = yield* preparedText("text/html; charset=utf-8", docsPage)
    const metrics = yield* makeMetricsText
    const ok = { status: "ok" } as const
    return yield* registerHandlers(
      handlers
        .handle("health", () => Effect.succeed(ok))
        .handle("ready", () => toWireError(Effect.as(readiness.check, ok)))
        .handleRaw("metrics", () => metrics)
        .handle("document", () => document)
        .handle("docs", () => docs)
    )
  })
)
