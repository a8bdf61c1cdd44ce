import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"

import { BodyType, CountsAs, IgnoresIdempotencyKey, NeedsScope, SignedIn } from "./Access.ts"

/** The procedures of `CommunityRpcs.ts` over HTTP. Each call in a body is counted, and answered separately. */
export class RpcApi extends HttpApiGroup.make("rpc")
  .add(
    HttpApiEndpoint.post("call", "/rpc")
      .addSuccess(HttpApiSchema.Text({ contentType: "application/ndjson" }))
      .middleware(SignedIn)
      .annotate(CountsAs, [])
      .annotate(NeedsScope, "any")
      .annotate(BodyType, "application/ndjson")
      .annotate(IgnoresIdempotencyKey, true)
      .annotate(OpenApi.Summary, "Call typed procedures")
      .annotate(
        OpenApi.Description,
        "For clients made with `@effect/rpc` from the same definitions: newline-delimited JSON both ways, the credential " +
          "in the `Authorization` header of the request, and 1 to 20 calls in one body, each with an id of its own. Every " +
          "call counts in the limit of MCP messages before it is decoded, and a body with more calls than are left is " +
          "refused whole (429). A call that cannot be decoded fails with `BadRequest` under its id; a line without an id " +
          "refuses the whole body (400). The procedures are the tools, and `follow_notifications`, which streams."
      )
  )
  .annotateContext(
    OpenApi.annotations({ title: "RPC", description: "Typed procedures, for programs written with the same library." })
  )
  .prefix("/api") {}
