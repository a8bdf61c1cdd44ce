import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { Effect, Layer, Schema } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { ChangeNotifier } from "../../src/ports/ChangeNotifier.ts"
import { PhenotypeFiles } from "../../src/ports/phenotypes/PhenotypeFiles.ts"
import { Changes } from "../../src/services/Changes.ts"
import { DiseaseFinder } from "../../src/services/diseases/DiseaseFinder.ts"
import { PostSearch } from "../../src/services/posts/PostSearch.ts"
import { say } from "../driver/Report.ts"
import { catalogue, community } from "./similar/Threads.ts"

/**
 * `npm run quality -- posts [--failures]` measures the search of posts by half names of diseases, words with typing errors,
 * other words and plain questions, on the threads of `similar` with the whole catalogue: the share of searches whose thread
 * is among the first five, for the half to tune with and the half to judge by.
 */
const { values } = parseArgs({ options: { failures: { type: "boolean", default: false } } })

const Searches = Schema.Record({ key: Schema.String, value: Schema.Array(Schema.Tuple(Schema.String, Schema.Int)) })
const { halves } = Schema.decodeUnknownSync(
  Schema.Struct({ halves: Schema.Record({ key: Schema.String, value: Searches }) })
)(JSON.parse(readFileSync(new URL("./posts/searches.json", import.meta.url), "utf8")))

const shown = 5

const measure = (name: string, searches: typeof Searches.Type, ids: ReadonlyMap<number, number>) =>
  Effect.gen(function* () {
    const { list } = yield* PostSearch
    const totals = { found: 0, of: 0, empty: 0 }
    for (const [kind, queries] of Object.entries(searches)) {
      let found = 0
      for (const [search, thread] of queries) {
        const { data, suggestion = "" } = yield* list(search, { limit: 20 })
        const place = data.findIndex(({ id }) => ids.get(id) === thread)
        if (place >= 0 && place < shown) found++
        else if (values.failures && name.includes("tune")) {
          say(`  ${kind}: ${search} (${thread}) ${place + 1}/${data.length} ${suggestion} ${data[0]?.title ?? ""}`)
        }
        if (data.length === 0) totals.empty++
      }
      totals.found += found
      totals.of += queries.length
      say(`${name} ${kind.padEnd(10)} ${found}/${queries.length}`)
    }
    say(`${name} all        ${totals.found}/${totals.of}, ${totals.empty} empty`)
  })

const layer = PostSearch.layer.pipe(
  Layer.provideMerge(DiseaseFinder.layer),
  Layer.provideMerge(Layer.provide(Changes.layer, ChangeNotifier.none)),
  Layer.provideMerge(Layer.merge(Memory.layer, PhenotypeFiles.none))
)

const bench = Effect.gen(function* () {
  const { written } = yield* community(catalogue())
  const ids = new Map(written.map(({ id, postId }) => [postId, id]))
  for (const [name, searches] of Object.entries(halves)) yield* measure(name.padEnd(11), searches, ids)
})

await Effect.runPromise(Effect.scoped(Effect.provide(bench, layer)))
