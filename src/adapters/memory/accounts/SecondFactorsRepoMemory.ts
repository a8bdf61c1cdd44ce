import { SecondFactorsRepo } from "../../../ports/accounts/SecondFactorsRepo.ts"
import { inMemory } from "../Store.ts"

export const layer = inMemory(SecondFactorsRepo, ({ read, write }) => {
  const codesOf = (userId: number) => (row: { readonly userId: number }) => row.userId === userId
  return {
    find: (userId) => read(({ secondFactors }) => secondFactors.find(userId)),
    lock: (userId) => read(({ secondFactors }) => secondFactors.find(userId)), // transactions run one at a time
    put: (userId, factor) =>
      write(({ secondFactors, users }) => {
        users.referred(userId)
        secondFactors.set(userId, factor)
      }),
    remove: (userId) =>
      write(({ recoveryCodes, secondFactors }) => {
        recoveryCodes.deleteWhere(codesOf(userId))
        return secondFactors.delete(userId)
      }),
    setRecoveryCodes: (userId, hashes) =>
      write(({ recoveryCodes, secondFactors }) => {
        secondFactors.referred(userId)
        recoveryCodes.deleteWhere(codesOf(userId))
        for (const hash of hashes) recoveryCodes.set(`${userId} ${hash}`, { userId })
      }),
    takeRecoveryCode: (userId, hash) => write(({ recoveryCodes }) => recoveryCodes.delete(`${userId} ${hash}`)),
    recoveryCodesLeft: (userId) => read(({ recoveryCodes }) => recoveryCodes.count(codesOf(userId)))
  }
})
