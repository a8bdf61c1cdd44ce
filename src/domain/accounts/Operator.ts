import { Data } from "effect"
import type { ApiKeyId } from "../Ids.ts"
import type { ApiKey } from "./ApiKey.ts"
import type { UserDetail } from "./User.ts"

/** No member has this number, username or email. */
export class MemberNotFound extends Data.TaggedError("MemberNotFound")<{ readonly member: string }> {
  override readonly message = `there is no member ${this.member}: give a number, a username or an email`
}

/** The operator typed the number of one member that is the name of another. */
export class MemberUnclear extends Data.TaggedError("MemberUnclear")<{ readonly member: string }> {
  override readonly message = `${this.member} is the number of one member and the name of another: give the email`
}

/** The member has no keys with these ids; none was revoked. */
export class KeysNotFound extends Data.TaggedError("KeysNotFound")<{ readonly ids: ReadonlyArray<ApiKeyId> }> {
  override readonly message = `the member has no API key ${this.ids.join(", ")}: nothing was revoked`
}

export interface KeysOfMember {
  readonly member: UserDetail
  readonly keys: ReadonlyArray<ApiKey>
}
