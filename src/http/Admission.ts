import { Context, Effect, Either, Exit, Layer, Option } from "effect"
import type { ServiceUnavailable, TooMany, Unauthorized } from "../api/WireErrors.ts"
import type { Secret } from "../domain/Credential.ts"
import { NotSignedIn, type SignedInUser } from "../domain/CurrentUser.ts"
import type { Budget, LimitScope, TooManyRequests } from "../domain/Limits.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { Credentials } from "../services/Credentials.ts"
import { RateLimits, subjectOf } from "../services/RateLimits.ts"
import type { Endpoint } from "./Endpoints.ts"
import { wire } from "./Errors.ts"
import type { Learnt } from "./RequestRecord.ts"

/** Who sends a request, as far as it says. */
export interface Sender {
  readonly secret: Option.Option<Secret>
  /** The address that it counts for. */
  readonly address: () => string
}

/** Who it is: nobody known, a member, or somebody whose credential opens nothing. */
type Found = Either.Either<Option.Option<SignedInUser>, NotSignedIn>

const nobody: Found = Either.right(Option.none())
const guessed: ReadonlyArray<LimitScope> = ["read"]

/** Whether an effect has its value already. */
export const isDone = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): effect is Effect.Effect<A, E, R> & Exit.Success<A, E> => Exit.isExit(effect) && Exit.isSuccess(effect)

/** Goes on at once with what is known already, so that no fiber is needed where nothing is waited for. */
const next = <A, E, R, B, E1, R1>(effect: Effect.Effect<A, E, R>, go: (value: A) => Effect.Effect<B, E1, R1>) =>
  isDone(effect) ? go(effect.value) : Effect.flatMap(effect, go)

const make = Effect.gen(function* () {
  const credentials = yield* Credentials
  const limits = yield* RateLimits

  const identified = (secret: Option.Option<Secret>): Effect.Effect<Found, Unavailable> => {
    if (Option.isNone(secret)) return Effect.succeed(nobody)
    const known = credentials.known(secret.value)
    if (known !== undefined) return Effect.succeed(Either.right(Option.some(known)))
    return credentials.userOf(secret.value).pipe(
      Effect.map((user): Found => Either.right(Option.some(user))),
      Effect.catchTag("NotSignedIn", (refused) => Effect.succeed(Either.left(refused)))
    )
  }

  const counted = (
    scopes: ReadonlyArray<LimitScope>,
    subject: string
  ): Effect.Effect<Option.Option<Budget>, TooManyRequests | Unavailable> =>
    Option.isSome(limits.admitNow)
      ? Either.match(limits.admitNow.value(scopes, subject), { onLeft: Effect.fail, onRight: Effect.succeed })
      : limits.admit(scopes, subject)

  const admit = (endpoint: Endpoint, { address, secret }: Sender, record: Learnt) => {
    const admitted = next(identified(secret), (found) => {
      const user = Option.flatten(Either.getRight(found))
      if (Option.isSome(user)) record.userId = user.value.id
      record.route = endpoint.path
      // Register and login count by address, whoever calls.
      const subject = Option.isSome(user) && !endpoint.scopes.includes("auth") ? subjectOf(user.value) : address()
      // Guessing costs a look-up, and so a read at least.
      const scopes = Either.isLeft(found) && endpoint.scopes.length === 0 ? guessed : endpoint.scopes
      return next(counted(scopes, subject), (budget) => {
        record.budget = budget
        if (Either.isLeft(found)) return found.left
        return endpoint.asks === "signedIn" && Option.isNone(user) ? new NotSignedIn() : Effect.succeed(user)
      })
    })
    if (isDone(admitted)) return Effect.succeed(admitted.value)
    return wire(
      Effect.tapErrorTag(admitted, "TooManyRequests", ({ budget }) =>
        Effect.sync(() => {
          record.budget = budget
        })
      )
    )
  }

  return { admit }
})

/** Who may send a request, whichever pipeline it takes (contract, "which failure wins": limit, then credential). */
export class Admission extends Context.Tag("http/Admission")<
  Admission,
  {
    /**
     * Finds out who calls, counts the request, and refuses it where a limit is used up (`TooMany`), the credential opens
     * nothing, or the endpoint asks for one and none was sent (`Unauthorized`). What is learnt goes into the record. The
     * effect is an `Exit` where nothing had to be waited for.
     */
    readonly admit: (
      endpoint: Endpoint,
      sender: Sender,
      record: Learnt
    ) => Effect.Effect<Option.Option<SignedInUser>, ServiceUnavailable | TooMany | Unauthorized>
  }
>() {
  /** Over the credentials and limits of the services. */
  static readonly layer = Layer.effect(Admission, make)
}
