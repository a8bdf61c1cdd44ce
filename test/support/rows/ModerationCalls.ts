import { Effect, type Redacted } from "effect"
import { join as joinAs } from "../Members.ts"

/** A valid request, whoever sends it. */
export interface Call {
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** A credential of the caller for this request only; absent for the usual one. */
  readonly as?: Redacted.Redacted
}

export const plain = (path: string, body?: unknown) => () => Effect.succeed<Call>({ path, body })

/** The endpoints of reports and decisions. */
export const moderationCalls = {
  "POST /api/reports": {
    expected: [401, 201, 201, 201, 201, 201],
    call: () =>
      Effect.map(
        joinAs(),
        ({ user }): Call => ({
          path: "/api/reports",
          body: { target: { type: "user", id: user.id }, reason: "spam" }
        })
      )
  },
  "GET /api/reports": { expected: [401, 200, 200, 200, 200, 200], call: plain("/api/reports") },
  "GET /api/reports/:id": { expected: [401, 404, 404, 404, 404, 404], call: plain("/api/reports/2000000000") },
  "GET /api/moderation/queue": {
    expected: [401, 403, 403, 403, 200, 200],
    call: plain("/api/moderation/queue")
  },
  "GET /api/moderation/health": {
    expected: [401, 403, 403, 403, 200, 200],
    call: plain("/api/moderation/health")
  },
  "POST /api/decisions": {
    expected: [401, 403, 403, 403, 404, 404],
    call: () =>
      Effect.succeed<Call>({
        path: "/api/decisions",
        body: {
          target: { type: "post", id: 2_000_000_000 },
          action: "hide",
          rule: "No advertising",
          reason: "It sells."
        }
      })
  },
  "GET /api/decisions": { expected: [401, 200, 200, 200, 200, 200], call: plain("/api/decisions") },
  "GET /api/decisions/:id": { expected: [401, 404, 404, 404, 404, 404], call: plain("/api/decisions/2000000000") },
  "POST /api/decisions/:id/appeal": {
    expected: [401, 404, 404, 404, 404, 404],
    call: () =>
      Effect.succeed<Call>({ path: "/api/decisions/2000000000/appeal", body: { text: "It was no advertisement." } })
  },
  "PATCH /api/decisions/:id/appeal": {
    expected: [401, 404, 404, 404, 404, 404],
    call: () =>
      Effect.succeed<Call>({
        path: "/api/decisions/2000000000/appeal",
        body: { outcome: "upheld", reason: "It was one." }
      })
  }
} as const
