import { HttpServerResponse } from "@effect/platform"
import { Effect, Either, Layer, Option } from "effect"
import { BadRequest, isWireError, MethodNotAllowed, NotFound, statusOf, type WireError } from "../../api/WireErrors.ts"
import { CurrentUser } from "../../domain/accounts/CurrentUser.ts"
import { keptDays } from "../../domain/accounts/Session.ts"
import { Settings } from "../../services/accounts/Settings.ts"
import { Changes } from "../../services/Changes.ts"
import { Posts } from "../../services/posts/Posts.ts"
import { Translations } from "../../services/posts/Translations.ts"
import { ReadThroughCache } from "../cache/ReadThroughCache.ts"
import { servicesOf } from "../http/Admission.ts"
import { noEndpoint, type RoutedRequest } from "../http/Endpoints.ts"
import { answerable, headersOf, respondTo, wireErrorOf } from "../http/Errors.ts"
import type { Exchange } from "../http/Exchanges.ts"
import { Pages, type Responder } from "../http/RequestListeners.ts"
import { checkBodyHead } from "../wire/Body.ts"
import { compressed } from "../wire/Compression.ts"
import { entityTagged } from "../wire/EntityTag.ts"
import { tooManyParameters } from "../wire/RequestTarget.ts"
import { Tagged } from "../wire/Tagged.ts"
import type { Brand } from "./Brand.ts"
import {
  chosenLanguage,
  endedSession,
  forMember,
  hasTyped,
  isOurLink,
  isSameOrigin,
  nextCookie,
  pageHeaders,
  rememberChoices,
  sessionCookie,
  sessionOf,
  setCookie,
  valuesOfBody,
  webRequestOf
} from "./Browser.ts"
import type { Member, Route } from "./Route.ts"
import { allRoutes } from "./Routes.ts"
import { formPages, withRepeated } from "./runner/FormPage.ts"
import { makePageAdmission } from "./runner/PageAdmission.ts"
import { checkTakesHtml, foreignForm, isProgram, makeFailures } from "./runner/PageFailures.ts"
import { makeShow } from "./runner/PageShow.ts"
import { faultsOf } from "./texts/FaultTexts.ts"
import type { Answer, PageError, Redirect, Submitted, View, WebRequest } from "./WebRequest.ts"

const unreadable = new BadRequest({ message: "the form is not valid UTF-8" })

const severalLanguages = new BadRequest({ message: "lang: send it once" })

const isRedirect = (answer: Answer): answer is Redirect => "location" in answer

/** The headers of pages that may have texts which are not for everyone. */
const ofRestricted = { "cache-control": "private, no-store", "x-robots-tag": "noindex" } as const

/** The page of a request that no other page takes. */
const refusal = ({ allowed }: RoutedRequest): Route => ({
  ...noEndpoint,
  kind: "page",
  answer: () => {
    if (allowed.length === 0) return new NotFound({ message: "there is no such page" })
    const allow = allowed.join(", ")
    return new MethodNotAllowed({ message: `this page takes ${allow}`, allow })
  }
})

/** Runs the code of a page for its reader. */
const answered = <A extends Answer>(
  { sender }: Exchange,
  { viewer }: WebRequest,
  page: Effect.Effect<A, PageError, Member>
) => answerable(Effect.provide(page, servicesOf(sender, viewer)))

const cookieOfSession = (session: Exclude<Redirect["session"], undefined>, isHttps: boolean) =>
  session === "end"
    ? endedSession(isHttps)
    : sessionCookie(session.token, session.isKept ? keptDays : undefined, isHttps)

