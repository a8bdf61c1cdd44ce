import type { IncomingMessage } from "node:http"
import { Effect, Either, Option, type ParseResult } from "effect"
import { publicUrl } from "../../Config.ts"
import { invalidRequest } from "../http/Errors.ts"
import type { Exchange } from "../http/Exchanges.ts"
import { ClientAddresses } from "../wire/ClientAddresses.ts"
import { queryOf } from "../wire/RequestTarget.ts"
import type { Brand } from "./Assets.ts"
import { cookieOf } from "./Browser.ts"
import { isLanguage, languageFor } from "./Languages.ts"
import type { Submitted, Values, Visit } from "./Visit.ts"

/** The values of a form. Browsers send lines that end with CR LF, which nobody has typed. */
export const valuesOfBody = (text: string): Values => queryOf(new URLSearchParams(text.replaceAll("%0D%0A", "%0A")))

/** Decodes a part of a request by the schema of the endpoint. */
export const decoded = <A>(part: Either.Either<A, ParseResult.ParseError>) => Either.mapLeft(part, invalidRequest)

/** True for a site that readers reach by HTTPS: behind a proxy that says so, or under the address of `PUBLIC_URL`. */
export const makeIsHttps = Effect.gen(function* () {
  const addresses = yield* ClientAddresses
  const { host, protocol } = new URL(yield* publicUrl)
  return ({ headers, socket }: IncomingMessage) => {
    if (protocol === "https:" && headers.host === host) return true
    const [forwarded] = [headers["x-forwarded-proto"]].flat()
    const source = { remoteAddress: Option.fromNullable(socket.remoteAddress), headers: {} }
    return forwarded?.split(",", 1)[0]?.trim() === "https" && addresses.isProxied(source)
  }
})

/** The parts of a request that every page depends on. */
export const visitOf = ({ info, request, routed, state }: Exchange, { wording }: Brand): Visit => {
  const wanted = routed.query["lang"]
  const language = isLanguage(wanted)
    ? wanted
    : languageFor(cookieOf(request.headers, "lang"), request.headers["accept-language"])
  return {
    language,
    t: wording[language],
    viewer: Option.none(),
    unread: 0,
    pathname: info.pathname,
    url: routed.url,
    path: routed.path,
    parameters: {},
    query: routed.query,
    form: { values: {} },
    formKey: state.id,
    isHead: state.isHead
  }
}

export const hasTyped = ({ values }: Submitted) =>
  Object.entries(values).some(([name, value]) => name !== "next" && [value].flat().some((text) => text !== ""))
