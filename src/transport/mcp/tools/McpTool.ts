import type { Rpc } from "@effect/rpc"
import {
  jsonTextWithoutInvisible,
  jsonTextWithoutMarkup,
  withoutInvisible,
  withoutMarkup
} from "@rare-disease-community/text/Invisible"
import { Context, Effect, Option, Predicate, Schema } from "effect"
import type { EndpointFacts } from "../../../api/EndpointFacts.ts"
import { ToolMetadata } from "../../../api/tools/Tool.ts"
import { CurrentUser } from "../../../domain/accounts/CurrentUser.ts"
import { InvalidInput } from "../../../domain/Issues.ts"
import { ReadThroughCache } from "../../cache/ReadThroughCache.ts"
import { answerDefects } from "../../http/Errors.ts"
import type { ToolHandler } from "../../tools/ToolHandlers.ts"
import { jsonText, textOf } from "../../wire/EntityTag.ts"
import type { Query } from "../../wire/RequestTarget.ts"
import type { Tagged } from "../../wire/Tagged.ts"
import type { Caller } from "../Caller.ts"
import { ask, InputRequired } from "../ClientInput.ts"
import { briefInput, briefOutput, inputSchema, type ObjectSchema, outputSchema } from "../JsonSchemas.ts"

/** One entry of `tools/list`. */
export interface ToolDescription {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema: ObjectSchema
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
  }
}

export interface McpTool {
  readonly description: ToolDescription
  /** Gives the result of a call as JSON. A failure is a result with `isError`, whose text says what to change. */
  readonly call: (input: unknown) => Effect.Effect<string, InputRequired, Caller>
}

type Json = Readonly<Record<string, unknown>>

const contentOf = (text: string) => [{ type: "text", text: withoutMarkup(withoutInvisible(text)) }]

const failureResult = (text: string) => JSON.stringify({ content: contentOf(text), isError: true })

/** The maximum number of unknown arguments of a tool that an error names. */
const maxNamed = 5

/** The maximum number of characters of each unknown argument that an error names. */
const maxNameCharacters = 60

/** The error for arguments that a tool does not have; undefined where it has all of them. */
const unknownArguments = (tool: string, known: ReadonlyArray<string>, input: unknown): string | undefined => {
  const unknown = Predicate.isRecord(input) ? Object.keys(input).filter((name) => !known.includes(name)) : []
  if (unknown.length === 0) return undefined
  const names = unknown.slice(0, maxNamed).map((name) => JSON.stringify(name.slice(0, maxNameCharacters)))
  const more = unknown.length > maxNamed ? ` and ${unknown.length - maxNamed} more` : ""
  const hint = known.length === 0 ? "it takes none" : `it takes ${known.join(", ")}`
  return `${tool} has no argument ${names.join(", ")}${more}: ${hint}`
}

/** An Rpc whose schemas describe, decode and encode a tool. */
type ToolRpc<Name extends string, P, PI, S, SI, E, EI> = Rpc.Rpc<
  Name,
  Schema.Schema<P, PI>,
  Schema.Schema<S, SI>,
  Schema.Schema<E, EI>
>

const descriptionOf = (rpc: Rpc.AnyWithProps, schema: ObjectSchema): ToolDescription => {
  const { description, destructive, idempotent, readOnly, title } = Context.unsafeGet(rpc.annotations, ToolMetadata)
  return {
    name: rpc._tag,
    title,
    description,
    inputSchema: briefInput(schema),
    outputSchema: briefOutput(outputSchema(rpc.successSchema)),
    annotations: { readOnlyHint: readOnly, destructiveHint: destructive, idempotentHint: idempotent }
  }
}

/** Decodes arguments. Fails for those that the tool does not have. */
const decoderOf = <P, PI>(name: string, schema: Schema.Schema<P, PI>, known: ReadonlyArray<string>) => {
  const decode = Schema.decodeUnknown(schema)
  return (input: unknown) => {
    const unknown = unknownArguments(name, known, input)
    return unknown === undefined
      ? Effect.mapError(decode(input), (error) => ({
          message: InvalidInput.of(error, { tellsSent: true }).message
        }))
      : Effect.fail({ message: unknown })
  }
}

/** Makes the result of a call: the record as JSON, and a text of it. */
const resultOf = <SI extends Json>(json: SI, textOf: (json: SI) => string): string => {
  // Texts that were stored before the filter took invisible characters out still hold them.
  const visible = jsonTextWithoutInvisible(JSON.stringify(json))
  return `{"content":${JSON.stringify(contentOf(textOf(json)))},"structuredContent":${jsonTextWithoutMarkup(visible)}}`
}

