import { Data } from "effect"
import type { ApiKeyId } from "../Ids.ts"
import type { ApiKey } from "./ApiKey.ts"
import type { UserDetail } from "./User.ts"

/** No member has this username or email. */
export class MemberNotFound extends Data.TaggedError("MemberNotFound")<{ readonly member: string }> {
  override readonly message = `there is no member ${this.member}: give a username or an email`
}

/** The member has no keys with these ids; none was revoked. */
export class KeysNotFound extends Data.TaggedError("KeysNotFound")<{ readonly ids: ReadonlyArray<ApiKeyId> }> {
  override readonly message = `the member has no API key ${this.ids.join(", ")}: nothing was revoked`
}

export interface KeysOfMember {
  readonly member: UserDetail
  readonly keys: ReadonlyArray<ApiKey>
}
