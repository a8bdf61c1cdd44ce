import { Context, Effect, Layer, Predicate, Record, Schema } from "effect"
import { mcpRevisions } from "../../../api/McpRevisions.ts"
import type { Unavailable } from "../../../domain/Unavailable.ts"
import type { Caller } from "../Caller.ts"
import type { InputRequired } from "../ClientInput.ts"
import { Completions } from "../Completions.ts"
import type { EncodedJson } from "../McpEventStream.ts"
import { makePrompts } from "../Prompts.ts"
import { ProtocolError } from "../ProtocolError.ts"
import { Resources } from "../Resources.ts"
import { capabilities, instructions } from "../ServerInfo.ts"
import { chosen, ToolChoice } from "../tools/ToolChoice.ts"
import { Tools } from "../tools/Tools.ts"
import { cacheableResult, completeResult } from "./Results.ts"

type Params = Readonly<Record<string, unknown>>

type Method = (params: Params) => Effect.Effect<EncodedJson, ProtocolError | InputRequired | Unavailable, Caller>

/** The methods of MCP 2026-07-28 that are answered by one result. */
export class StatelessMethods extends Context.Tag("transport/mcp/stateless/StatelessMethods")<
  StatelessMethods,
  {
    /** Gives the complete result of a method; undefined where there is no such method. */
    readonly find: (method: string) => Method | undefined
  }
>() {
  static readonly layer = Layer.effect(StatelessMethods, Effect.gen(make))
}

/** The time for which clients may keep what only another version of the server would answer differently. */
const constantMillis = 3_600_000

const constantResult = (result: object) => cacheableResult(result, constantMillis, "public")

const NamedParams = Schema.Struct({
  name: Schema.String,
  arguments: Schema.optionalWith(Schema.Record({ key: Schema.String, value: Schema.Unknown }), { default: () => ({}) })
})

const decodeParams = Schema.decodeUnknown(NamedParams)

const decodeNamed = (params: Params) =>
  Effect.mapError(decodeParams(params), () =>
    ProtocolError.of("invalidParams", "params must have name, a string, and may have arguments, an object")
  )

function* make() {
  const tools = yield* Tools
  const resources = yield* Resources
  const prompts = yield* makePrompts
  const completions = yield* Completions

  const constant = (result: object): Method => {
    const answer = Effect.succeed(constantResult(result))
    return () => answer
  }

  const allTools = constantResult({ tools: tools.list })
  const listTools: Method = () =>
    Effect.map(ToolChoice, (choice) =>
      choice === undefined ? allTools : constantResult({ tools: chosen(tools.list, choice) })
    )

  const callTool: Method = (params) =>
    Effect.flatMap(decodeNamed(params), ({ arguments: input, name }) =>
      Effect.map(tools.call(name, input), completeResult)
    )

  const getPrompt: Method = (params) =>
    Effect.flatMap(decodeNamed(params), ({ arguments: args, name }) =>
      Effect.map(prompts.get(name, Record.filter(args, Predicate.isString)), (result) =>
        completeResult(JSON.stringify(result))
      )
    )

  const readResource: Method = ({ uri }) =>
    typeof uri === "string"
      ? Effect.map(resources.read(uri), (contents) => cacheableResult({ contents: [contents] }, 0, "private"))
      : ProtocolError.of("invalidParams", "params must have uri, a string")

  const complete: Method = (params) =>
    Effect.map(completions.complete(params), (result) => completeResult(JSON.stringify(result)))

  const methods = new Map<string, Method>([
    ["server/discover", constant({ supportedVersions: mcpRevisions, capabilities, instructions })],
    ["tools/list", listTools],
    ["tools/call", callTool],
    ["prompts/list", constant({ prompts: prompts.list })],
    ["prompts/get", getPrompt],
    ["resources/list", constant({ resources: resources.list })],
    ["resources/templates/list", constant({ resourceTemplates: resources.templates })],
    ["resources/read", readResource],
    ["completion/complete", complete]
  ])

  return StatelessMethods.of({ find: (method) => methods.get(method) })
}
