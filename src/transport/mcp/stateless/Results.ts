import type { RequestId } from "@modelcontextprotocol/sdk/types.js"
import { mcpServerInfo } from "../../../api/McpApi.ts"
import type { EncodedJson } from "../McpEventStream.ts"
import type { Caching } from "../Methods.ts"

type Meta = Readonly<Record<string, unknown>>

/** Names the server in each result, since no session has introduced it. */
const metaOf = (meta: Meta = {}) => JSON.stringify({ "io.modelcontextprotocol/serverInfo": mcpServerInfo, ...meta })

const completeHead = `{"resultType":"complete","_meta":${metaOf()},`

/** The members of an object as the complete result of a request, which the client may keep as `caching` says. */
export const completeResult = (json: EncodedJson, caching?: Caching): EncodedJson => {
  const head = caching === undefined ? completeHead : `${completeHead}${JSON.stringify(caching).slice(1, -1)},`
  return typeof json === "string" ? head + json.slice(1) : Buffer.concat([Buffer.from(head), json.subarray(1)])
}

/** A complete result without members of its own. */
export const emptyResult = (meta: Meta): EncodedJson => `{"resultType":"complete","_meta":${metaOf(meta)}}`

export const inputRequiredResult = (inputRequests: object, requestState: string | undefined): EncodedJson =>
  `{"resultType":"input_required","_meta":${metaOf()},${JSON.stringify({ inputRequests, requestState }).slice(1)}`

/** The response to a request. */
export const responseOf = (id: RequestId, result: EncodedJson): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${String(result)}}`
