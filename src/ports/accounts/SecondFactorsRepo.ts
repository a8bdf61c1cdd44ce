import { Context, type Option } from "effect"
import type { StoredSecondFactor } from "../../domain/accounts/SecondFactor.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

/** The store of the apps by which members make codes, and of their recovery codes. */
export class SecondFactorsRepo extends Context.Tag("ports/accounts/SecondFactorsRepo")<
  SecondFactorsRepo,
  {
    readonly find: (userId: UserId) => StorageEffect<Option.Option<StoredSecondFactor>>

    /** `find`, with the lock of the row until the end of the transaction. */
    readonly lock: (userId: UserId) => StorageEffect<Option.Option<StoredSecondFactor>>

    /** Stores the state of a member's app, in place of the earlier one. */
    readonly put: (userId: UserId, factor: StoredSecondFactor) => StorageEffect<void>

    /** Removes the app, with the recovery codes. True if there was one. */
    readonly remove: (userId: UserId) => StorageEffect<boolean>

    /** Stores the hashes of recovery codes in place of those of before. The member has a row (`put`). */
    readonly setRecoveryCodes: (userId: UserId, hashes: ReadonlyArray<string>) => StorageEffect<void>

    /** True for a recovery code of the member, which is gone afterwards: of concurrent calls one has it. */
    readonly takeRecoveryCode: (userId: UserId, hash: string) => StorageEffect<boolean>

    readonly recoveryCodesLeft: (userId: UserId) => StorageEffect<number>
  }
>() {}
