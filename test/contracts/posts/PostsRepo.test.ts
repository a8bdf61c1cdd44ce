import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import * as Sql from "../../../src/adapters/postgres/connection/Sql.ts"
import { bothDatabases } from "../../support/Storage.ts"
import { contracts } from "../../support/storage/Contracts.ts"
import { postsFamilyContract } from "../diseases/PostsOfFamilyContract.ts"
import { foundPostsWalkContract } from "./FoundPostsWalkContract.ts"
import { postsAuthorContract } from "./PostsAuthorContract.ts"
import { postsDocumentContract } from "./PostsDocumentContract.ts"
import { postsKindContract } from "./PostsKindContract.ts"
import { postsNearestContract } from "./PostsNearestContract.ts"
import { postsPageContract } from "./PostsPageContract.ts"
import { postsRelatedContract } from "./PostsRelatedContract.ts"
import { postsRepoContract } from "./PostsRepoContract.ts"
import { postsSearchContract } from "./PostsSearchContract.ts"

contracts(
  import.meta.url,
  postsRepoContract,
  postsAuthorContract,
  postsDocumentContract,
  postsFamilyContract,
  postsKindContract,
  postsPageContract,
  postsSearchContract,
  postsNearestContract,
  postsRelatedContract,
  foundPostsWalkContract
)

// A large community, by the ids of its posts, is searched by other statements.
for (const { client, name } of bothDatabases) {
  const begun = Layer.effectDiscard(
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select setval(pg_get_serial_sequence('posts', 'id'), 100000)`)
  )
  const large = Layer.provideMerge(begun, client)
  postsSearchContract(`${name}, large`, Layer.provide(Sql.layer, large))
  postsNearestContract(`${name}, large`, Layer.provide(Sql.layer, large))
  foundPostsWalkContract(`${name}, large`, Layer.provide(Sql.layer, large))
}
