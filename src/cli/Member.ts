import { Args } from "@effect/cli"
import { Option } from "effect"
import type { UserDetail } from "../domain/accounts/User.ts"

/** The argument of the commands that concern one member. */
export const member = Args.text({ name: "MEMBER" }).pipe(Args.withDescription("a username, or an email"))

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
