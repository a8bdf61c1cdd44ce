import { Effect, type Redacted } from "effect"
import { join as joinAs } from "../Members.ts"
import type { Caller } from "../People.ts"
import type { Sent } from "../Raw.ts"

/** A valid request, whoever sends it. */
export interface Call {
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** A credential of the caller for this request only; absent for the usual one. */
  readonly as?: Redacted.Redacted
}

/** The method of an endpoint by its name. */
export const methodOf = (name: string) => name.split(" ")[0] ?? ""

/** A call as it is sent. */
export const sent = ({ body, headers = {} }: Call): Sent => ({
  headers,
  ...(body === undefined ? {} : { body: JSON.stringify(body) })
})

export const plain = (path: string, body?: unknown) => () => Effect.succeed<Call>({ path, body })

type Calls<E, R> = (caller: Caller) => Effect.Effect<Call, E, R>

/** A row of the matrix: the statuses for `callers`, in their order, and the call. */
const row =
  (expectedFor: (status: number) => readonly [number, number, number, number, number, number]) =>
  <E = never, R = never>(call: Calls<E, R>, status = 200) => ({ expected: expectedFor(status), call })

export const everybody = row((status) => [status, status, status, status, status, status])
export const members = row((status) => [401, status, status, status, status, status])
/** The author of what the call is about, and admins. */
export const authors = row((status) => [401, status, 403, 403, 403, status])
export const moderators = row((status) => [401, 403, 403, 403, status, status])
export const admins = row((status) => [401, 403, 403, 403, 403, status])

type PlainRow = ReturnType<typeof everybody<never, never>>

/** Rows of requests without a body, at the paths of their names. */
export const plainly = <Name extends string>(
  row: (call: Calls<never, never>) => PlainRow,
  ...names: ReadonlyArray<Name>
): Readonly<Record<Name, PlainRow>> =>
  Object.fromEntries(names.map((name) => [name, row(plain(name.slice(name.indexOf(" ") + 1)))])) as Record<
    Name,
    PlainRow
  >

const unknown = 2_000_000_000
const reportOfNewcomer = () =>
  Effect.map(
    joinAs(),
    ({ user }): Call => ({ path: "/api/reports", body: { target: { type: "user", id: user.id }, reason: "spam" } })
  )
const decision = {
  ...{ target: { type: "post", id: unknown }, action: "hide" },
  ...{ rule: "No advertising", reason: "It sells." }
}

/** The endpoints of reports and decisions. */
export const moderationCalls = {
  ...plainly(members, "GET /api/reports", "GET /api/decisions"),
  ...plainly(moderators, "GET /api/moderation/queue", "GET /api/moderation/health"),
  "POST /api/reports": members(reportOfNewcomer, 201),
  "GET /api/reports/:id": members(plain(`/api/reports/${unknown}`), 404),
  "POST /api/decisions": moderators(plain("/api/decisions", decision), 404),
  "GET /api/decisions/:id": members(plain(`/api/decisions/${unknown}`), 404),
  "POST /api/decisions/:id/appeal": members(
    plain(`/api/decisions/${unknown}/appeal`, { text: "It was no advertisement." }),
    404
  ),
  "PATCH /api/decisions/:id/appeal": members(
    plain(`/api/decisions/${unknown}/appeal`, { outcome: "upheld", reason: "It was one." }),
    404
  )
}
