import { Context, type Effect } from "effect"
import type { Caller } from "./Caller.ts"
import type { InputRequired } from "./ClientInput.ts"
import type { PromptEntry } from "./Prompts.ts"
import type { ProtocolError } from "./ProtocolError.ts"
import type { ResourceContents } from "./Resources.ts"
import type { McpTool } from "./tools/McpTool.ts"

/** A resource, or a template of resources. */
interface ResourceEntry {
  /** Its entry in `resources/list` or `resources/templates/list`. */
  readonly description: object
  readonly matches: (uri: string) => boolean
  readonly read: (uri: string) => Effect.Effect<ResourceContents, ProtocolError | InputRequired, Caller>
}

interface Entries {
  readonly tools: ReadonlyArray<McpTool>
  readonly prompts: ReadonlyArray<PromptEntry>
  readonly resources: ReadonlyArray<ResourceEntry>
  readonly templates: ReadonlyArray<ResourceEntry>
}

/**
 * Tools, prompts and resources that are registered beside those of the community. The program registers none; the tests
 * register what the scenarios of the MCP conformance suite call.
 */
export class Extensions extends Context.Reference<Extensions>()("transport/mcp/Extensions", {
  defaultValue: (): Entries => ({ tools: [], prompts: [], resources: [], templates: [] })
}) {}
