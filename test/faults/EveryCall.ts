import { setTimeout as sleep } from "node:timers/promises"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "@effect/platform"
import { type Context, Effect, Exit, Layer, Redacted, Scope } from "effect"
import type { Random } from "../../bench/driver/Random.ts"
import * as Database from "../../src/adapters/postgres/connection/Database.ts"
import * as Sql from "../../src/adapters/postgres/connection/Sql.ts"
import { unique } from "../contracts/newRows.ts"
import { otherRows, rows } from "../support/EndpointRows.ts"
import { bodyTypeOf, type Defined, endpoints, takesKey } from "../support/Endpoints.ts"
import { publish } from "../support/Given.ts"
import { join } from "../support/Members.ts"
import { type Ask, world as community, type Row } from "../support/rows/World.ts"
import { toolRows } from "../support/ToolRows.ts"
import { at } from "../support/Wire.ts"
import { answerMillis, reasonOf } from "./Calls.ts"
import { generations, toolCaller } from "./McpSpeakers.ts"
import type { World } from "./World.ts"

/** A call that was not answered as it is without faults. */
export interface WrongCall {
  readonly name: string
  readonly details: string
}

/** The result of all calls. */
export interface EveryCall {
  readonly calls: number
  readonly retries: number
  readonly kills: number
  readonly wrong: ReadonlyArray<WrongCall>
}

/** A request is repeated so often, over the time that an instance takes to start. */
const maxTries = 60

/** Statuses of a proxy or an instance for the time that a part is away. */
const passing = new Set([502, 503, 504])

/** Calls of sessions and endless streams, which end with their instance: the schedules cover them. */
const left = ["notificationsStream.open", "mcp.open", "mcp.send", "mcp.end"]

/** A repeated logout finds its credential ended; it takes no key. */
const endsItself = "auth.logout"

type Needs = Effect.Effect.Context<typeof community> | Effect.Effect.Context<ReturnType<typeof publish>>

/** Runs what prepares a call: members join through nginx, and the rest is put into the database. */
const makeRun = async (world: World, scope: Scope.CloseableScope) => {
  const client = Layer.effect(
    HttpClient.HttpClient,
    Effect.map(HttpClient.HttpClient, HttpClient.mapRequest(HttpClientRequest.prependUrl(world.nginx.url)))
  ).pipe(Layer.provide(FetchHttpClient.layer))
  const storage = Layer.provideMerge(Sql.layer, Database.server(Redacted.make(world.databaseUrl), 4))
  const layer = Layer.merge(client, storage)
  const context: Context.Context<Needs> = await Effect.runPromise(Layer.build(layer).pipe(Scope.extend(scope)))
  return <A, E>(effect: Effect.Effect<A, E, Needs>): Promise<A> =>
    insist(() => Effect.runPromise(Effect.provide(effect, context)))
}

const insist = async <A>(what: () => Promise<A>): Promise<A> => {
  for (let tries = 0; ; tries++) {
    try {
      return await what()
    } catch (error) {
      if (tries === maxTries) throw error
      await sleep(100)
    }
  }
}

/** Kills an instance at random, starts it again, and so on until it is stopped. */
const startKilling = ({ instances }: World, random: Random) => {
  let isOver = false
  let kills = 0
  const running = (async () => {
    while (!isOver) {
      await sleep(random.between(1_000, 3_000))
      const instance = random.pick(instances)
      await instance.stop(random.next() < 0.7 ? "SIGKILL" : "SIGTERM")
      kills++
      await instance.start()
    }
  })()
  return {
    kills: () => kills,
    stop: () => {
      isOver = true
      return running
    }
  }
}

