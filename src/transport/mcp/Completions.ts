import { Context, Effect, Layer, Predicate } from "effect"
import { CurrentUser } from "../../domain/accounts/CurrentUser.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { Diseases } from "../../services/diseases/Diseases.ts"
import { RateLimits } from "../../services/RateLimits.ts"
import { ProtocolError } from "./ProtocolError.ts"
import { countRead } from "./Resources.ts"

/** The most completions of a text. */
const maxCompletions = 10

/** The most characters of a text that is completed. */
const maxCharacters = 500

/** Values for the arguments of prompts and resource templates that begin as a person has typed. */
export class Completions extends Context.Tag("transport/mcp/Completions")<
  Completions,
  {
    /** Gives the result of `completion/complete`. Completes names of diseases, and counts as a read then. */
    readonly complete: (
      params: Readonly<Record<string, unknown>>
    ) => Effect.Effect<CompletionResult, ProtocolError | Unavailable, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(Completions, Effect.gen(make))
}

interface CompletionResult {
  readonly [member: string]: unknown
  readonly completion: { readonly values: Array<string>; readonly total: number; readonly hasMore: boolean }
}

const invalid = ProtocolError.of(
  "invalidParams",
  `params must have ref, and argument with name and value, at most ${maxCharacters} characters`
)

const resultOf = (values: ReadonlyArray<string>, total = values.length): CompletionResult => ({
  completion: { values: [...values], total, hasMore: total > values.length }
})

/** The one argument that names a disease. */
const isDiseaseName = (ref: Readonly<Record<string, unknown>>, argument: string): boolean =>
  ref["type"] === "ref/prompt" && ref["name"] === "find_my_disease" && argument === "description"

function* make() {
  const diseases = yield* Diseases
  const limits = yield* RateLimits

  const complete = Effect.fnUntraced(function* ({ argument, ref }: Readonly<Record<string, unknown>>) {
    if (!Predicate.isRecord(ref) || !Predicate.isRecord(argument)) return yield* invalid
    const { name, value } = argument
    if (typeof name !== "string" || typeof value !== "string" || value.length > maxCharacters) return yield* invalid
    if (!isDiseaseName(ref, name) || value.trim() === "") return resultOf([])
    yield* countRead(limits, yield* CurrentUser, undefined)
    const found = yield* Effect.catchTags(diseases.list({ search: value, limit: maxCompletions }), {
      InvalidCursor: Effect.die,
      SignsMisused: Effect.die
    })
    return resultOf(
      found.data.map((disease) => disease.name),
      found.pagination.total
    )
  })

  return Completions.of({ complete })
}
