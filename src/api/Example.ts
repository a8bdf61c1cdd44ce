import { OpenApi } from "@effect/platform"
import { Predicate } from "effect"

/** Adds an example to the JSON of a part of an operation: a request's or a response's. */
const withExample = (part: unknown, example: unknown): unknown =>
  Predicate.isRecord(part) && Predicate.isRecord(part["content"])
    ? {
        ...part,
        content: Object.fromEntries(
          Object.entries(part["content"]).map(([type, media]) => [
            type,
            Predicate.isRecord(media) ? { ...media, example } : media
          ])
        )
      }
    : part

/** Shows an answer of an endpoint in its document, and a request where there is a body to send. */
export const example = (shown: { readonly status: number; readonly response: unknown; readonly request?: unknown }) =>
  [
    OpenApi.Transform,
    (operation: Record<string, unknown>): Record<string, unknown> => {
      const responses = Predicate.isRecord(operation["responses"]) ? operation["responses"] : {}
      const status = String(shown.status)
      return {
        ...operation,
        responses: { ...responses, [status]: withExample(responses[status], shown.response) },
        ...(shown.request === undefined ? {} : { requestBody: withExample(operation["requestBody"], shown.request) })
      }
    }
  ] as const
