import { Context, Option } from "effect"
import { CurrentUser, type SignedInUser, Viewer } from "../../domain/accounts/CurrentUser.ts"
import { ToolChoice } from "./tools/ToolChoice.ts"

/** The member of a session, as the services know them. */
export type Caller = CurrentUser | Viewer

export const callerContext = (user: SignedInUser, tools?: ReadonlySet<string>): Context.Context<Caller> =>
  Context.make(CurrentUser, user).pipe(Context.add(Viewer, Option.some(user)), Context.add(ToolChoice, tools))
