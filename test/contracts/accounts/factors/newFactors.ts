import { DateTime, Effect, Option, Redacted } from "effect"
import { noSecondFactor, type StoredSecondFactor } from "../../../../src/domain/accounts/SecondFactor.ts"
import type { UserId } from "../../../../src/domain/Ids.ts"
import { type ChallengeToAdd, PasskeysRepo, type PasskeyToAdd } from "../../../../src/ports/accounts/PasskeysRepo.ts"
import { SecondFactorsRepo } from "../../../../src/ports/accounts/SecondFactorsRepo.ts"
import { moment, unique } from "../../newRows.ts"

export const newPasskeyRow = (userId: UserId, overrides: Partial<PasskeyToAdd> = {}): PasskeyToAdd => ({
  userId,
  credentialId: unique(),
  publicKey: "pQECAyYgASFYIH05jR0xtLd73DjxIZm6f9",
  counter: 0,
  transports: ["internal", "hybrid"],
  name: "a phone",
  createdAt: moment,
  ...overrides
})

/** Adds a passkey, and finds it by its credential. */
export const newPasskey = (userId: UserId, overrides: Partial<PasskeyToAdd> = {}) =>
  Effect.gen(function* () {
    const repo = yield* PasskeysRepo
    const row = newPasskeyRow(userId, overrides)
    yield* repo.add(row)
    return yield* Effect.flatten(repo.byCredential(row.credentialId))
  })

/** An app that shows codes already. */
export const enabledApp: StoredSecondFactor = {
  ...noSecondFactor,
  secret: Option.some(Redacted.make("JBSWY3DPEHPK3PXP")),
  enabledAt: Option.some(moment)
}

/** A member's app, with recovery codes of these hashes. */
export const newApp = (userId: UserId, hashes: ReadonlyArray<string> = []) =>
  Effect.gen(function* () {
    const repo = yield* SecondFactorsRepo
    yield* repo.put(userId, enabledApp)
    yield* repo.setRecoveryCodes(userId, hashes)
  })

/** Adds a challenge that is valid for five minutes from `moment`. */
export const newChallenge = (overrides: Partial<ChallengeToAdd> = {}) =>
  Effect.gen(function* () {
    const repo = yield* PasskeysRepo
    const challenge: ChallengeToAdd = {
      hash: unique(),
      purpose: "passkey",
      userId: Option.none(),
      expiresAt: DateTime.add(moment, { minutes: 5 }),
      ...overrides
    }
    yield* repo.addChallenge(challenge, moment)
    return challenge
  })
