import { Layer, type Redacted } from "effect"
import * as AuditRepoSql from "../accounts/AuditRepoSql.ts"
import * as CredentialsRepoSql from "../accounts/CredentialsRepoSql.ts"
import * as ChangesRepoSql from "../ChangesRepoSql.ts"
import * as ContentRepoSql from "../ContentRepoSql.ts"
import * as IdempotencyRepoSql from "../IdempotencyRepoSql.ts"
import * as FeedsRepoSql from "../news/FeedsRepoSql.ts"
import { ReadRouter } from "./ReadRouter.ts"
import { ReplicaClient } from "./ReplicaClient.ts"
import * as RoutedRepos from "./RoutedRepos.ts"

/** Every port on PostgreSQL, over the client of a primary and a replica of it. */
export const layer = (replica: Redacted.Redacted, connections: number) =>
  Layer.mergeAll(
    RoutedRepos.layer.pipe(Layer.provide(ReadRouter.layer), Layer.provide(ReplicaClient.layer(replica, connections))),
    AuditRepoSql.layer,
    ChangesRepoSql.layer,
    ContentRepoSql.layer,
    CredentialsRepoSql.layer,
    FeedsRepoSql.layer,
    IdempotencyRepoSql.layer
  )
