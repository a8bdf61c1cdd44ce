import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import { type Clock, DateTime, Effect, Either, Option, type ParseResult, Redacted } from "effect"
import type { BadRequest } from "../../api/WireErrors.ts"
import { isLoopback, publicUrl } from "../../Config.ts"
import { browserTokenPrefix, type Secret, sessionTokenPrefix } from "../../domain/accounts/Credential.ts"
import { nextTokenOf, type SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import type { PageLanguage } from "../../domain/Language.ts"
import { invalidRequest } from "../http/Errors.ts"
import type { Exchange } from "../http/Exchanges.ts"
import { ClientAddresses } from "../wire/ClientAddresses.ts"
import type { RequestState } from "../wire/RequestContext.ts"
import type { Query } from "../wire/RequestTarget.ts"
import { parseForm, tooManyFields } from "../wire/RequestTarget.ts"
import { deniedFeatures } from "../wire/ResponseWriter.ts"
import type { Brand } from "./Brand.ts"
import { countryFor, preferredAmong, textsLanguageFor } from "./Languages.ts"
import { type Submitted, type Values, valueOf, type WebRequest } from "./WebRequest.ts"

/** The values of a form. Browsers send lines that end with CR LF, which nobody has typed. */
export const valuesOfBody = (text: string): Either.Either<Values, BadRequest> => {
  const { isCut, query } = parseForm(text.replaceAll("%0D%0A", "%0A"))
  return isCut ? Either.left(tooManyFields) : Either.right(query)
}

/** A decoded part of a request, or the reason why it cannot be decoded. */
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

/** The reader's choice by a link: translations of texts, or none. */
const choiceOf = ({ translate }: Query) => (translate === "yes" || translate === "no" ? translate : undefined)

/** The language that a link chooses by `?lang=`; undefined for none, and for one that pages do not have. */
export const chosenLanguage = ({ languages }: Pick<Brand["Type"], "languages">, { lang }: Query) =>
  languages.find((one) => one === lang)

/** The fields of a request that depend on its language. */
const inLanguage = (language: PageLanguage, { languages, wording }: Brand["Type"], headers: IncomingHttpHeaders) => ({
  language,
  t: wording(language),
  textsLanguage: textsLanguageFor(languages, language, headers["accept-language"]),
  country: countryFor(language, headers["accept-language"])
})

/** A host of a URL that is an IP address. */
const isAddress = /^\[|^\d+(?:\.\d+){3}$/

/** The request of a member, in the language that they have chosen unless a link chooses another one. */
export const forMember = (
  webRequest: WebRequest,
  viewer: WebRequest["viewer"],
  brand: Brand["Type"],
  { headers }: IncomingMessage
): WebRequest => {
  if (Option.isNone(viewer)) return webRequest
  const own = Option.flatMapNullable(viewer, ({ language }) => language)
  const isChosen = chosenLanguage(brand, webRequest.query) !== undefined
  return isChosen || Option.isNone(own) || !brand.languages.includes(own.value)
    ? { ...webRequest, viewer }
    : { ...webRequest, ...inLanguage(own.value, brand, headers), viewer }
}

const passkeysFor = ({ host }: IncomingHttpHeaders, path: string): WebRequest["passkeys"] => {
  const site = `http://${host}`
  if (!URL.canParse(site)) return "here"
  const { hostname, port } = new URL(site)
  if (!isAddress.test(hostname)) return "here"
  return isLoopback(hostname) ? `http://localhost${port === "" ? "" : `:${port}`}${path}` : "nowhere"
}

/** The parts of a request that every page depends on. */
export const webRequestOf = ({ info, request, routed, state }: Exchange, brand: Brand["Type"]): WebRequest => {
  const kept = cookieOf(request.headers, "lang")
  const language =
    chosenLanguage(brand, routed.query) ??
    brand.languages.find((one) => one === kept) ??
    preferredAmong(brand.languages, request.headers["accept-language"]) ??
    "en"
  const { country, t, textsLanguage } = inLanguage(language, brand, request.headers)
  return {
    language,
    t,
    textsLanguage,
    country,
    isTranslating: (choiceOf(routed.query) ?? cookieOf(request.headers, "translate")) === "yes",
    viewer: Option.none(),
    passkeyScript: brand.assets.passkeys.path,
    passkeys: passkeysFor(request.headers, routed.url),
    factorDays: undefined,
    unread: 0,
    waiting: 0,
    notice: Option.none(),
    pathname: info.pathname,
    url: routed.url,
    id: routed.id,
    path: undefined,
    parameters: undefined,
    query: routed.query,
    form: { values: {} },
    formKey: state.id,
    countsView: state.countsView
  }
}

export const hasTyped = ({ values }: Submitted) =>
  Object.entries(values).some(([name, value]) => name !== "next" && [value].flat().some((text) => text !== ""))

/** Headers of every page: it runs, shows and calls nothing of another origin, and is shown in no frame. */
export const pageHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; " +
    "worker-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  "referrer-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": `${deniedFeatures}, publickey-credentials-get=(self), publickey-credentials-create=(self)`,
  vary: "Cookie, Accept-Language, Accept-Encoding"
}

/** True if a form or a link came from a page of this site: a browser says so, and a page of another site cannot. */
export const isSameOrigin = (headers: IncomingHttpHeaders, isHttps: boolean): boolean => {
  const site = headers["sec-fetch-site"]
  if (site !== undefined) return site === "same-origin"
  return headers.host !== undefined && headers.origin === `http${isHttps ? "s" : ""}://${headers.host}`
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : "")

/** True if another site has led a browser here: what its link asks for is shown, and not remembered. */
const isFromElsewhere = (headers: IncomingHttpHeaders, isHttps: boolean): boolean => {
  const site = headers["sec-fetch-site"]
  if (site !== undefined) return site !== "same-origin" && site !== "none"
  const { host, origin, referer = origin } = headers
  return referer !== undefined && originOf(referer) !== `http${isHttps ? "s" : ""}://${host}`
}

/** True for a link that a page of this site has led to: older browsers say it by the address of that page alone. */
export const isOurLink = (headers: IncomingHttpHeaders, isHttps: boolean): boolean =>
  isSameOrigin(headers, isHttps) ||
  (headers["sec-fetch-site"] === undefined && headers.referer !== undefined && !isFromElsewhere(headers, isHttps))

/** A path of this site to go on at; the home page for anything else. */
export const nextPath = (next: string): string => {
  if (!/^\/(?![/\\])/.test(next) || /[\p{Cc}\\]/u.test(next)) return "/"
  const { hash, origin, pathname, search } = new URL(next, "http://site.invalid")
  return origin === "http://site.invalid" && !pathname.startsWith("//") ? pathname + search + hash : "/"
}

/** A path with changed parameters; an empty or undefined value takes one away. */
export const withParameters = (url: string, changes: Readonly<Record<string, string | number | undefined>>): string => {
  const [fragment = ""] = /#.*/.exec(url) ?? []
  const [pathname = "/", search = ""] = url.slice(0, url.length - fragment.length).split("?", 2)
  const parameters = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === "") parameters.delete(name)
    else parameters.set(name, String(value))
  }
  return (parameters.size === 0 ? pathname : `${pathname}?${parameters}`) + fragment
}

