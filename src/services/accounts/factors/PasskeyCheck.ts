import { Context, DateTime, Effect, Either, Encoding, Layer, Option, Redacted, Schema } from "effect"
import {
  type AuthenticationResponse,
  challengeSeconds,
  isOfMember,
  PasskeyRefused,
  type RelyingParty
} from "../../../domain/accounts/Passkey.ts"
import type { UserId } from "../../../domain/Ids.ts"
import type { StorageEffect } from "../../../domain/Unavailable.ts"
import { Passkeys, type StoredCredential } from "../../../ports/accounts/Passkeys.ts"
import { type ChallengePurpose, type OwnPasskey, PasskeysRepo } from "../../../ports/accounts/PasskeysRepo.ts"
import { Secrets } from "../../../ports/Secrets.ts"
import { relyingParty } from "./RelyingParty.ts"

/** A passkey that has signed a challenge, and the counter from now on. */
export interface CheckedPasskey {
  readonly passkey: OwnPasskey
  readonly counter: number
}

/** Challenges, and the check of what passkeys have signed. */
export class PasskeyCheck extends Context.Tag("services/accounts/factors/PasskeyCheck")<
  PasskeyCheck,
  {
    readonly site: RelyingParty

    /** Stores a challenge, and gives it. */
    readonly newChallenge: (
      purpose: ChallengePurpose,
      userId: Option.Option<UserId>
    ) => StorageEffect<Redacted.Redacted>

    /** Uses up the challenge of a response. Fails with `PasskeyRefused` for every reason alike. */
    readonly check: (response: AuthenticationResponse) => StorageEffect<CheckedPasskey, PasskeyRefused>

    /** Notes the use of a passkey, as a part of a transaction. Fails where another one has come between. */
    readonly use: (checked: CheckedPasskey) => StorageEffect<void, PasskeyRefused>
  }
>() {
  static readonly layer = Layer.effect(PasskeyCheck, Effect.gen(make))
}

const ClientData = Schema.parseJson(Schema.Struct({ challenge: Schema.String }))

/** The challenge that a response names; the check of its signature says whether it is the one that was signed. */
export const challengeIn = (clientDataJSON: string): string =>
  Encoding.decodeBase64UrlString(clientDataJSON).pipe(
    Either.flatMap(Schema.decodeUnknownEither(ClientData)),
    Either.match({ onLeft: () => "", onRight: ({ challenge }) => challenge })
  )

/** A key (P-256) of nobody, so that a response for an unknown passkey takes as long as one for a known one. */
const keyOfNobody: StoredCredential = {
  credentialId: "",
  publicKey: "pQECAyYgASFYIH05jR0xtLd73DjxIZm6f9znjrfcDEE88QvD_2qNPMVAIlggwrwKbhfSia8HG7NBWz_tdTM3Rk-DAZKvL1uZFJLCOXs",
  counter: 0,
  transports: []
}

function* make() {
  const repo = yield* PasskeysRepo
  const passkeys = yield* Passkeys
  const secrets = yield* Secrets
  const site = yield* relyingParty

  const newChallenge = Effect.fnUntraced(function* (purpose: ChallengePurpose, userId: Option.Option<UserId>) {
    const now = yield* DateTime.now
    const challenge = yield* secrets.newChallenge
    const expiresAt = DateTime.add(now, { seconds: challengeSeconds })
    const hash = secrets.digest(Redacted.value(challenge))
    yield* repo.addChallenge({ hash, purpose, userId, expiresAt }, now)
    return challenge
  })

  const check = Effect.fnUntraced(function* (response: AuthenticationResponse) {
    const challenge = challengeIn(response.response.clientDataJSON)
    const taken = yield* repo.takeChallenge("passkey", secrets.digest(challenge), yield* DateTime.now)
    const found = yield* repo.byCredential(response.id)
    const stored = Option.getOrElse(found, () => ({ ...keyOfNobody, credentialId: response.id }))
    const counter = yield* passkeys.authenticated(response, site, challenge, stored)
    if (Option.isNone(taken) || Option.isNone(found)) return yield* new PasskeyRefused()
    if (!isOfMember(response, found.value.userId)) return yield* new PasskeyRefused()
    return { passkey: found.value, counter }
  })

  const use = Effect.fnUntraced(function* ({ counter, passkey }: CheckedPasskey) {
    const isUsed = yield* repo.used(passkey, counter, yield* DateTime.now)
    if (!isUsed) return yield* new PasskeyRefused()
  })

  return { site, newChallenge, check, use }
}
