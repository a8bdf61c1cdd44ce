import { createHash } from "node:crypto"
import type { FastifyRequest } from "fastify"
import { single } from "./Database.ts"
import { Failure } from "./Failure.ts"

export interface Caller {
  readonly id: number
  readonly username: string
  readonly role: string
}

const bySession = single<Caller & { readonly expires_at: Date }>(
  "session",
  `select users.id, users.username, users.role from sessions join users on users.id = sessions.user_id
   where sessions.hash = $1 and sessions.expires_at > now()`
)
const byKey = single<Caller>(
  "key",
  `select users.id, users.username, users.role from api_keys join users on users.id = api_keys.user_id
   where api_keys.hash = $1`
)

/** The member whose secret this is. */
export const callerOf = async (secret: string): Promise<Caller> => {
  const hash = createHash("sha256").update(secret).digest("hex")
  const found = await (secret.startsWith("rdc_") ? byKey(hash) : bySession(hash))
  if (found === undefined) throw new Failure(401, "the credential is not valid")
  return found
}

const secretOf = (request: FastifyRequest) =>
  /^(?:Bearer|ApiKey) (\S+)$/i.exec(request.headers.authorization ?? "")?.[1]

/** The caller of an endpoint that needs a credential. */
export const signedIn = (request: FastifyRequest): Promise<Caller> => {
  const secret = secretOf(request)
  if (secret === undefined) throw new Failure(401, "sign in first")
  return callerOf(secret)
}

/** The caller, if anybody is signed in. */
export const viewer = async (request: FastifyRequest): Promise<Caller | undefined> => {
  const secret = secretOf(request)
  return secret === undefined ? undefined : callerOf(secret)
}