/** The shared parts of reading and sending. */
const makePageServices = Effect.gen(function* () {
  const admission = yield* makePageAdmission
  const { show, site } = yield* makeShow
  const { readsRestricted } = yield* Posts
  const clock = yield* Effect.clock
  const { isHttps } = admission

  const shown = Effect.fnUntraced(function* ({ state }: Exchange, webRequest: WebRequest, view: View) {
    if (yield* readsRestricted(webRequest.viewer)) Object.assign(state.headers, ofRestricted)
    return yield* show(webRequest, view)
  })

  const respond = (exchange: Exchange, webRequest: WebRequest, answer: Answer) => {
    if (answer instanceof Tagged || HttpServerResponse.isServerResponse(answer)) {
      delete exchange.state.headers["vary"]
      return Effect.succeed(answer instanceof Tagged ? answer : new Tagged(answer))
    }
    const secure = isHttps(exchange.request)
    const next = Option.flatMapNullable(webRequest.viewer, (viewer) => nextCookie(viewer, clock, secure))
    if (Option.isSome(next)) setCookie(exchange.state, next.value)
    if (!isRedirect(answer)) return shown(exchange, webRequest, answer)
    if (answer.session !== undefined) setCookie(exchange.state, cookieOfSession(answer.session, secure))
    return Effect.succeed(new Tagged(HttpServerResponse.empty({ status: 303, headers: { location: answer.location } })))
  }

  return { ...admission, show, site, respond }
})

export type PageServices = Effect.Effect.Success<typeof makePageServices>

type Failures = Effect.Effect.Success<ReturnType<typeof makeFailures>>

/** Keeps the language that a member chooses by a link of this site. Links elsewhere change nothing. */
const makeNoteLanguage = Effect.map(
  Settings,
  ({ chooseLanguage }) =>
    (brand: Brand["Type"], { query, viewer }: WebRequest, isOurLink: boolean) => {
      const wanted = chosenLanguage(brand, query)
      if (!isOurLink || Option.isNone(viewer) || wanted === undefined) return Effect.void
      return Effect.ignore(Effect.provideService(chooseLanguage(wanted), CurrentUser, viewer.value))
    }
)

/** Answers a GET, where it can from the cache. */
const makeRead = Effect.fnUntraced(function* ({ admit, isHttps, respond, site }: PageServices) {
  const cache = yield* ReadThroughCache
  const { readBarrier } = yield* Changes
  const noteLanguage = yield* makeNoteLanguage
  const { isOn } = yield* Translations

  /** The part of the cache key of a page besides its address. */
  const variantOf = ({ isTranslating, language, textsLanguage }: WebRequest) =>
    isOn ? `${language} ${textsLanguage}${isTranslating ? " translated" : ""}` : language

  return Effect.fnUntraced(function* (exchange: Exchange, route: Route, blank: WebRequest) {
    const { request, routed, state } = exchange
    const viewer = yield* admit(exchange)
    if (routed.isCut) return yield* tooManyParameters
    if (route.kind === "page" && routed.endpoint !== noEndpoint) yield* checkTakesHtml(request)
    const webRequest = forMember(blank, viewer, site, request)
    yield* noteLanguage(site, webRequest, isOurLink(request.headers, isHttps(request)))
    const load = Effect.suspend(() =>
      Effect.flatMap(answered(exchange, webRequest, route.answer(webRequest)), (answer) =>
        respond(exchange, webRequest, answer)
      )
    )
    if (Option.isSome(viewer)) return entityTagged(yield* Effect.zipRight(readBarrier, load))
    const url = route.kind === "file" ? `page ${route.path}` : `${variantOf(webRequest)} page ${routed.url}`
    const { id, query } = routed
    const call = { id, query, url, keeps: route.policy, showsPosts: false, isWrite: false, caller: viewer }
    return yield* cache.answer(call, state, load)
  })
})

