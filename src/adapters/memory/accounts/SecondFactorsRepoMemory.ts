import { Option } from "effect"
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
        for (const hash of hashes) recoveryCodes.set(`${userId} ${hash}`, { userId, isUsed: false })
      }),
    takeRecoveryCode: (userId, hash) =>
      write(({ recoveryCodes }) => {
        const key = `${userId} ${hash}`
        const found = recoveryCodes.find(key)
        if (Option.isNone(found)) return "unknown"
        if (found.value.isUsed) return "used"
        recoveryCodes.set(key, { userId, isUsed: true })
        return "taken"
      }),
    recoveryCodesLeft: (userId) =>
      read(({ recoveryCodes }) => recoveryCodes.count((row) => row.userId === userId && !row.isUsed))
  }
})
