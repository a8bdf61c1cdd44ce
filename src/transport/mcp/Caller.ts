import { Context, Option } from "effect"
import { CurrentUser, type SignedInUser, Viewer } from "../../domain/accounts/CurrentUser.ts"

/** The member of a session, as the services know them. */
export type Caller = CurrentUser | Viewer

export const callerContext = (user: SignedInUser): Context.Context<Caller> =>
  Context.add(Context.make(CurrentUser, user), Viewer, Option.some(user))
