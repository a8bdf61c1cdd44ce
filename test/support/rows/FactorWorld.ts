import { DateTime, Effect, Option, Redacted } from "effect"
import { challengeSeconds, maxPasskeys, userHandleOf } from "../../../src/domain/accounts/Passkey.ts"
import { noSecondFactor, recoveryCodeKey, stepSeconds } from "../../../src/domain/accounts/SecondFactor.ts"
import type { UserId } from "../../../src/domain/Ids.ts"
import { type ChallengePurpose, PasskeysRepo } from "../../../src/ports/accounts/PasskeysRepo.ts"
import { SecondFactorsRepo } from "../../../src/ports/accounts/SecondFactorsRepo.ts"
import { Secrets } from "../../../src/ports/Secrets.ts"
import { newAuthenticator } from "../authenticator/Authenticator.ts"
import { joinAdmin, type Member } from "../Given.ts"
import { join } from "../Members.ts"
import { oncePerCommunity } from "./OncePerCommunity.ts"

const site = { id: "localhost" }
/** The recovery code of every member who has some. */
export const recoveryCode = "0123-4567-89AB-CDEF"

/** A challenge that the server has made. */
const challengeFor = (purpose: ChallengePurpose, userId: Option.Option<UserId>) =>
  Effect.gen(function* () {
    const { digest, newChallenge } = yield* Secrets
    const now = yield* DateTime.now
    const challenge = Redacted.value(yield* newChallenge)
    const expiresAt = DateTime.add(now, { seconds: challengeSeconds })
    yield* (yield* PasskeysRepo).addChallenge({ hash: digest(challenge), purpose, userId, expiresAt }, now)
    return challenge
  })

/** Stores a passkey of a member, without a request. Gives its id and its authenticator. */
export const addPasskey = ({ user }: Pick<Member, "user">) =>
  Effect.gen(function* () {
    const device = newAuthenticator()
    const { credentialId, publicKey } = device
    const credential = { credentialId, publicKey, counter: 0, transports: ["internal"] }
    const createdAt = yield* DateTime.now
    const added = yield* (yield* PasskeysRepo).add({ ...credential, userId: user.id, name: "phone", createdAt })
    return { device, id: added.id }
  })

/** What a new authenticator of a member answers to the options of a registration. */
const registrationOf = ({ user: { id } }: Pick<Member, "user">) =>
  Effect.map(challengeFor("register", Option.some(id)), (challenge) =>
    newAuthenticator().makeRegistration({ challenge, rp: site, user: { id: userHandleOf(id) } })
  )

/** Turns the second factor of a member on, with one recovery code. */
export const addSecondFactor = ({ user: { id } }: Pick<Member, "user">) =>
  Effect.gen(function* () {
    const repo = yield* SecondFactorsRepo
    const { digest, newOtpSecret } = yield* Secrets
    const enabledAt = Option.some(yield* DateTime.now)
    yield* repo.put(id, { ...noSecondFactor, secret: Option.some(yield* newOtpSecret), enabledAt })
    yield* repo.setRecoveryCodes(id, [digest(recoveryCodeKey(recoveryCode))])
  })

/** Gives a member a secret that waits for its first code, and that code, which is taken for a minute at least. */
const addPendingSecret = ({ user: { id } }: Pick<Member, "user">) =>
  Effect.gen(function* () {
    const { newOtpSecret, oneTimeCode } = yield* Secrets
    const secret = yield* newOtpSecret
    const now = yield* DateTime.now
    const pendingUntil = Option.some(DateTime.add(now, { hours: 1 }))
    const pending = { ...noSecondFactor, pendingSecret: Option.some(secret), pendingUntil }
    yield* (yield* SecondFactorsRepo).put(id, pending)
    return oneTimeCode(secret, Math.floor(DateTime.toEpochMillis(now) / (stepSeconds * 1000)) + 1)
  })

/** A member who has as many passkeys as allowed. */
const fullOfPasskeys = oncePerCommunity(
  Effect.tap(join(), (full) => Effect.replicateEffect(addPasskey(full), maxPasskeys, { discard: true }))
)

/** An admin who signs in with a passkey only, and its id. */
const adminWithPasskey = oncePerCommunity(
  Effect.gen(function* () {
    const keyAdmin = yield* joinAdmin
    return { keyAdmin, adminPasskey: (yield* addPasskey(keyAdmin)).id }
  })
)

/** An admin who signs in with codes. */
const adminWithCodes = oncePerCommunity(Effect.tap(joinAdmin, addSecondFactor))

/** What the rows of passkeys and second factors need, beside the author of the post. */
export const factorWorld = (maria: Member) =>
  Effect.gen(function* () {
    const [guarded, full] = [yield* join(), yield* fullOfPasskeys]
    yield* addSecondFactor(guarded)
    const passkey = yield* addPasskey(maria)
    const challenge = yield* challengeFor("passkey", Option.none())
    return {
      guarded,
      full,
      ...(yield* adminWithPasskey),
      codeAdmin: yield* adminWithCodes,
      passkey: passkey.id,
      registration: yield* registrationOf(maria),
      fullRegistration: yield* registrationOf(full),
      assertion: passkey.device.makeAssertion(
        { challenge, rpId: site.id },
        { userHandle: userHandleOf(maria.user.id) }
      ),
      pendingCode: yield* addPendingSecret(maria)
    }
  })