/** Answers a failure by a result. A defect is logged, and its cause never sent. */
const answerFailures =
  (name: string) =>
  <E extends { readonly message: string }>(call: Effect.Effect<string, E | InputRequired, Caller>) =>
    call.pipe(
      Effect.catchAll((failure) =>
        failure instanceof InputRequired ? Effect.fail(failure) : Effect.succeed(failureResult(failure.message))
      ),
      answerDefects(
        "a tool",
        Effect.sync(() =>
          failureResult("internal error: your arguments are not the cause, so try once more, then tell the member")
        ),
        { tool: name }
      )
    )

interface Options<P, SI, E> {
  /** Gives the question that a person has to answer with yes before the call; undefined where there is none. */
  readonly confirm?: (payload: P) => Effect.Effect<string | undefined, E, Caller>
  /** Gives the record in its encoded form, where no schema has to run: such a result is not cached. */
  readonly document?: (payload: P) => Effect.Effect<SI, E, Caller>
}

export const toolMaker =
  (cached: Effect.Effect.Success<typeof makeToolCache>) =>
  /** Makes the tool of an Rpc. Results are cached as those of its endpoint; `textOf` renders one for the model. */
  <Name extends string, P, PI, S, SI extends Json, E extends { readonly message: string }, EI>(
    rpc: ToolRpc<Name, P, PI, S, SI, E, EI>,
    { count, permit, readsCaller, run }: ToolHandler<P, S, E>,
    textOf: (json: SI, payload: P) => string,
    { confirm, document }: Options<P, SI, E> = {}
  ): McpTool => {
    const { facts } = Context.unsafeGet(rpc.annotations, ToolMetadata)
    const schema = inputSchema(rpc.payloadSchema)
    const decode = decoderOf(rpc._tag, rpc.payloadSchema, Object.keys(schema.properties))
    const encode = Schema.encode(rpc.successSchema)
    const render = (payload: P) => (json: SI) => resultOf(json, (json) => textOf(json, payload))

    const load = Effect.fnUntraced(function* (payload: P) {
      const tagged = yield* run(payload)
      const json = yield* Effect.orDie(encode(tagged.value))
      return tagged.map(() => render(payload)(json))
    })
    const result = (payload: P) =>
      document === undefined
        ? Effect.map(load(payload), ({ value }) => value)
        : Effect.map(document(payload), render(payload))
    const confirmed = (payload: P) =>
      Effect.flatMap(confirm?.(payload) ?? Effect.succeed(undefined), (question) =>
        question === undefined ? Effect.void : ask(rpc._tag, question)
      )
    const call = (input: unknown) =>
      Effect.flatMap(decode(input), (payload) =>
        Effect.zipRight(Effect.zipRight(confirmed(payload), count), result(payload))
      )
    const callCached = (input: unknown) =>
      cached({
        facts,
        target: `${rpc._tag} ${JSON.stringify(input)}`,
        readsCaller,
        query: Predicate.hasProperty(input, "audience") ? { audience: String(input.audience) } : {},
        count,
        payload: Effect.suspend(() => decode(input)),
        load
      })

    const answer = facts.keeps === undefined || document !== undefined ? call : callCached
    return {
      description: descriptionOf(rpc, schema),
      call: (input) => answerFailures(rpc._tag)(Effect.zipRight(permit, answer(input)))
    }
  }

interface Failure {
  readonly message: string
}

/** A call of a tool whose results are cached as the responses of an endpoint. */
interface CachedCall<P> {
  readonly facts: EndpointFacts
  /** The tool with its arguments: all that the result depends on besides the caller. */
  readonly target: string
  /** True where the result may depend on the caller, too. */
  readonly readsCaller: boolean
  /** The arguments that its caching depends on. */
  readonly query: Query
  /** Counts the call. A hit counts too. */
  readonly count: Effect.Effect<void, Failure, Caller>
  readonly payload: Effect.Effect<P, Failure>
  /** Gives the result after a miss, with its tags. It does not count the call. */
  readonly load: (payload: P) => Effect.Effect<Tagged<string>, Failure, Caller>
}

/** Results of tools are sent whole; those that a cache keeps are lists, which count no view. */
const recipient = { acceptEncoding: undefined, countsView: true, isHead: false }

/** Gives results of tools from the cache of responses, by the policies of their endpoints. */
export const makeToolCache = Effect.gen(function* () {
  const cache = yield* ReadThroughCache

  return Effect.fnUntraced(function* <P>({ count, facts, load, payload, query, readsCaller, target }: CachedCall<P>) {
    const user = yield* CurrentUser
    const url = readsCaller ? `${user.id} ${target}` : target
    const { keeps, showsPosts } = facts
    const asked = { id: undefined, query, url, keeps, showsPosts, isWrite: false, caller: Option.some(user) }
    const countOnce = yield* Effect.once(count)
    const response = Effect.zipLeft(payload, countOnce).pipe(
      Effect.flatMap(load),
      Effect.map((json) => json.map((text) => jsonText(text)))
    )
    const answer = cache.answer(asked, { ...recipient, headers: {} }, response)
    return textOf(yield* Effect.zipLeft(answer, countOnce)) ?? ""
  })
})
