import { Context, Effect, Either, Layer, Option } from "effect"
import type { ServiceUnavailable, TooMany, Unauthorized } from "../../api/WireErrors.ts"
import { querySecretOf, type Secret, secretOf } from "../../domain/accounts/Credential.ts"
import { NotSignedIn, type SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import type { Budget, LimitScope, TooManyRequests } from "../../domain/Limits.ts"
import { Credentials } from "../../services/accounts/Credentials.ts"
import { RateLimits, subjectOf } from "../../services/RateLimits.ts"
import type { RequestState } from "../wire/RequestContext.ts"
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
export type Decision = Either.Either<Option.Option<SignedInUser>, NotSignedIn | TooManyRequests>

/**
 * Admits or refuses requests on both pipelines, in the order of the contract ("which failure wins"): first the rate
 * limit, then the credential. It notes caller and budget in the state of the request.
 */
export class Admission extends Context.Tag("transport/http/Admission")<
  Admission,
  {
    /** Decides at once; undefined, with nothing counted, where credential or budget are not in memory. */
    readonly decide: (endpoint: Endpoint, sender: Sender, state: RequestState) => Decision | undefined

    /** Decides after looking up credential and budget. Fails with the wire error of a refusal. */
    readonly admit: (
      endpoint: Endpoint,
      sender: Sender,
      state: RequestState
    ) => Effect.Effect<Option.Option<SignedInUser>, ServiceUnavailable | TooMany | Unauthorized>
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
  { access }: Endpoint,
  identity: Identity,
  charge: Either.Either<Option.Option<Budget>, TooManyRequests>,
  state: RequestState
): Decision => {
  state.userId = Option.getOrUndefined(Option.flatten(Either.getRight(identity)))?.id
  state.budget = Either.match(charge, { onLeft: ({ budget }) => budget, onRight: (budget) => budget })
  if (Either.isLeft(charge)) return Either.left(charge.left)
  if (Either.isLeft(identity)) return identity
  return access === "signedIn" && Option.isNone(identity.right) ? Either.left(new NotSignedIn()) : identity
}

function* make() {
  const credentials = yield* Credentials
  const limits = yield* RateLimits
  const exposedKeys = makeExposedKeys()

  const decide = (endpoint: Endpoint, sender: Sender, state: RequestState) => {
    const { address, secret } = sender
    const user = Option.map(secret, credentials.known)
    if (Option.isNone(limits.admitNow) || Option.contains(user, undefined)) return undefined
    const caller = Option.flatMapNullable(user, (known) => known)
    const identity = Either.right(caller)
    if (Option.exists(caller, (user) => exposedKeys.isNew(user, sender))) return undefined
    const { scopes, subject } = countingOf(endpoint, identity, address)
    state.secret = secret
    state.route = endpoint.path
    return settle(endpoint, identity, limits.admitNow.value(scopes, subject), state)
  }

  const admit = Effect.fnUntraced(function* (endpoint: Endpoint, sender: Sender, state: RequestState) {
    const { address, secret } = sender
    state.secret = secret
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
    return yield* settle(endpoint, identity, yield* charge, state)
  }, toWireError)

  return Admission.of({ admit, decide })
}
