import { Context, Effect, Option } from "effect"
import { BadRequest } from "../../api/WireErrors.ts"
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

/** Reads `tools` of a URL: names separated by commas. Fails where one is not known. */
export const parseToolChoice = (
  known: ReadonlyArray<string>,
  tools: string | undefined
): Effect.Effect<ReadonlySet<string> | undefined, BadRequest> => {
  if (tools === undefined) return Effect.succeed(undefined)
  const chosen = tools.split(",").map((name) => name.trim())
  return chosen.every((name) => known.includes(name))
    ? Effect.succeed(new Set(chosen))
    : new BadRequest({ message: `tools must name some of ${known.join(", ")}, separated by commas` })
}

/** The member of a session, as the services know them. */
export type Caller = CurrentUser | Viewer

export const callerContext = (user: SignedInUser, tools?: ReadonlySet<string>): Context.Context<Caller> =>
  Context.make(CurrentUser, user).pipe(
    Context.add(Viewer, Option.some(user)),
    Context.add(PostReader, readerOf(Option.some(user))),
    Context.add(ToolChoice, tools)
  )