/** Answers a POST: carries it out, or shows its form again. */
const makeSend = ({ admit, isHttps, readerOf, respond, site }: PageServices, fail: Failures) => {
  /** Reads a form before its sender is admitted, so that a refusal shows it again; or says why it cannot. */
  const submitted = Effect.fnUntraced(function* (exchange: Exchange, { isFromAnywhere }: Route) {
    const { request, routed } = exchange
    if (isFromAnywhere !== true && !isSameOrigin(request.headers, isHttps(request))) return yield* foreignForm(request)
    yield* checkBodyHead(request, routed.endpoint.bodyType)
    const text = yield* exchange.body
    if (routed.isCut) return Either.left(tooManyParameters)
    return Option.isNone(text) ? Either.left(unreadable) : valuesOfBody(text.value)
  })

  const sendAgain = Effect.fnUntraced(function* (
    exchange: Exchange,
    route: Route,
    typed: WebRequest,
    error: WireError
  ) {
    if (route.again === undefined || isProgram(exchange.request)) return yield* error
    const status = statusOf(error)
    const viewer = yield* readerOf(exchange, error)
    // Where the session has ended, what was typed is shown again below the way to sign in.
    const hasEnded = Option.isNone(viewer) && exchange.routed.endpoint.access === "signedIn"
    const read = forMember(typed, viewer, site, exchange.request)
    const problem = {
      message: error.message,
      faults: hasEnded && status === 401 ? [] : faultsOf(read.t, error),
      hasEnded,
      isGone: status === 404
    }
    const form: Submitted = { ...typed.form, problem }
    const webRequest = { ...read, form }
    if (hasEnded && (route.isOfMember === true || !hasTyped(form))) return yield* error
    const answer = yield* answered(exchange, webRequest, route.again(webRequest))
    const { value } = yield* respond(exchange, webRequest, isRedirect(answer) ? answer : { ...answer, status })
    return HttpServerResponse.setHeaders(value, headersOf(error))
  })

  return Effect.fnUntraced(function* (exchange: Exchange, route: Route, blank: WebRequest) {
    const read = yield* submitted(exchange, route)
    if (Either.isLeft(read)) return yield* Effect.zipRight(admit(exchange), read.left)
    const values = read.right
    const typed = { ...blank, url: withRepeated(blank.url, route, values), form: { values } }
    const attempt = Effect.gen(function* () {
      const webRequest = forMember(typed, yield* admit(exchange), site, exchange.request)
      const answer = yield* answered(exchange, webRequest, route.answer(webRequest))
      return (yield* respond(exchange, webRequest, answer)).value
    })
    return yield* attempt.pipe(
      Effect.catchIf(isWireError, (error) => sendAgain(exchange, route, typed, error)),
      // The way to sign in, and the links of the page of a failure, lead back to what the form is about.
      Effect.catchIf(isWireError, (error) => fail(exchange, route, { ...blank, url: typed.url }, error))
    )
  })
}

/** Answers the requests of pages, and shows failures as pages. */
const makeRunner = Effect.fnUntraced(function* (routes: ReadonlyArray<Route>) {
  const services = yield* makePageServices
  const { isHttps, site } = services
  const fail = yield* makeFailures(services)
  const read = yield* makeRead(services)
  const send = makeSend(services, fail)
  const { isOn } = yield* Translations
  const pageOf = formPages(routes)

  const run = (exchange: Exchange, route: Route) =>
    Effect.gen(function* () {
      const { info, request, sender, state } = exchange
      if (info.ifNoneMatch !== undefined) state.countsView = false // a browser has the page already
      const asSent = webRequestOf(exchange, site)
      const blank = { ...asSent, url: pageOf(route, asSent) }
      const hasChosen = rememberChoices(exchange, site, isHttps(request), isOn)
      const isPrivate = Option.isSome(sender.secret) || request.method === "POST" || hasChosen
      state.headers["cache-control"] = isPrivate ? "no-store" : "no-cache"
      Object.assign(state.headers, pageHeaders)
      const answer = Array.isArray(blank.query["lang"])
        ? severalLanguages
        : route.method === "POST"
          ? send(exchange, route, blank)
          : read(exchange, route, blank)
      const shown = yield* Effect.catchAllCause(answer, (cause) =>
        Effect.gen(function* () {
          const error = yield* wireErrorOf(cause)
          return route.kind === "script" ? respondTo(error) : yield* fail(exchange, route, blank, error)
        })
      )
      return yield* compressed(shown, state)
    })

  return { isHttps, run }
})

/** The pages for people. */
export const layer = Layer.effect(
  Pages,
  Effect.gen(function* () {
    const routes = yield* allRoutes
    const { isHttps, run } = yield* makeRunner(routes)
    const responderOf = (routeOf: (routed: RoutedRequest) => Route): Responder => ({
      secretOf: (request) => sessionOf(request.headers, isHttps(request)),
      respond: (exchange) => run(exchange, routeOf(exchange.routed))
    })
    const all = routes.map((route) => [route, responderOf(() => route)] as const)
    return { all, refuse: responderOf(refusal) }
  })
)
