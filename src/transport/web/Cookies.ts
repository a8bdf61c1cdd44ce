import type { IncomingHttpHeaders } from "node:http"
import { Option, Redacted } from "effect"
import { sessionSeconds } from "../../domain/accounts/Account.ts"
import { type Secret, sessionTokenPrefix } from "../../domain/accounts/Credential.ts"

/** The most characters of a `Cookie` header that are read. */
const maxCharacters = 4_096

/** The value of a cookie; undefined where the request has none of this name. */
export const cookieOf = ({ cookie = "" }: IncomingHttpHeaders, name: string): string | undefined => {
  if (cookie.length > maxCharacters) return undefined
  const found = cookie.split(";").find((pair) => pair.trimStart().startsWith(`${name}=`))
  return found?.slice(found.indexOf("=") + 1).trim()
}

/** The name of the session's cookie. Under `__Host-` no other host of the domain can set it. */
const sessionName = (isHttps: boolean) => (isHttps ? "__Host-session" : "session")

/** The token of a session that a browser sends; an API key in a cookie is no credential. */
export const sessionOf = (headers: IncomingHttpHeaders, isHttps: boolean): Option.Option<Secret> =>
  Option.filter(Option.fromNullable(cookieOf(headers, sessionName(isHttps))), (value) =>
    value.startsWith(sessionTokenPrefix)
  ).pipe(Option.map((value) => Redacted.make(value)))

const attributes = (isHttps: boolean) => `Path=/; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`

/** Begins the session of a browser, for as long as its token is valid. */
export const sessionCookie = (token: Redacted.Redacted, isHttps: boolean): string =>
  `${sessionName(isHttps)}=${Redacted.value(token)}; Max-Age=${sessionSeconds}; ${attributes(isHttps)}`

export const endedSession = (isHttps: boolean): string => `${sessionName(isHttps)}=; Max-Age=0; ${attributes(isHttps)}`

const yearSeconds = 31_536_000

export const languageCookie = (language: string, isHttps: boolean): string =>
  `lang=${language}; Max-Age=${yearSeconds}; ${attributes(isHttps)}`
