import { Effect, type ParseResult, Redacted, Schema, type SchemaAST } from "effect"
import { BadRequest } from "../api/WireErrors.ts"
import { authorizationOf } from "../domain/accounts/Credential.ts"
import { InvalidInput } from "../domain/Issues.ts"

/** A session token or an API key. */
export type Credential = string | Redacted.Redacted

/** The header that carries a credential; none where there is none, or an empty one. */
export const headerOf = (credential: Credential | undefined): string | undefined => {
  const secret = typeof credential === "string" ? Redacted.make(credential) : credential
  return secret === undefined || Redacted.value(secret) === "" ? undefined : authorizationOf(secret)
}

/** The failure of a request that does not fit the definition. It was not sent. */
export const notSent = (error: ParseResult.ParseError) => new BadRequest({ message: InvalidInput.of(error).message })

/** Decodes the body of a call, which is as on the wire; one that is decoded already stays as it is. */
export const decodedBody = ({ ast }: { readonly ast: SchemaAST.AST }) => {
  const schema = Schema.make<unknown>(ast)
  const isDecoded = Schema.is(Schema.typeSchema(schema))
  const decode = Schema.decodeUnknown(schema)
  return (body: unknown): Effect.Effect<unknown, BadRequest> =>
    isDecoded(body) ? Effect.succeed(body) : Effect.mapError(decode(body), notSent)
}
