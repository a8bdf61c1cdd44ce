import { Context, Option } from "effect"
import { CurrentUser, type SignedInUser, Viewer } from "../../domain/accounts/CurrentUser.ts"
import { PostReader, readerOf } from "../../domain/posts/Audience.ts"

/**
 * The names of the tools that a client wants, by `tools` in its URL; undefined for all. A short list of tools saves
 * tokens in every conversation, and an agent cannot call what its user did not list.
 */
export class ToolChoice extends Context.Reference<ToolChoice>()("transport/mcp/ToolChoice", {
  defaultValue: (): ReadonlySet<string> | undefined => undefined
}) {}

/** The tools that a choice leaves. */
export const chosen = <A extends { readonly name: string }>(
  tools: ReadonlyArray<A>,
  choice: ReadonlySet<string> | undefined
): ReadonlyArray<A> => (choice === undefined ? tools : tools.filter(({ name }) => choice.has(name)))

/** The member of a session, as the services know them. */
export type Caller = CurrentUser | Viewer

export const callerContext = (user: SignedInUser, tools?: ReadonlySet<string>): Context.Context<Caller> =>
  Context.make(CurrentUser, user).pipe(
    Context.add(Viewer, Option.some(user)),
    Context.add(PostReader, readerOf(Option.some(user))),
    Context.add(ToolChoice, tools)
  )
