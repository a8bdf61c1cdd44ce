import { Context, Effect, Either, Layer, Option } from "effect"
import type { Forbidden, ServiceUnavailable, TooMany, Unauthorized } from "../../api/WireErrors.ts"
import { querySecretOf, type Secret, secretOf } from "../../domain/accounts/Credential.ts"
import { type MissingScope, NotSignedIn, type SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import type { Budget, LimitScope, TooManyRequests } from "../../domain/Limits.ts"
import { Credentials } from "../../services/accounts/Credentials.ts"
import { missingScope } from "../../services/accounts/Policy.ts"
import { WriteBudgets } from "../../services/accounts/WriteBudgets.ts"
import { isTighter, RateLimits, subjectOf } from "../../services/RateLimits.ts"
import { RequestContext, type RequestState } from "../wire/RequestContext.ts"
import type { Endpoint } from "./Endpoints.ts"
import { toWireError } from "./Errors.ts"
import { type Arrival, makeExposedKeys } from "./ExposedKeys.ts"

/** The parameters of a query; a list of values where one was sent several times. */
export type Query = Readonly<Record<string, string | ReadonlyArray<string>>>

export interface Sender extends Arrival {
  /** The client's address, by which requests without a credential are counted. */
  readonly address: () => string
}

/** The caller of an admitted request, none without a credential; or the refusal. */
export type Decision = Either.Either<Option.Option<SignedInUser>, NotSignedIn | MissingScope | TooManyRequests>

/**
 * Admits or refuses requests in the order of the contract ("which failure wins"): first the rate
 * limit, then the credential and its scope, then the daily budget of a key. It notes caller and budget in the state of
 * the request.
 */
export class Admission extends Context.Tag("transport/http/Admission")<
  Admission,
  {
    /** Decides at once; undefined, with nothing counted, where credential, counts or budget are not in memory. */
    readonly decide: (endpoint: Endpoint, sender: Sender, state: RequestState) => Decision | undefined

    /** Decides after looking up credential and budget. Fails with the wire error of a refusal. */
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

/** The owner of a credential, none for a request without one; or the refusal of an invalid one. */
type Identity = Either.Either<Option.Option<SignedInUser>, NotSignedIn>

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
  { access, needsScope }: Endpoint,
  identity: Identity,
  charge: Either.Either<Option.Option<Budget>, TooManyRequests>,
  state: RequestState
): Decision => {
  state.userId = Option.getOrUndefined(Option.flatten(Either.getRight(identity)))?.id
  state.budget = Either.match(charge, { onLeft: ({ budget }) => budget, onRight: (budget) => budget })
  if (Either.isLeft(charge)) return Either.left(charge.left)
  if (Either.isLeft(identity)) return identity
  if (Option.isNone(identity.right)) return access === "signedIn" ? Either.left(new NotSignedIn()) : identity
  if (needsScope === "any") return identity
  return Option.match(missingScope(needsScope, identity.right.value), { onNone: () => identity, onSome: Either.left })
}

/** True for a write by a key with a daily budget. */
const isBudgeted = ({ needsScope }: Endpoint, { credential }: SignedInUser) =>
  needsScope === "write" && Option.isSome(credential.budget)

/** Notes the budget for the headers of the response, if it has less left than the one that is noted. */
const noteBudget = (state: RequestState, budget: Option.Option<Budget>) => {
  const isTightest = Option.exists(budget, (one) => !Option.exists(state.budget, (noted) => isTighter(noted, one)))
  if (isTightest) state.budget = budget
}

function* make() {
  const credentials = yield* Credentials
  const limits = yield* RateLimits
  const exposedKeys = makeExposedKeys()
  const budgets = yield* WriteBudgets

  const decide = (endpoint: Endpoint, sender: Sender, state: RequestState) => {
    const { address, secret } = sender
    const user = Option.map(secret, credentials.known)
    if (Option.contains(user, undefined)) return undefined
    const caller = Option.flatMapNullable(user, (known) => known)
    if (Option.exists(caller, (user) => isBudgeted(endpoint, user))) return undefined // the count is in the database
    const identity = Either.right(caller)
    if (Option.exists(caller, (user) => exposedKeys.isNew(user, sender))) return undefined
    const { scopes, subject } = countingOf(endpoint, identity, address)
    const charge = limits.admitNow(scopes, subject)
    if (charge === undefined) return undefined
    state.secret = secret
    state.address = address
    state.route = endpoint.path
    return settle(endpoint, identity, charge, state)
  }

  /** Counts a write in the budget of its key, and notes what is left where it is less than of the minute. */
  const spend = (user: SignedInUser, state: RequestState) =>
    budgets.spend(user).pipe(
      Effect.tapErrorTag("TooManyRequests", ({ budget }) => Effect.sync(() => noteBudget(state, budget))),
      Effect.map((budget) => noteBudget(state, budget))
    )

  const admit = Effect.fnUntraced(function* (endpoint: Endpoint, sender: Sender, state: RequestState) {
    const { address, secret } = sender
    state.secret = secret
    state.address = address
    state.route = endpoint.path
    const identity = yield* Effect.transposeMapOption(secret, credentials.userOf).pipe(
      Effect.map((user): Identity => Either.right(user)),
      Effect.catchTag("NotSignedIn", (refused) => Effect.succeed<Identity>(Either.left(refused)))
    )
    yield* Effect.transposeMapOption(Option.flatten(Either.getRight(identity)), (user) => exposedKeys.log(user, sender))
    const { scopes, subject } = countingOf(endpoint, identity, address)
    const charge = limits.admit(scopes, subject).pipe(
      Effect.map(Either.right),
      Effect.catchTag("TooManyRequests", (refused) => Effect.succeed(Either.left(refused)))
    )
    const caller = yield* settle(endpoint, identity, yield* charge, state)
    if (Option.isSome(caller) && isBudgeted(endpoint, caller.value)) yield* spend(caller.value, state)
    return caller
  }, toWireError)

  return Admission.of({ admit, decide })
}

/** Counts messages of a member, all or none of them (contract, Limits), and notes the budget for the response's headers. */
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
