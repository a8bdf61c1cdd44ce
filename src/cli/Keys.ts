import { Args, Command, Options } from "@effect/cli"
import { Data, DateTime, Effect, Option } from "effect"
import type { ApiKey } from "../domain/accounts/ApiKey.ts"
import { ApiKeyId } from "../domain/Ids.ts"
import { Operator } from "../services/accounts/Operator.ts"
import { member } from "./Members.ts"
import * as OperatorLayer from "./OperatorLayer.ts"
import { json, print, table } from "./Output.ts"

const timeOf = (time: Option.Option<DateTime.Utc>) => Option.getOrNull(Option.map(time, DateTime.formatIso))

const record = ({ agent, createdAt, expiresAt, id, lastUsedAt, name, prefix, scopes }: ApiKey) => ({
  id,
  name,
  prefix,
  scopes,
  agent,
  createdAt: DateTime.formatIso(createdAt),
  expiresAt: timeOf(expiresAt),
  lastUsedAt: timeOf(lastUsedAt)
})

const rowOf = (key: ApiKey) => {
  const { createdAt, expiresAt, id, lastUsedAt, name, prefix, scopes } = record(key)
  return [String(id), prefix, scopes.join(","), createdAt, expiresAt ?? "never", lastUsedAt ?? "never", name]
}

const heading = ["id", "prefix", "scopes", "created", "expires", "last used", "name"]

const list = Command.make("list", { member, json }, ({ json, member }) =>
  Effect.gen(function* () {
    const { keys } = yield* Effect.flatMap(Operator, ({ keysOf }) => keysOf(member))
    const lines = keys.length === 0 ? ["no API keys"] : table([heading, ...keys.map(rowOf)])
    yield* print(json, keys.map(record), lines)
  }).pipe(Effect.provide(OperatorLayer.onMade))
).pipe(Command.withDescription("Lists the API keys of a member, oldest first."))

/** Neither ids nor `--all` were given, or both. */
class KeysUnclear extends Data.TaggedError("KeysUnclear") {
  override get message() {
    return "give the ids of keys, or --all, and not both"
  }
}

/** The ids that were given, or none for all keys. */
const choice = (all: boolean, ids: ReadonlyArray<number>) => {
  if (all === ids.length > 0) return new KeysUnclear()
  return Effect.succeed(all ? Option.none() : Option.some(ids.map((id) => ApiKeyId.make(id))))
}

const revoke = Command.make(
  "revoke",
  {
    member,
    ids: Args.integer({ name: "ID" }).pipe(Args.withDescription("the id of a key, as listed"), Args.repeated),
    all: Options.boolean("all").pipe(Options.withDescription("revokes every key of the member")),
    json
  },
  ({ all, ids, json, member }) =>
    Effect.flatMap(choice(all, ids), (chosen) =>
      Effect.gen(function* () {
        const { keys } = yield* Effect.flatMap(Operator, ({ revokeKeys }) => revokeKeys(member, chosen))
        const lines = keys.map(({ id, name, prefix }) => `revoked the key ${id}: ${prefix} ${name}`)
        yield* print(json, keys.map(record), lines.length === 0 ? ["no API keys to revoke"] : lines)
      }).pipe(Effect.provide(OperatorLayer.onMade))
    )
).pipe(
  Command.withDescription("Revokes API keys of a member: they end at once, on every instance, with their streams.")
)

/** `keys …`: the API keys of members. */
export const keys = Command.make("keys").pipe(
  Command.withDescription("Lists and revokes API keys."),
  Command.withSubcommands([list, revoke])
)
