import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { unique } from "../../contracts/newRows.ts"
import { atOnce } from "../../support/AtOnce.ts"
import { community } from "../../support/Community.ts"
import { rows } from "../../support/EndpointRows.ts"
import { type Defined, endpoints, takesKey } from "../../support/Endpoints.ts"
import type { Member } from "../../support/Given.ts"
import { type Answer, ask, isFailure, json, type Sent } from "../../support/Raw.ts"
import { type Ask, world } from "../../support/rows/World.ts"
import { memoryOnly, oneDatabase } from "../../support/Storage.ts"
import { withMail } from "../../support/Unlimited.ts"
import { recordOf } from "../../support/Wire.ts"
import { ownChanges } from "./OwnChanges.ts"

const writes = endpoints.filter(takesKey)

const nameOf = ({ endpoint, group }: Defined) => `${group}.${endpoint.name}`

/** A world, and the request of a row in it, as its member sends it under a key. */
const staged = (defined: Defined) =>
  Effect.gen(function* () {
    const stage = yield* world
    const row = yield* Effect.fromNullable(rows[nameOf(defined)])
    const send = (key: string, { as = stage.maria.token, body, path }: Ask) => {
      const sent: Sent = { as, headers: { "idempotency-key": key } }
      return ask(defined.endpoint.method, path, body === undefined ? sent : { ...sent, body: JSON.stringify(body) })
    }
    return { maria: stage.maria, row: row(stage), send }
  })

/** All that a write may change: the outbox has an entry for each change but of the list of keys. */
const traces = ({ client, user }: Member) =>
  Effect.gen(function* () {
    const { data } = yield* client.auth.listApiKeys()
    return { changes: yield* ownChanges(user.id), keys: data.length }
  })

/** What a write has changed, from the traces before it. */
const changedSince = (member: Member, before: Effect.Effect.Success<ReturnType<typeof traces>>) =>
  Effect.map(traces(member), ({ changes, keys }) => [changes - before.changes, keys - before.keys])

const isReplayed = ({ headers }: Answer) => headers["idempotency-replayed"] === "true"

const told = ({ headers, status, text }: Answer) => [status, text, headers["location"], headers["content-type"]]

/** On a server where there is one, since a write and its key are one transaction there; else in memory, which is faster. */
for (const storage of process.env["TEST_DATABASE_URL"] === undefined ? memoryOnly : oneDatabase) {
  layer(community(storage.layer, withMail), { excludeTestServices: true })(
    `${storage.name}: every write with a key`,
    (it) => {
      it.effect("rows has one for each of at least 12 writes", () =>
        Effect.sync(() => {
          assertTrue(writes.length >= 12)
          deepStrictEqual(
            writes.map(nameOf).filter((name) => rows[name] === undefined),
            []
          )
        })
      )

      for (const defined of writes) {
        it.effect(
          `${defined.name} has one effect and one answer, in turn and at once, with and without a slash at the end`,
          () =>
            Effect.gen(function* () {
              const one = yield* staged(defined)
              const before = yield* traces(one.maria)
              const key = unique()
              const first = yield* one.send(key, one.row.ask)
              strictEqual(first.status, one.row.status, first.text)
              strictEqual(first.headers["location"] !== undefined, first.status === 201)
              assertTrue(!isReplayed(first))
              const effect = yield* changedSince(one.maria, before)
              for (const path of [one.row.ask.path, `${one.row.ask.path}/`]) {
                const again = yield* one.send(`"${key}"`, { ...one.row.ask, path })
                deepStrictEqual(told(again), told(first))
                assertTrue(isReplayed(again))
              }
              deepStrictEqual(yield* changedSince(one.maria, before), effect)

              const two = yield* staged(defined)
              const start = yield* traces(two.maria)
              const twins = yield* Effect.all(Array.replicate(two.send(unique(), two.row.ask), 3), atOnce)
              for (const twin of twins) deepStrictEqual(told(twin), told(twins[0] ?? twin))
              deepStrictEqual([twins[0]?.status, twins.filter(isReplayed).length], [two.row.status, 2])
              deepStrictEqual(yield* changedSince(two.maria, start), effect)
            })
        )

        it.effect(`${defined.name} keeps no failure, and refuses another request under its key`, () =>
          Effect.gen(function* () {
            const { row, send } = yield* staged(defined)
            const key = unique()
            for (const [status, failing] of Object.entries(row.fails)) {
              for (const _ of [1, 2]) {
                const answer = yield* send(key, failing)
                deepStrictEqual([answer.status, isReplayed(answer)], [Number(status), false])
              }
            }
            const first = yield* send(key, row.ask)
            deepStrictEqual([first.status, isReplayed(first)], [row.status, false])
            const other = { ...row.ask, body: { ...recordOf(row.ask.body), another: 1 } }
            const refused = yield* send(key, other)
            strictEqual(refused.status, 409)
            assertTrue(String(isFailure(refused)).includes("was sent with another request"))
            const reordered = { ...row.ask, body: Object.fromEntries(Object.entries(recordOf(row.ask.body)).reverse()) }
            if (row.ask.body !== undefined) deepStrictEqual(json(yield* send(key, reordered)), json(first))
          })
        )
      }
    }
  )
}
