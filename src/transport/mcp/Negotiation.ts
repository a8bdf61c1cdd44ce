import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/sdk/types.js"
import { Effect } from "effect"
import { BadRequest, NotAcceptable } from "../../api/WireErrors.ts"

export type Headers = Readonly<Record<string, string | undefined>>

/** The revisions of the protocol with sessions, which the SDK speaks, newest first. */
export const statefulRevisions: ReadonlyArray<string> = SUPPORTED_PROTOCOL_VERSIONS

const unacceptable = new NotAcceptable({ message: "send Accept: application/json, text/event-stream" })

const accepts = (accept: string, type: string) =>
  accept.split(",").some((member) => {
    const range = (member.split(";")[0] ?? "").trim().toLowerCase()
    return range === type || range === "*/*" || range === `${type.split("/")[0]}/*`
  })

/** Fails where the client does not accept all of these media types. A request without `Accept` accepts any. */
export const checkAccept = ({ accept }: Headers, types: ReadonlyArray<string>): Effect.Effect<void, NotAcceptable> =>
  accept === undefined || types.every((type) => accepts(accept, type)) ? Effect.void : unacceptable

/** Fails for a revision that is not spoken here. A request that names none has the revision of `initialize`. */
export const checkRevision = (headers: Headers): Effect.Effect<void, BadRequest> => {
  const revision = headers["mcp-protocol-version"]
  return revision === undefined || statefulRevisions.includes(revision)
    ? Effect.void
    : new BadRequest({ message: `Mcp-Protocol-Version must be one of ${statefulRevisions.join(", ")}` })
}