/** The page that a button belongs to: `next` of its form, else the path above that of the button. */
export const backFrom = ({ form, pathname }: Pick<WebRequest, "form" | "pathname">): string => {
  const next = valueOf(form.values, "next")
  return next === "" ? pathname.slice(0, pathname.lastIndexOf("/")) || "/" : nextPath(next)
}

/**
 * The value of a cookie; undefined where the request has none of this name. Other programs of the domain may have set
 * many: the server refuses a header that is too long (431).
 */
const cookieOf = ({ cookie = "" }: IncomingHttpHeaders, name: string): string | undefined => {
  const found = cookie.split(";").find((pair) => pair.trimStart().startsWith(`${name}=`))
  return found?.slice(found.indexOf("=") + 1).trim()
}

/** Sets a cookie with the response, in place of an earlier one of its name. */
export const setCookie = ({ cookies }: RequestState, cookie: string) => {
  cookies[cookie.slice(0, cookie.indexOf("="))] = cookie
}

/** The name of the session's cookie. Under `__Host-` no other host of the domain can set it. */
const sessionName = (isHttps: boolean) => (isHttps ? "__Host-session" : "session")

/**
 * The token of a session that a browser sends, or a program in its place; an API key in a cookie is not a credential.
 */
export const sessionOf = (headers: IncomingHttpHeaders, isHttps: boolean): Option.Option<Secret> =>
  Option.filter(
    Option.fromNullable(cookieOf(headers, sessionName(isHttps))),
    (value) => value.startsWith(browserTokenPrefix) || value.startsWith(sessionTokenPrefix)
  ).pipe(Option.map((value) => Redacted.make(value)))

const attributes = (isHttps: boolean) => `Path=/; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`

/** The session of a browser: for so many days, or until the browser closes. */
export const sessionCookie = (token: Redacted.Redacted, days: number | undefined, isHttps: boolean): string => {
  const lifetime = days === undefined ? "" : `Max-Age=${Math.ceil(days * 86_400)}; `
  return `${sessionName(isHttps)}=${Redacted.value(token)}; ${lifetime}${attributes(isHttps)}`
}

/** The cookie of the token that replaces the one that a browser has sent. */
export const nextCookie = ({ credential }: SignedInUser, clock: Clock.Clock, isHttps: boolean) => {
  const nextToken = nextTokenOf(credential)
  if (nextToken === undefined) return undefined
  const days = (DateTime.toEpochMillis(nextToken.keptUntil) - clock.unsafeCurrentTimeMillis()) / 86_400_000
  return sessionCookie(nextToken.token, days, isHttps)
}

export const endedSession = (isHttps: boolean): string => `${sessionName(isHttps)}=; Max-Age=0; ${attributes(isHttps)}`

/** The language that a reader chose is remembered for a year, and whether they want translations. */
const yearSeconds = 31_536_000

const choiceCookie = (name: "lang" | "translate", value: string, isHttps: boolean): string =>
  `${name}=${value}; Max-Age=${yearSeconds}; ${attributes(isHttps)}`

/** Remembers what a reader chooses by a link of this site. True if the link chooses something. */
export const rememberChoices = (
  { request, routed, state }: Exchange,
  brand: Brand["Type"],
  isHttps: boolean,
  canTranslate: boolean
) => {
  const lang = chosenLanguage(brand, routed.query)
  const translate = canTranslate ? choiceOf(routed.query) : undefined
  const chosen = [
    ...(translate === undefined ? [] : [choiceCookie("translate", translate, isHttps)]),
    ...(lang === undefined ? [] : [choiceCookie("lang", lang, isHttps)])
  ]
  if (!isFromElsewhere(request.headers, isHttps)) for (const cookie of chosen) setCookie(state, cookie)
  return chosen.length > 0
}

const leadsBackTo = (path: string) => `?next=${encodeURIComponent(path)}`

/** The page for signing in, which leads back. */
export const signInFor = (path: string) => `/sign-in${leadsBackTo(path)}`

/** The page for joining, likewise. */
export const joinFor = (path: string) => `/register${leadsBackTo(path)}`
