import { Args, Command, Options } from "@effect/cli"
import { Data, Effect, Option, Stream } from "effect"
import type { UserDetail } from "../domain/accounts/User.ts"
import { Operator } from "../services/accounts/Operator.ts"
import * as OperatorLayer from "./OperatorLayer.ts"
import { json, print } from "./Output.ts"

/** The argument of the commands that concern one member. */
export const member = Args.text({ name: "MEMBER" }).pipe(
  Args.withDescription("a member's number, a username or an email")
)

/** A member as `--json` shows them. */
export const record = ({ email, id, role, username }: UserDetail) => ({
  id,
  username,
  email: Option.getOrNull(email),
  role
})

/** A member as lines for people show them. */
export const nameOf = ({ email, id, username }: UserDetail) =>
  `${username} (member ${id}, ${Option.getOrElse(email, () => "no email")})`

const exported = Command.make("export", { member }, ({ member }) =>
  Effect.gen(function* () {
    const lines = yield* Effect.flatMap(Operator, ({ exportOf }) => exportOf(member))
    const write = (text: string) =>
      Effect.async<void>((resume) => void process.stdout.write(text, () => resume(Effect.void)))
    yield* Stream.runForEach(lines, write)
  }).pipe(Effect.provide(OperatorLayer.onMade))
).pipe(
  Command.withDescription(
    "Writes everything that is stored about a member to standard output, one line of JSON for each."
  )
)

const posts = Options.choice("posts", ["delete", "keep"]).pipe(
  Options.withDescription("deletes the posts and comments of the member, or keeps them under `former member`"),
  Options.optional
)

class PostsUndecided extends Data.TaggedError("PostsUndecided") {
  override get message() {
    return "say what happens to the posts and comments of the member: --posts delete, or --posts keep, under `former member`"
  }
}

const erase = Command.make("erase", { member, posts, json }, ({ json, member, posts }) =>
  Effect.flatMap(
    Effect.mapError(posts, () => new PostsUndecided()),
    (posts) =>
      Effect.gen(function* () {
        const erased = yield* Effect.flatMap(Operator, ({ erase }) => erase(member, posts))
        yield* print(json, record(erased), [`erased ${nameOf(erased)}`])
      }).pipe(Effect.provide(OperatorLayer.onMade))
  )
).pipe(Command.withDescription("Erases a member at once, as leaving does, and it cannot be undone (docs/own-data.md)."))

const resetSecondFactor = Command.make("reset-second-factor", { member, json }, ({ json, member }) =>
  Effect.gen(function* () {
    const {
      hadCodes,
      member: user,
      passkeys
    } = yield* Effect.flatMap(Operator, ({ resetFactors }) => resetFactors(member))
    yield* print(json, { ...record(user), passkeys, secondFactor: hadCodes }, [
      `${nameOf(user)} signs in with the password alone; passkeys removed: ${passkeys}, second factor: ${hadCodes ? "removed" : "none"}`
    ])
  }).pipe(Effect.provide(OperatorLayer.onMade))
).pipe(
  Command.withDescription(
    "Removes the passkeys and the second factor of a member who has lost them, and ends all their sessions; they get a mail."
  )
)

/** `members …`: the data of members. */
export const members = Command.make("members").pipe(
  Command.withDescription("Exports and erases what is stored about a member, and removes lost passkeys and codes."),
  Command.withSubcommands([exported, erase, resetSecondFactor])
)
