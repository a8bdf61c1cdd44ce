import { Context, Option, Predicate, Record } from "effect"

/** The example of an endpoint: its successful response, and its request where it has a body. */
export class Example extends Context.Tag("api/document/Example")<
  Example,
  { readonly response: unknown; readonly request?: unknown }
>() {}

/** Adds an example to each media type of a request or response. */
const withExample = (part: unknown, example: unknown): unknown =>
  example !== undefined && Predicate.isRecord(part) && Predicate.isRecord(part["content"])
    ? {
        ...part,
        content: Record.map(part["content"], (media) => (Predicate.isRecord(media) ? { ...media, example } : media))
      }
    : part

export const withExamples = (
  operation: Record<string, unknown>,
  annotations: Context.Context<never>
): Record<string, unknown> => {
  const { request, response } = Option.getOrElse(Context.getOption(annotations, Example), () => ({
    request: undefined,
    response: undefined
  }))
  const responses = Predicate.isRecord(operation["responses"]) ? operation["responses"] : {}
  const success = Object.keys(responses).find((status) => status.startsWith("2")) ?? "200"
  return {
    ...operation,
    requestBody: withExample(operation["requestBody"], request),
    responses: { ...responses, [success]: withExample(responses[success], response) }
  }
}
