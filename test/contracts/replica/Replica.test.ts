import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { Effect, Exit, Layer, Metric, Scope } from "effect"
import * as Database from "../../../src/adapters/postgres/connection/Database.ts"
import * as Replicated from "../../../src/adapters/postgres/replica/Replicated.ts"
import { databaseReads } from "../../../src/concurrency/Metrics.ts"
import { cluster } from "../../support/cluster/Cluster.ts"
import { binaries } from "../../support/cluster/Programs.ts"
import { databaseUrl } from "../../support/Templates.ts"
import { usersRepoContract } from "../accounts/UsersRepoContract.ts"
import { diseasesRepoContract } from "../diseases/DiseasesRepoContract.ts"
import { notificationsRepoContract } from "../NotificationsRepoContract.ts"
import { newsRepoContract } from "../news/NewsRepoContract.ts"
import { commentsRepoContract } from "../posts/CommentsRepoContract.ts"
import { likesRepoContract } from "../posts/LikesRepoContract.ts"
import { postsDocumentContract } from "../posts/PostsDocumentContract.ts"
import { postsPageContract } from "../posts/PostsPageContract.ts"
import { postsRelatedContract } from "../posts/PostsRelatedContract.ts"
import { postsRepoContract } from "../posts/PostsRepoContract.ts"
import { postsSearchContract } from "../posts/PostsSearchContract.ts"
import { wordsRepoContract } from "../posts/WordsRepoContract.ts"
import { statisticsRepoContract } from "../StatisticsRepoContract.ts"
import { transactionContract } from "../TransactionContract.ts"

const scope = Effect.runSync(Scope.make())
let servers: Effect.Effect.Success<typeof cluster> | undefined
let made = 0

/** An empty community on the primary, whose reads the replica answers. */
const pair = Layer.suspend(() => {
  if (servers === undefined) throw new Error("there is no cluster")
  const { primary, replica } = servers
  const name = `pair_${++made}`
  return Layer.unwrapEffect(
    Effect.map(primary.query(`create database ${name} template made`), () =>
      Layer.provide(
        Replicated.layer(databaseUrl(replica.url, name), 5),
        Database.server(databaseUrl(primary.url, name), 10)
      )
    )
  )
})

const readsOf = (server: keyof typeof databaseReads) =>
  Effect.map(Metric.value(databaseReads[server]), ({ count }) => Number(count))

describe.skipIf(binaries === undefined)("A primary and its streaming replica", () => {
  beforeAll(async () => {
    servers = await Effect.runPromise(Scope.extend(cluster, scope))
    await Effect.runPromise(servers.primary.query("create database made"))
    const migrated = Database.migrated(Database.server(databaseUrl(servers.primary.url, "made"), 2))
    await Effect.runPromise(Effect.scoped(Layer.build(migrated)))
  }, 60_000)

  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)), 60_000)

  for (const contract of [
    commentsRepoContract,
    diseasesRepoContract,
    likesRepoContract,
    newsRepoContract,
    notificationsRepoContract,
    postsDocumentContract,
    postsPageContract,
    postsRelatedContract,
    postsRepoContract,
    postsSearchContract,
    statisticsRepoContract,
    transactionContract,
    usersRepoContract,
    wordsRepoContract
  ]) {
    contract("replica", pair)
  }

  it("keep every promise of a storage while nearly all reads are the replica's", async () => {
    const [primary, replica] = await Effect.runPromise(Effect.all([readsOf("primary"), readsOf("replica")]))
    expect(replica).toBeGreaterThan(200)
    expect(primary / (primary + replica)).toBeLessThan(0.2)
  })
})
