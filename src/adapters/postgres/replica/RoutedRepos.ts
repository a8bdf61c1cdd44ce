import type { SqlClient as Client } from "@effect/sql"
import { SqlClient } from "@effect/sql"
import { Context, Effect, Layer, Predicate } from "effect"
import { ReadPosition } from "../../../ports/ChangesRepo.ts"
import { CommentsRepo } from "../../../ports/CommentsRepo.ts"
import { DiseasesRepo } from "../../../ports/DiseasesRepo.ts"
import { LikesRepo } from "../../../ports/LikesRepo.ts"
import { NewsRepo } from "../../../ports/NewsRepo.ts"
import { NotificationsRepo } from "../../../ports/NotificationsRepo.ts"
import { PostsRepo } from "../../../ports/PostsRepo.ts"
import { StatisticsRepo } from "../../../ports/StatisticsRepo.ts"
import { Transaction } from "../../../ports/Transaction.ts"
import { UsersRepo } from "../../../ports/UsersRepo.ts"
import { WordsRepo } from "../../../ports/WordsRepo.ts"
import * as UsersRepoSql from "../accounts/UsersRepoSql.ts"
import * as DiseasesRepoSql from "../diseases/DiseasesRepoSql.ts"
import * as NotificationsRepoSql from "../NotificationsRepoSql.ts"
import * as NewsRepoSql from "../news/NewsRepoSql.ts"
import * as CommentsRepoSql from "../posts/CommentsRepoSql.ts"
import * as LikesRepoSql from "../posts/LikesRepoSql.ts"
import * as PostsRepoSql from "../posts/PostsRepoSql.ts"
import * as WordsRepoSql from "../posts/WordsRepoSql.ts"
import * as StatisticsRepoSql from "../StatisticsRepoSql.ts"
import * as TransactionSql from "../TransactionSql.ts"
import { ReadRouter } from "./ReadRouter.ts"
import { ReplicaClient } from "./ReplicaClient.ts"

/**
 * A port whose `reads` the router sends to the replica. The others read what a write decides upon, or write: they are of
 * the primary, and the router notes each of them.
 */
const routed = <I, S extends object, E, R>(
  tag: Context.Tag<I, S>,
  layer: Layer.Layer<I, E, R | Client.SqlClient>,
  reads: ReadonlyArray<keyof S & string>
) =>
  Layer.scoped(
    tag,
    Effect.gen(function* () {
      const { read, seen } = yield* ReadRouter
      const { sql } = yield* ReplicaClient
      const [primary, replica] = [
        Context.get(yield* Layer.build(Layer.fresh(layer)), tag),
        Context.get(yield* Layer.build(Layer.provide(Layer.fresh(layer), Layer.succeed(SqlClient.SqlClient, sql))), tag)
      ]
      const isRead = (name: string) => reads.some((one) => one === name)
      const call = (repo: S, name: string, args: ReadonlyArray<unknown>) => {
        const member: unknown = Reflect.get(repo, name)
        return Predicate.isFunction(member) ? Reflect.apply(member, repo, args) : member
      }
      const route = (name: string, args: ReadonlyArray<unknown>) =>
        isRead(name)
          ? read(
              () => call(replica, name, args),
              () => call(primary, name, args)
            )
          : Effect.ensuring(call(primary, name, args), Effect.sync(seen))
      const members = new Map(
        Object.entries(primary).map(([name, member]) => [
          name,
          Effect.isEffect(member) ? route(name, []) : (...args: ReadonlyArray<unknown>) => route(name, args)
        ])
      )
      return new Proxy(primary, { get: (_, name) => members.get(String(name)) })
    })
  )

/** A write is noted before it is answered. Its changes are noted when they are delivered, before that. */
const transaction = Layer.effect(
  Transaction,
  Effect.map(Effect.all([Transaction, ReadRouter]), ([inner, { seen }]) =>
    Transaction.of({ ...inner, atomically: (effect) => Effect.ensuring(inner.atomically(effect), Effect.sync(seen)) })
  )
).pipe(Layer.provide(TransactionSql.layer))

/** The ports whose reads a replica may answer, and what has to know of the router. */
export const layer = Layer.mergeAll(
  routed(CommentsRepo, CommentsRepoSql.layer, ["page"]),
  routed(DiseasesRepo, DiseasesRepoSql.layer, [
    "page",
    "findByIds",
    "get",
    "categories",
    "descendants",
    "relatives",
    "named"
  ]),
  routed(LikesRepo, LikesRepoSql.layer, ["of"]),
  routed(NewsRepo, NewsRepoSql.layer, ["page", "get"]),
  routed(NotificationsRepo, NotificationsRepoSql.layer, ["page", "after", "position"]),
  routed(PostsRepo, PostsRepoSql.layer, ["document", "peek", "page", "search", "wordCounts", "related"]),
  routed(StatisticsRepo, StatisticsRepoSql.layer, ["counts", "active"]),
  routed(UsersRepo, UsersRepoSql.layer, ["detail", "page"]),
  routed(WordsRepo, WordsRepoSql.layer, ["known", "near"]),
  transaction,
  Layer.effect(
    ReadPosition,
    Effect.map(ReadRouter, ({ seen }) => ({ passed: seen }))
  )
)
