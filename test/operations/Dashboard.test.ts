import { readFileSync } from "node:fs"
import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { Effect, Layer } from "effect"
import * as Sql from "../../src/adapters/postgres/connection/Sql.ts"
import {
  clockOffset,
  databasePool,
  outboxRestarts,
  storedTexts,
  update,
  wakeUps,
  workerQueues
} from "../../src/metrics/Metrics.ts"
import { community } from "../support/Community.ts"
import { People } from "../support/People.ts"
import { ask } from "../support/Raw.ts"
import { mainDatabase } from "../support/Storage.ts"
import { at, listAt } from "../support/Wire.ts"

const dashboard: unknown = JSON.parse(readFileSync(new URL("../../operations/grafana.json", import.meta.url), "utf8"))

/** Every query of the dashboard. */
const queries = listAt(dashboard, "panels").flatMap((panel) =>
  listAt(panel, "targets").map((target) => String(at(target, "expr")))
)

/** The words of a query that come before labels or a range, and the arguments of its functions: the metrics. */
const metricsIn = (query: string) => Array.from(query.matchAll(/\b([a-z][a-z_]+)\{/g), ([, name = ""]) => name)

/** The labels that a query selects or sums by, without those that Prometheus adds and `le` of buckets. */
const labelsIn = (query: string) =>
  [
    ...Array.from(query.matchAll(/by \(([^)]*)\)/g), ([, names = ""]) => names.split(/, */)).flat(),
    ...Array.from(query.matchAll(/[{,] *(\w+)(?:=~|!~|=)/g), ([, name = ""]) => name)
  ].filter((name) => name !== "instance")

const served = community(Layer.provide(Sql.layer, mainDatabase.client))

layer(People.layer.pipe(Layer.provideMerge(served)), { excludeTestServices: true })(
  "The dashboard of Grafana",
  (it) => {
    const exported = Effect.gen(function* () {
      const { user } = yield* People
      // Some metrics begin with the first event that they count.
      for (const path of ["/api/posts", "/api/posts", "/api/users", "/api/users"]) {
        yield* ask("GET", path, { as: user.token })
      }
      yield* ask("POST", "/api/posts", { as: user.token, body: '{"title":"A title","content":"A text"}' })
      update(workerQueues.markdown, 0) // its threads do not run here
      // These tests run without a PostgreSQL server.
      update(clockOffset, 0)
      update(outboxRestarts, 0)
      update(wakeUps, 0)
      for (const metric of Object.values(storedTexts)) update(metric, 0) // the rules of texts have not changed
      return (yield* ask("GET", "/metrics")).text
    })

    it.effect("names metrics that the server exports, with labels that they have", () =>
      Effect.gen(function* () {
        const text = yield* exported
        const names = new Set(Array.from(text.matchAll(/^(\w+)[{ ]/gm), ([, name = ""]) => name))
        const labels = new Set(Array.from(text.matchAll(/[{,](\w+)="/g), ([, name = ""]) => name))
        assertTrue(queries.length > 20)
        for (const query of queries) {
          assertTrue(metricsIn(query).length > 0, query)
          for (const name of metricsIn(query)) assertTrue(names.has(name), `${name} is not exported: ${query}`)
          for (const label of labelsIn(query)) assertTrue(labels.has(label), `no metric has ${label}: ${query}`)
        }
      })
    )

    it.effect("shows every metric of the server, Effect's own aside", () =>
      Effect.gen(function* () {
        const families = Array.from((yield* exported).matchAll(/^# TYPE (\w+)/gm), ([, name = ""]) => name)
        assertTrue(families.length > 20)
        const shown = new Set(queries.flatMap(metricsIn).map((name) => name.replace(/_(bucket|sum|count)$/, "")))
        deepStrictEqual(
          families.filter((name) => !shown.has(name) && !name.startsWith("effect_")),
          []
        )
      })
    )

    it.effect("has the connections of the pool at the time of the request", () =>
      Effect.gen(function* () {
        update(databasePool.idle, 99)
        const text = yield* exported
        const count = (state: string) =>
          Number(new RegExp(`^database_pool_connections{state="${state}"} (\\d+)$`, "m").exec(text)?.[1])
        // The embedded database has one; communities of other suites in this process may have reported theirs after it.
        assertTrue(count("idle") + count("busy") < 99)
      })
    )

    it.effect("reads its data source and its instances from Prometheus", () =>
      Effect.sync(() => {
        const names = listAt(dashboard, "templating", "list").map((variable) => at(variable, "name"))
        deepStrictEqual(names, ["source", "instance"])
        for (const query of queries) assertTrue(query.includes('instance=~"$instance"'), query)
      })
    )
  }
)
