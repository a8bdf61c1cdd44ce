import { Array, Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { done } from "../../../domain/accounts/Account.ts"
import {
  type ClientAddress,
  type CurrentUser,
  type NotAllowed,
  NotSignedIn
} from "../../../domain/accounts/CurrentUser.ts"
import {
  type CreationOptions,
  creationOptionsOf,
  maxPasskeys,
  type Passkey,
  type PasskeyChange,
  type PasskeyList,
  PasskeyNotFound,
  RegistrationRefused,
  type RegistrationResponse,
  type RequestOptions,
  requestOptionsOf,
  TooManyPasskeys,
  unnamedPasskey
} from "../../../domain/accounts/Passkey.ts"
import type { FactorNeeded } from "../../../domain/accounts/StaffFactor.ts"
import type { Proof } from "../../../domain/accounts/StepUp.ts"
import type { PasskeyId, UserId } from "../../../domain/Ids.ts"
import type { StorageEffect } from "../../../domain/Unavailable.ts"
import { Passkeys } from "../../../ports/accounts/Passkeys.ts"
import { PasskeysRepo } from "../../../ports/accounts/PasskeysRepo.ts"
import { Secrets } from "../../../ports/Secrets.ts"
import { withSpans } from "../../Spans.ts"
import { writing } from "../../Writing.ts"
import { require, session } from "../Policy.ts"
import { type StepFailures, StepUp } from "../StepUp.ts"
import { FactorChange } from "./FactorChange.ts"
import { challengeIn, PasskeyCheck } from "./PasskeyCheck.ts"

interface NewPasskey extends Proof {
  readonly response: RegistrationResponse
  readonly name: Option.Option<string>
}

type Caller = CurrentUser | ClientAddress

/** The passkeys of the caller (contract, Strong sign-in). All but `loginOptions` fail with `NotAllowed` for a key. */
export class OwnPasskeys extends Context.Tag("services/accounts/factors/OwnPasskeys")<
  OwnPasskeys,
  {
    readonly list: StorageEffect<PasskeyList, NotAllowed, CurrentUser>

    readonly get: (id: PasskeyId) => StorageEffect<Passkey, NotAllowed | PasskeyNotFound, CurrentUser>

    /** The options to create a passkey, with a new challenge. */
    readonly options: StorageEffect<CreationOptions, NotAllowed, CurrentUser>

    /**
     * Adds a passkey, and tells the member by mail. Fails as `AccountSecurity.confirm` where the sign-in is not fresh,
     * with `RegistrationRefused` for a response that registers none, and with `TooManyPasskeys`.
     */
    readonly add: (
      passkey: NewPasskey
    ) => StorageEffect<Passkey, StepFailures | RegistrationRefused | TooManyPasskeys, Caller>

    readonly rename: (
      id: PasskeyId,
      change: PasskeyChange
    ) => StorageEffect<Passkey, NotAllowed | PasskeyNotFound, CurrentUser>

    /** Removes a passkey, and ends other sessions. Fails with `FactorNeeded` for the only factor of staff. */
    readonly remove: (
      id: PasskeyId,
      proof: Proof
    ) => StorageEffect<typeof done, StepFailures | PasskeyNotFound | FactorNeeded, Caller>

    /** The options to sign in, the same for everybody but for their challenge. */
    readonly loginOptions: StorageEffect<RequestOptions>
  }
>() {
  static readonly layer = Layer.effect(OwnPasskeys, withSpans("OwnPasskeys", Effect.gen(make)))
}

const own = require(session("changeFactors"))

function* make() {
  const repo = yield* PasskeysRepo
  const { newChallenge, site } = yield* PasskeyCheck
  const { users, write } = yield* writing

  const list = Effect.gen(function* () {
    const { id } = yield* own
    const passkeys = yield* repo.ofMember(id)
    return { data: passkeys.map(({ createdAt, id, lastUsedAt, name }) => ({ id, name, createdAt, lastUsedAt })) }
  })

  const get = (id: PasskeyId) =>
    Effect.flatMap(list, ({ data }) =>
      Effect.mapError(
        Array.findFirst(data, (passkey) => passkey.id === id),
        () => new PasskeyNotFound({ id })
      )
    )

  const options = Effect.gen(function* () {
    const caller = yield* own
    const challenge = yield* newChallenge("register", Option.some(caller.id))
    return creationOptionsOf(site, caller, yield* repo.ofMember(caller.id), Redacted.value(challenge))
  })

  const rename = Effect.fnUntraced(function* (id: PasskeyId, { name }: PasskeyChange) {
    const caller = yield* own
    const renamed = yield* repo.rename(caller.id, id, name)
    yield* users.touch(caller.id, yield* DateTime.now)
    return yield* Effect.mapError(renamed, () => new PasskeyNotFound({ id }))
  }, write)

  const loginOptions = Effect.map(newChallenge("passkey", Option.none()), (challenge) =>
    requestOptionsOf(site, Redacted.value(challenge))
  )

  return { get, list, options, rename, loginOptions, add: yield* add, remove: yield* remove }
}

const add = Effect.gen(function* () {
  const repo = yield* PasskeysRepo
  const { registered } = yield* Passkeys
  const { site } = yield* PasskeyCheck
  const secrets = yield* Secrets
  const { demand } = yield* StepUp
  const { tell } = yield* FactorChange
  const { users, write } = yield* writing

  /** Uses up the challenge of the response, and checks what the authenticator has signed. */
  const credentialOf = Effect.fnUntraced(function* (userId: UserId, response: RegistrationResponse) {
    const challenge = challengeIn(response.response.clientDataJSON)
    const taken = yield* repo.takeChallenge("register", secrets.digest(challenge), yield* DateTime.now)
    const isOwn = Option.exists(taken, (it) => Option.contains(it.userId, userId))
    return isOwn ? yield* registered(response, site, challenge) : yield* new RegistrationRefused()
  })

  return Effect.fnUntraced(function* ({ name, response, ...proof }: NewPasskey) {
    const caller = yield* own
    yield* demand(caller, proof)
    const credential = yield* credentialOf(caller.id, response)
    return yield* write(
      Effect.gen(function* () {
        yield* Effect.catchTag(users.lock(caller.id), "UserNotFound", () => new NotSignedIn())
        if ((yield* repo.ofMember(caller.id)).length >= maxPasskeys) return yield* new TooManyPasskeys()
        const createdAt = yield* DateTime.now
        const added = {
          ...credential,
          userId: caller.id,
          name: Option.getOrElse(name, () => unnamedPasskey),
          createdAt
        }
        const passkey = yield* repo.add(added)
        yield* tell(caller.id, caller.id, "passkey_added")
        return passkey
      })
    )
  })
})

const remove = Effect.gen(function* () {
  const repo = yield* PasskeysRepo
  const { demand } = yield* StepUp
  const { requireLeft, tellRemoved } = yield* FactorChange
  const { users, write } = yield* writing

  return Effect.fnUntraced(function* (id: PasskeyId, proof: Proof) {
    const caller = yield* own
    yield* demand(caller, proof)
    const removed = Effect.gen(function* () {
      yield* users.lock(caller.id)
      if (!(yield* repo.remove(caller.id, id))) return yield* new PasskeyNotFound({ id })
      yield* requireLeft(caller.id)
      yield* tellRemoved(caller, "passkey_removed")
      return done
    })
    return yield* write(Effect.catchTag(removed, "UserNotFound", () => new NotSignedIn()))
  })
})
