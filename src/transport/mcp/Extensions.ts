import { Context, type Effect } from "effect"
import type { Caller } from "./Caller.ts"
import type { InputRequired } from "./ClientInput.ts"
import type { ObjectSchema } from "./JsonSchemas.ts"
import type { EncodedJson } from "./McpEventStream.ts"
import type { ProtocolError } from "./ProtocolError.ts"

/** One entry of `tools/list`. */
export interface ToolDescription {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema?: ObjectSchema
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
  }
}

export interface McpTool {
  readonly description: ToolDescription
  /** Gives the result of a call as JSON. A failure is a result with `isError`, whose text says what to change. */
  readonly call: (input: unknown) => Effect.Effect<EncodedJson, ProtocolError | InputRequired, Caller>
}

/** The result of `prompts/get`. */
export interface PromptResult {
  readonly [member: string]: unknown
  readonly description?: string
  readonly messages: Array<{ readonly role: "user" | "assistant"; readonly content: PromptContent }>
}

/** The content of a message in the forms of MCP. */
export type PromptContent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: string }
  | {
      readonly type: "resource"
      readonly resource: { readonly uri: string; readonly mimeType: string; readonly text: string }
    }

/** A prompt of the registry. */
export interface PromptEntry {
  /** Its entry in `prompts/list`. */
  readonly description: {
    readonly name: string
    readonly title: string
    readonly description: string
    readonly arguments: Array<{ readonly name: string; readonly description: string; readonly required: boolean }>
  }
  readonly get: (args: Readonly<Record<string, string>>) => Effect.Effect<PromptResult, ProtocolError | InputRequired>
}

/** The contents of a resource: the JSON of its REST twin. Those of extensions may be bytes, in base64. */
export type ResourceContents = { readonly uri: string; readonly mimeType: string } & (
  | { readonly text: string }
  | { readonly blob: string }
)

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
