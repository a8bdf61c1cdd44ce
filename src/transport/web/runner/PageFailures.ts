import type { IncomingMessage } from "node:http"
import { HttpServerResponse } from "@effect/platform"
import { Effect, Option } from "effect"
import { Forbidden, NotAcceptable, statusOf, type WireError } from "../../../api/WireErrors.ts"
import { headersOf, respondTo } from "../../http/Errors.ts"
import type { Exchange } from "../../http/Exchanges.ts"
import { namesJson, weightOf } from "../../wire/Accept.ts"
import type { Tagged } from "../../wire/Tagged.ts"
import type { Brand } from "../Brand.ts"
import { forMember, joinFor, nextPath, signInFor } from "../Browser.ts"
import { makeOwnAccount } from "../pages/accounts/OwnAccount.ts"
import { errorView } from "../pages/ErrorPage.tsx"
import type { Route } from "../Route.ts"
import type { View, WebRequest } from "../WebRequest.ts"
import type { makePageAdmission } from "./PageAdmission.ts"

type Headed = Pick<IncomingMessage, "headers">

/** True for a program: it sends JSON, or asks for it. It reads failures as those of the API. */
export const isProgram = ({ headers }: Headed): boolean =>
  /^application\/json\b/i.test(headers["content-type"] ?? "") || namesJson(headers.accept)

const forPeople = "this page is for people: programs use the API under /api, which /api/openapi.json describes"

const ofProgram = new Forbidden({ message: forPeople, cause: { _tag: "ForeignForm" } })

const ofOtherSite = new Forbidden({
  message: "this form was sent from a page of another site: open the page here, and send it again",
  cause: { _tag: "ForeignForm" }
})

/** The refusal of a form that no page of this site has sent. */
export const foreignForm = (request: Headed): Forbidden => (isProgram(request) ? ofProgram : ofOtherSite)

const notAsJson = new NotAcceptable({ message: forPeople })

/** Fails for a program that takes JSON and no HTML. */
export const checkTakesHtml = ({ headers: { accept } }: Headed): Effect.Effect<void, NotAcceptable> =>
  accept !== undefined && namesJson(accept) && weightOf(accept, "text/html") === 0 ? notAsJson : Effect.void

interface Frame extends Pick<Effect.Effect.Success<typeof makePageAdmission>, "readerOf"> {
  readonly site: Brand["Type"]
  readonly show: (request: WebRequest, view: View) => Effect.Effect<Tagged<HttpServerResponse.HttpServerResponse>>
}

/**
 * Shows a failure as a page, leads to the page for signing in, or answers a program by JSON.
 */
export const makeFailures = Effect.fnUntraced(function* ({ readerOf, show, site }: Frame) {
  const ownAccount = yield* makeOwnAccount

  /** The suspension of the reader; none for readers without one, and where it cannot be read at the moment. */
  const suspensionOf = (request: WebRequest) =>
    Option.exists(request.viewer, ({ suspended }) => suspended)
      ? ownAccount(request).pipe(
          Effect.map(Option.flatMap(({ suspended }) => suspended)),
          Effect.catchTag("Unavailable", () => Effect.succeedNone)
        )
      : Effect.succeedNone

  return Effect.fnUntraced(function* (exchange: Exchange, route: Route, blank: WebRequest, error: WireError) {
    const { request, routed, sender } = exchange
    if (isProgram(request)) {
      return yield* readerOf(exchange, error).pipe(
        Effect.as(respondTo(error)),
        Effect.catchTag("TooMany", (beyond) => Effect.succeed(respondTo(beyond)))
      )
    }
    const address = request.method === "POST" ? undefined : routed.url
    if (statusOf(error) === 401) {
      const isVisitor = Option.isNone(sender.secret) // whose session has ended is a member
      const next = nextPath(blank.url)
      const location = route.isForJoining === true && isVisitor ? joinFor(next) : signInFor(next)
      return HttpServerResponse.empty({ status: 303, headers: { location } })
    }
    const showError = Effect.fnUntraced(function* (webRequest: WebRequest, error: WireError) {
      const suspension = yield* suspensionOf(webRequest)
      const view = errorView(webRequest, { status: statusOf(error), error, address, suspension })
      return HttpServerResponse.setHeaders((yield* show(webRequest, view)).value, headersOf(error))
    })
    return yield* readerOf(exchange, error).pipe(
      Effect.flatMap((viewer) => showError(forMember(blank, viewer, site, request), error)),
      Effect.catchTag("TooMany", (beyond) => showError(blank, beyond))
    )
  })
})
