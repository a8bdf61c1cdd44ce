import { ClockCache } from "@rare-disease-community/text/ClockCache"
import { Context, Effect, Either, Layer, Option, Redacted } from "effect"
import type { Forbidden, ServiceUnavailable, TooMany, Unauthorized } from "../../api/WireErrors.ts"
import { keyPrefixCharacters, querySecretOf, type Secret, secretOf } from "../../domain/accounts/Credential.ts"
import {
  ClientAddress,
  CurrentUser,
  type MissingScope,
  NotAllowed,
  NotSignedIn,
  type SignedInUser,
  Viewer
} from "../../domain/accounts/CurrentUser.ts"
import { AccountSuspended } from "../../domain/accounts/Suspension.ts"
import type { Budget, LimitScope, TooManyRequests } from "../../domain/Limits.ts"
import { PostReader, readerOf } from "../../domain/posts/Audience.ts"
import { Credentials } from "../../services/accounts/Credentials.ts"
import { missingScope } from "../../services/accounts/Policy.ts"
import { isTighter, RateLimits, subjectOf } from "../../services/RateLimits.ts"
import { WriteBudgets } from "../../services/WriteBudgets.ts"
import { RequestContext, type RequestState } from "../wire/RequestContext.ts"
import type { Query } from "../wire/RequestTarget.ts"
import type { Access, Endpoint } from "./Endpoints.ts"
import { toWireError } from "./Errors.ts"

/** The credential of a request and its way here. */
export interface Sender {
  readonly secret: Option.Option<Secret>
  /** The client's address, by which requests without a credential are counted. */
  readonly address: () => string
  /** True if the request came from another machine without TLS. */
  readonly isPlain: () => boolean
}

/** The caller of an admitted request, none without a credential; or the refusal. */
type Admitted = Either.Either<
  Option.Option<SignedInUser>,
  AccountSuspended | NotSignedIn | MissingScope | NotAllowed | TooManyRequests
>

/**
 * Admits or refuses requests in the order of the contract ("which failure wins"): first the rate limit, then the
 * credential, a suspension, the scope and the kind of credential, then the daily budget of a key. It notes caller and
 * budget in the state of the request. Where credential and counts are in memory it does not suspend.
 */
export class Admission extends Context.Tag("transport/http/Admission")<
  Admission,
  {
    /** Gives the caller. Fails with the wire error of a refusal. */
    readonly admit: (
      endpoint: Endpoint,
      sender: Sender,
      state: RequestState
    ) => Effect.Effect<Option.Option<SignedInUser>, ServiceUnavailable | TooMany | Unauthorized | Forbidden>
  }
>() {
  static readonly layer = Layer.effect(Admission, Effect.gen(make))
}

/** The credential of a request: from its header, else from the query parameters that its endpoint allows. */
export const credentialOf = (
  { queryCredentials }: Endpoint,
  authorization: string | undefined,
  query: Query
): Option.Option<Secret> =>
  Option.orElse(secretOf(authorization), () =>
    Option.firstSomeOf(queryCredentials.map((name) => querySecretOf(name, query[name])))
  )

/** The services of a handler that answers a caller. */
export const servicesOf = ({ address }: Sender, caller: Option.Option<SignedInUser>): Context.Context<Access> => {
  const viewing = Context.make(Viewer, caller).pipe(
    Context.add(ClientAddress, address()),
    Context.add(PostReader, readerOf(caller))
  )
  const called = Option.isSome(caller) ? Context.add(viewing, CurrentUser, caller.value) : viewing
  // An endpoint that needs the caller admits no request without one.
  return called as Context.Context<Access>
}

/** The owner of a credential, none for a request without one; or the refusal of an invalid one. */
type Identity = Either.Either<Option.Option<SignedInUser>, NotSignedIn>

const anonymous: Identity = Either.right(Option.none())

/** The budget with the least left, or the refusal of a request that is one too many. */
type Charge = Either.Either<Option.Option<Budget>, TooManyRequests>

/** A request with an invalid credential costs a look-up, so it counts as a read where its endpoint counts nothing. */
const scopesOfInvalid: ReadonlyArray<LimitScope> = ["read"]

/** The scopes and the subject that a request counts for. Register and login always count by address. */
const countingOf = ({ scopes }: Endpoint, identity: Identity, address: () => string) => {
  const user = Option.flatten(Either.getRight(identity))
  return {
    scopes: Either.isLeft(identity) && scopes.length === 0 ? scopesOfInvalid : scopes,
    subject: Option.isSome(user) && !scopes.includes("auth") ? subjectOf(user.value) : address()
  }
}

