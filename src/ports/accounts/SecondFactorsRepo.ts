import { Context, type Option } from "effect"
import type { StoredSecondFactor } from "../../domain/accounts/SecondFactor.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

/** What comes of a recovery code: `unknown` for one that the member does not have, or no longer. */
export type TriedRecoveryCode = "taken" | "used" | "unknown"

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

    /** Takes a recovery code of the member, once: of concurrent calls one has `taken`, and the others have `used`. */
    readonly takeRecoveryCode: (userId: UserId, hash: string) => StorageEffect<TriedRecoveryCode>

    /** The number of recovery codes that were not taken. */
    readonly recoveryCodesLeft: (userId: UserId) => StorageEffect<number>
  }
>() {}
