import { Command, Options } from "@effect/cli"
import { DateTime, Effect, Option } from "effect"
import { Reason } from "../domain/accounts/Suspension.ts"
import type { UserDetail } from "../domain/accounts/User.ts"
import { Time } from "../domain/Time.ts"
import { Operator } from "../services/accounts/Operator.ts"
import { member, nameOf, record } from "./Member.ts"
import * as OperatorLayer from "./OperatorLayer.ts"
import { json, print } from "./Output.ts"

const suspensionOf = ({ suspended }: UserDetail) =>
  Option.getOrNull(
    Option.map(suspended, ({ reason, until }) => ({
      until: Option.getOrNull(Option.map(until, DateTime.formatIso)),
      reason
    }))
  )

const endOf = ({ suspended }: UserDetail) =>
  Option.match(
    Option.flatMap(suspended, ({ until }) => until),
    { onNone: () => "until `admin unsuspend`", onSome: (until) => `until ${DateTime.formatIso(until)}` }
  )

/** `admin suspend`: the member cannot sign in, and their keys rest. */
export const suspend = Command.make(
  "suspend",
  {
    member,
    reason: Options.text("reason").pipe(
      Options.withSchema(Reason),
      Options.withDefault("by the operator"),
      Options.withDescription("why, for the audit log")
    ),
    until: Options.text("until").pipe(
      Options.withSchema(Time),
      Options.optional,
      Options.withDescription("the time of its end, such as 2027-01-01T00:00:00Z; else `admin unsuspend` ends it")
    ),
    json
  },
  ({ json, member, reason, until }) =>
    Effect.gen(function* () {
      const user = yield* Effect.flatMap(Operator, ({ suspend }) => suspend(member, { reason, until }))
      yield* print(json, { ...record(user), suspended: suspensionOf(user) }, [
        `${nameOf(user)} is suspended ${endOf(user)}: sessions have ended, and API keys rest`
      ])
    }).pipe(Effect.provide(OperatorLayer.onMade))
).pipe(Command.withDescription("Suspends a member: sessions end at once, API keys rest, and a login is refused."))

/** `admin unsuspend`: ends a suspension. */
export const unsuspend = Command.make("unsuspend", { member, json }, ({ json, member }) =>
  Effect.gen(function* () {
    const user = yield* Effect.flatMap(Operator, ({ unsuspend }) => unsuspend(member))
    yield* print(json, { ...record(user), suspended: suspensionOf(user) }, [`${nameOf(user)} is not suspended`])
  }).pipe(Effect.provide(OperatorLayer.onMade))
).pipe(Command.withDescription("Ends the suspension of a member."))