const settle = (
  { access, isOpenToSuspended, needsScope, sessionsOnly }: Endpoint,
  identity: Identity,
  charge: Charge,
  state: RequestState
): Admitted => {
  state.userId = Option.getOrUndefined(Option.flatten(Either.getRight(identity)))?.id
  state.budget = Either.match(charge, { onLeft: ({ budget }) => budget, onRight: (budget) => budget })
  if (Either.isLeft(charge)) return Either.left(charge.left)
  if (Either.isLeft(identity)) return identity
  if (Option.isNone(identity.right)) return access === "signedIn" ? Either.left(new NotSignedIn()) : identity
  if (identity.right.value.suspended && !isOpenToSuspended) return Either.left(new AccountSuspended())
  const missing = needsScope === "any" ? Option.none() : missingScope(needsScope, identity.right.value)
  if (Option.isSome(missing)) return Either.left(missing.value)
  if (sessionsOnly === undefined || identity.right.value.credential.kind === "session") return identity
  return Either.left(new NotAllowed({ action: sessionsOnly }))
}

/** The maximum number of API keys that are remembered as logged because they were sent without TLS. */
const maxExposedKeys = 10_000

/** Logs a key once when anybody on the network may have read it: it arrived without TLS from another machine. */
const makeExposedKeys = () => {
  const logged = new ClockCache<number | null, true>(maxExposedKeys)
  return ({ credential, id }: SignedInUser, { isPlain, secret }: Sender) => {
    const isNew = credential.kind === "apiKey" && logged.get(credential.secretId) === undefined && isPlain()
    if (!isNew) return Effect.void
    logged.set(credential.secretId, true)
    const prefix = Option.map(secret, (key) => Redacted.value(key).slice(0, keyPrefixCharacters))
    return Effect.annotateLogs(
      Effect.logWarning("an API key is exposed: it arrived over plain HTTP. Revoke it, and use HTTPS"),
      { key: Option.getOrElse(prefix, () => ""), user: id }
    )
  }
}

/** Notes the budget for the headers of the response, if it has less left than the one that is noted. */
const noteBudget = (state: RequestState, budget: Option.Option<Budget>) => {
  const isTightest = Option.exists(budget, (one) => !Option.exists(state.budget, (noted) => isTighter(noted, one)))
  if (isTightest) state.budget = budget
}

function* make() {
  const credentials = yield* Credentials
  const limits = yield* RateLimits
  const logExposed = makeExposedKeys()
  const budgets = yield* WriteBudgets

  const identify = (secret: Secret) =>
    Effect.matchEffect(credentials.userOf(secret), {
      onFailure: (error) =>
        error._tag === "NotSignedIn" ? Effect.succeed<Identity>(Either.left(error)) : Effect.fail(error),
      onSuccess: (user) => Effect.succeed<Identity>(Either.right(Option.some(user)))
    })

  const charge = (scopes: ReadonlyArray<LimitScope>, subject: string) =>
    Effect.matchEffect(limits.admit(scopes, subject), {
      onFailure: (error) =>
        error._tag === "TooManyRequests" ? Effect.succeed<Charge>(Either.left(error)) : Effect.fail(error),
      onSuccess: (budget) => Effect.succeed<Charge>(Either.right(budget))
    })

  /** Counts a write in the daily budget of its key, if it has one, and notes what is left where that is tighter. */
  const spend = (user: SignedInUser, state: RequestState) =>
    budgets.spend(user).pipe(
      Effect.tapErrorTag("TooManyRequests", ({ budget }) => Effect.sync(() => noteBudget(state, budget))),
      Effect.map((budget) => noteBudget(state, budget))
    )

  const admit = Effect.fnUntraced(function* (endpoint: Endpoint, sender: Sender, state: RequestState) {
    const { address, secret } = sender
    const identity = Option.isNone(secret) ? anonymous : yield* identify(secret.value)
    if (Either.isRight(identity) && Option.isSome(identity.right)) yield* logExposed(identity.right.value, sender)
    const { scopes, subject } = countingOf(endpoint, identity, address)
    const caller = yield* settle(endpoint, identity, yield* charge(scopes, subject), state)
    if (Option.isSome(caller) && endpoint.needsScope === "write") yield* spend(caller.value, state)
    return caller
  }, toWireError)

  return Admission.of({ admit })
}

/**
 * Counts messages of a member, all or none of them (contract, Limits), and notes the budget for the response's headers.
 */
export const countMessages = Effect.fnUntraced(function* (
  limits: RateLimits["Type"],
  user: SignedInUser,
  count: number
) {
  const state = yield* RequestContext
  state.budget = yield* toWireError(
    Effect.tapErrorTag(limits.admit(["mcp"], subjectOf(user), count), "TooManyRequests", ({ budget }) =>
      Effect.sync(() => {
        state.budget = budget
      })
    )
  )
})
