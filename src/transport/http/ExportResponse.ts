import type { ServerResponse } from "node:http"
import { HttpServerResponse } from "@effect/platform"
import { Effect, Stream } from "effect"
import { Export } from "../../services/accounts/Export.ts"
import { toWireError } from "./Errors.ts"
import { begun, CurrentExchange, type Exchange, writeChunk } from "./Exchanges.ts"

const exportHeaders = ({ state }: Exchange) => ({
  "content-type": "application/x-ndjson",
  "cache-control": state.headers["cache-control"] ?? "no-store",
  "content-disposition": 'attachment; filename="export.ndjson"'
})

/**
 * `GET /api/users/me/export`. The head leaves with the first lines, so that a failure before them has its status; a
 * later one ends the connection.
 */
export const handleExport = Effect.map(Export, ({ own }) =>
  toWireError(
    Effect.gen(function* () {
      const exchange = yield* CurrentExchange
      const lines = yield* own
      if (exchange.state.isHead) return HttpServerResponse.empty({ status: 200, headers: exportHeaders(exchange) })
      let begunResponse: ServerResponse | undefined
      const begin = () => {
        const response = exchange.beginStream(exportHeaders(exchange))
        response.uncork()
        return response
      }
      yield* Stream.runForEach(lines, (text) =>
        Effect.suspend(() => {
          begunResponse ??= begin()
          return writeChunk(begunResponse, text)
        })
      )
      begunResponse?.end()
      return begun
    })
  )
)