/** All calls, by turns, with what went wrong. */
class Calls {
  calls = 0
  retries = 0
  readonly wrong: Array<WrongCall> = []
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  /** Sends a request until it is answered, and compares the status. */
  async expect(
    name: string,
    defined: Defined,
    { as, body, headers = {}, path }: Ask,
    token: Redacted.Redacted,
    status: number
  ) {
    this.calls++
    const sent = {
      method: defined.endpoint.method,
      headers: {
        authorization: `Bearer ${Redacted.value(as ?? token)}`,
        ...(body === undefined ? {} : { "content-type": bodyTypeOf(defined) }),
        ...(takesKey(defined) ? { "idempotency-key": unique() } : {}),
        ...headers
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    }
    for (let tries = 0; ; tries++) {
      const got = await fetch(this.#url + path, { ...sent, signal: AbortSignal.timeout(answerMillis) }).then(
        async (answer) => ({ status: answer.status, text: await answer.text() }),
        (error: unknown) => ({ status: 0, text: reasonOf(error) })
      )
      const isStill = got.status === 409 && got.text.includes("still running")
      if (got.status !== 0 && !passing.has(got.status) && !isStill) {
        const isDone = name === endsItself && tries > 0 && got.status === 401
        if (got.status !== status && !isDone) {
          this.wrong.push({
            name,
            details: `${sent.method} ${path} got ${got.status} instead of ${status}: ${got.text.slice(0, 300)}`
          })
        }
        return
      }
      if (tries === maxTries) {
        this.wrong.push({ name, details: `${sent.method} ${path} was never answered: ${got.status} ${got.text}` })
        return
      }
      this.retries++
      await sleep(100)
    }
  }
}

const rowOf = (name: string): ((world: Effect.Effect.Success<typeof community>) => Row) | undefined => {
  const other = otherRows[name]
  // Those that are called need no session.
  return rows[name] ?? (other === undefined ? undefined : () => other({ session: "", streaming: "" }))
}

/** True if other calls can be made in the same community afterwards: it ends no credential and deletes nothing. */
const isHarmless = ({ endpoint: { method }, group }: Defined) =>
  method === "GET" || (method !== "DELETE" && !["auth", "users"].includes(group))

/** Every endpoint: its request that succeeds, and those that fail. */
const callEndpoints = async (calls: Calls, run: Awaited<ReturnType<typeof makeRun>>) => {
  let stage: Effect.Effect.Success<typeof community> | undefined
  for (const defined of endpoints) {
    const name = `${defined.group}.${defined.endpoint.name}`
    const row = rowOf(name)
    if (row === undefined || left.includes(name)) continue
    stage ??= await run(community)
    const { ask, fails, status } = row(stage)
    for (const [expected, bad] of Object.entries(fails)) {
      await calls.expect(name, defined, bad, stage.maria.token, Number(expected))
    }
    await calls.expect(name, defined, ask, stage.maria.token, status)
    if (!isHarmless(defined)) stage = undefined
  }
}

/** Every tool by an official client: the call that succeeds, and those that fail. */
const callTools = async (calls: Calls, world: World, run: Awaited<ReturnType<typeof makeRun>>) => {
  const scene = await run(
    Effect.gen(function* () {
      const [maria, bob] = [yield* join(), yield* join()]
      const [post, foreign] = [yield* publish(maria), yield* publish(bob)]
      const { key } = yield* maria.client.auth.createApiKey({ payload: { name: "agent" } })
      return { postId: post.id, foreignId: foreign.id, key: Redacted.value(key) }
    })
  )
  for (const [index, [tool, { fails, succeeds }]] of Object.entries(toolRows).entries()) {
    const generation = generations[index % generations.length] ?? "stateless"
    const agent = toolCaller(generation, scene.key, { name: "nginx", url: world.nginx.url })
    // A deletion asks the member first, and a used key is that of another call: `EveryTool.test.ts` covers both.
    const failing = Object.entries(fails).filter(([tag]) => tag !== "IdempotencyConflict")
    const succeeding = tool === "delete_post" ? [] : [["", succeeds] as const]
    for (const [tag, argumentsOf] of [...(tool === "delete_post" ? [] : failing), ...succeeding]) {
      calls.calls++
      const args = { ...argumentsOf({ ...scene, usedKey: "" }) }
      const { result, retries } = await agent.call(tool, args)
      calls.retries += retries
      const isError = at(result, "isError") === true
      if (result === undefined || isError !== (tag !== "")) {
        calls.wrong.push({
          name: `${tool} ${tag} (${generation})`,
          details: JSON.stringify(result) ?? "was never answered"
        })
      }
    }
    await agent.close()
  }
}

/** Makes every call of REST and every call of a tool through nginx while instances are killed and restarted at random. */
export const everyCall = async (world: World, random: Random): Promise<EveryCall> => {
  const scope = Effect.runSync(Scope.make())
  const run = await makeRun(world, scope)
  const calls = new Calls(world.nginx.url)
  const killing = startKilling(world, random)
  try {
    await callEndpoints(calls, run)
    await callTools(calls, world, run)
  } finally {
    await killing.stop()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
  const defects = world.instances.flatMap((instance) =>
    instance.takeDefects().map((details) => ({ name: instance.name, details }))
  )
  return { calls: calls.calls, retries: calls.retries, kills: killing.kills(), wrong: [...calls.wrong, ...defects] }
}
