import { Array, DateTime, Either, Option } from "effect"
import { type Passkey, RegistrationRefused } from "../../../domain/accounts/Passkey.ts"
import { PasskeyId } from "../../../domain/Ids.ts"
import { type ChallengePurpose, PasskeysRepo, type PasskeyToAdd } from "../../../ports/accounts/PasskeysRepo.ts"
import type { PasskeyRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { oldestFirst } from "../Views.ts"

const shown = ({ createdAt, id, lastUsedAt, name }: PasskeyRow): Passkey => ({ id, name, createdAt, lastUsedAt })

const add = ({ passkeys, users }: Tables, passkey: PasskeyToAdd): Either.Either<Passkey, RegistrationRefused> => {
  users.referred(passkey.userId)
  if (passkeys.some(({ credentialId }) => credentialId === passkey.credentialId)) {
    return Either.left(new RegistrationRefused())
  }
  const row = { ...passkey, id: PasskeyId.make(++passkeys.lastId), lastUsedAt: Option.none() }
  passkeys.set(row.id, row)
  return Either.right(shown(row))
}

const challengeOf = ({ signInChallenges }: Tables, purpose: ChallengePurpose, hash: string, now: DateTime.Utc) =>
  Option.filter(
    signInChallenges.find(hash),
    (row) => row.purpose === purpose && DateTime.greaterThan(row.expiresAt, now)
  )

export const layer = inMemory(PasskeysRepo, ({ attempt, read, write }) => ({
  add: (passkey) => attempt((tables) => add(tables, passkey)),

  ofMember: (userId) => read(({ passkeys }) => passkeys.where((row) => row.userId === userId).sort(oldestFirst)),

  byCredential: (credentialId) =>
    read(({ passkeys }) => Array.head(passkeys.where((row) => row.credentialId === credentialId))),

  used: (passkey, counter, at) =>
    write(({ passkeys }) => {
      const row = passkeys.get(passkey.id)
      if (row === undefined || row.counter !== passkey.counter) return false
      const lastUsedAt = Option.some(Option.match(row.lastUsedAt, { onNone: () => at, onSome: DateTime.max(at) }))
      passkeys.set(row.id, { ...row, counter, lastUsedAt })
      return true
    }),

  rename: (userId, id, name) =>
    write(({ passkeys }) => {
      const row = passkeys.get(id)
      if (row?.userId !== userId) return Option.none()
      passkeys.set(id, { ...row, name })
      return Option.some(shown({ ...row, name }))
    }),

  remove: (userId, id) => write(({ passkeys }) => passkeys.get(id)?.userId === userId && passkeys.delete(id)),

  removeAll: (userId) =>
    write(({ passkeys }) => {
      const own = passkeys.where((row) => row.userId === userId)
      for (const { id } of own) passkeys.delete(id)
      return own.length
    }),

  addChallenge: (challenge, now) =>
    write(({ signInChallenges }) => {
      signInChallenges.deleteWhere(({ expiresAt }) => DateTime.lessThanOrEqualTo(expiresAt, now))
      signInChallenges.set(challenge.hash, challenge)
    }),

  challengeOf: (purpose, hash, now) => read((tables) => challengeOf(tables, purpose, hash, now)),

  takeChallenge: (purpose, hash, now) =>
    write((tables) => {
      const found = challengeOf(tables, purpose, hash, now)
      if (Option.isSome(found)) tables.signInChallenges.delete(hash)
      return found
    }),

  forgetChallenges: (userId) =>
    write(({ signInChallenges }) => signInChallenges.deleteWhere((row) => Option.contains(row.userId, userId)))
}))
