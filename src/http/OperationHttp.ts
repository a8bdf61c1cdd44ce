import { HttpApiBuilder, HttpApiSwagger, HttpLayerRouter, HttpServerResponse, OpenApi } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../api/CommunityApi.ts"
import { publicUrl } from "../Config.ts"
import { Readiness } from "../services/Readiness.ts"
import { wire } from "./Errors.ts"

/** The page that platform makes of the document, with its scripts and styles in it. */
const docsPage = HttpLayerRouter.toHttpEffect(HttpApiSwagger.layerHttpLayerRouter({ api: CommunityApi, path: "/docs" }))

/** Health, readiness, and the document in its two forms. */
export const layer = HttpApiBuilder.group(CommunityApi, "operation", (handlers) =>
  Effect.gen(function* () {
    const readiness = yield* Readiness
    const url = yield* publicUrl
    const document = JSON.stringify({ ...OpenApi.fromApi(CommunityApi), servers: [{ url }] })
    const docs = yield* docsPage
    const ok = { status: "ok" } as const
    return handlers
      .handle("health", () => Effect.succeed(ok))
      .handle("ready", () => wire(Effect.as(readiness.check, ok)))
      .handle("document", () => Effect.succeed(HttpServerResponse.text(document, { contentType: "application/json" })))
      .handle("docs", () => Effect.orDie(docs))
  })
)
