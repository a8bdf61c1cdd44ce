import type { RequestId } from "@modelcontextprotocol/sdk/types.js"
import { mcpServerInfo } from "../../../api/McpRevisions.ts"
import type { EncodedJson } from "../McpEventStream.ts"

type Meta = Readonly<Record<string, unknown>>

/** Names the server in each result, since no session has introduced it. */
const metaOf = (meta: Meta = {}) => JSON.stringify({ "io.modelcontextprotocol/serverInfo": mcpServerInfo, ...meta })

const completeHead = `{"resultType":"complete","_meta":${metaOf()},`

/** The members of an object as the complete result of a request. */
export const completeResult = (json: EncodedJson): EncodedJson =>
  typeof json === "string" ? completeHead + json.slice(1) : Buffer.concat([Buffer.from(completeHead), json.subarray(1)])

/** A complete result without members of its own. */
export const emptyResult = (meta: Meta): EncodedJson => `{"resultType":"complete","_meta":${metaOf(meta)}}`

/** A complete result that the client may cache: `public` ones are the same for all callers. */
export const cacheableResult = (result: object, ttlMs: number, cacheScope: "private" | "public"): EncodedJson =>
  completeResult(JSON.stringify({ ttlMs, cacheScope, ...result }))

export const inputRequiredResult = (inputRequests: object, requestState: string | undefined): EncodedJson =>
  `{"resultType":"input_required","_meta":${metaOf()},${JSON.stringify({ inputRequests, requestState }).slice(1)}`

/** The response to a request. */
export const responseOf = (id: RequestId, result: EncodedJson): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${String(result)}}`
