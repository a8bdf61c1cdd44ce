import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { Anyone } from "./Access.ts"
import { Example } from "./document/Samples.ts"
import { Unauthorized } from "./WireErrors.ts"

const Status = Schema.Struct({ status: Schema.Literal("ok") }).annotations({ identifier: "Status" })

/** Health checks and metrics without a rate limit, and the OpenAPI document, which counts as a read. */
export class OperationApi extends HttpApiGroup.make("operation")
  .add(
    HttpApiEndpoint.get("health", "/health")
      .addSuccess(Status)
      .annotate(OpenApi.Summary, "Ask whether the server is alive")
      .annotate(OpenApi.Description, "200 as long as the process answers.")
      .annotate(Example, { response: { status: "ok" } })
  )
  .add(
    HttpApiEndpoint.get("ready", "/ready")
      .addSuccess(Status)
      .annotate(OpenApi.Summary, "Ask whether the server can serve")
      .annotate(OpenApi.Description, "200 when the database answers and its schema is up to date, else 503.")
      .annotate(Example, { response: { status: "ok" } })
  )
  .add(
    HttpApiEndpoint.get("metrics", "/metrics")
      .addSuccess(HttpApiSchema.Text({ contentType: "text/plain; version=0.0.4; charset=utf-8" }))
      .addError(Unauthorized.wire)
      .annotate(OpenApi.Summary, "Read the metrics of this process")
      .annotate(
        OpenApi.Description,
        "In the text format of Prometheus. With `METRICS_TOKEN` set: for whoever sends it as `Authorization: Bearer`. " +
          "Without: for programs on the same machine, 403 for all others."
      )
  )
  .add(
    HttpApiEndpoint.get("document", "/api/openapi.json")
      .addSuccess(Schema.Record({ key: Schema.String, value: Schema.Unknown }))
      .middleware(Anyone)
      .annotate(OpenApi.Summary, "Read this document")
      .annotate(OpenApi.Description, "The OpenAPI 3.1 document of everything that answers here.")
  )
  .add(
    HttpApiEndpoint.get("docs", "/docs")
      .addSuccess(HttpApiSchema.Text({ contentType: "text/html" }))
      .middleware(Anyone)
      .annotate(OpenApi.Summary, "Browse this document")
      .annotate(
        OpenApi.Description,
        "A page that shows the document and tries its requests; it loads nothing from elsewhere."
      )
  )
  .annotateContext(
    OpenApi.annotations({ title: "Operation", description: "Health, readiness, metrics and this document." })
  ) {}
