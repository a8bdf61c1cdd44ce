import { SqlClient, SqlError, type Statement } from "@effect/sql"
import { Context, Effect, Equal, Layer, Option, Schema } from "effect"
import { makeKept } from "../../concurrency/Kept.ts"
import { PostReader, type Reader, visitor } from "../../domain/posts/Audience.ts"
import type { StorageEffect, Unavailable } from "../../domain/Unavailable.ts"
import { failed, one, Value } from "./Rows.ts"

/** The reader that the present transaction names to the views of posts; a visitor outside of one. */
class NamedReader extends Context.Reference<NamedReader>()("adapters/postgres/NamedReader", {
  defaultValue: (): Reader => visitor
}) {}

/** How long it may take until this instance reads the first post of another one that is not for everyone. */
const restrictedCheckMillis = 1_000

type Wrapped = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Unavailable, R>

/**
 * Runs statements for the reader of the present request (`PostReader`). The views of posts, and of what hangs on them,
 * show what everyone may read, and more only in a transaction that names its reader (`may_read`). While there is no
 * post that is not for everyone, a read needs no transaction.
 */
export class Reading extends Context.Tag("adapters/postgres/Reading")<
  Reading,
  {
    /** Runs an effect in a transaction that names the reader; one inside another is a savepoint. */
    readonly transact: Wrapped

    /** Runs reads for their reader. */
    readonly asReader: Wrapped

    /** Each call of an adapter as `asReader`. */
    readonly eachAsReader: <Adapter extends object>(adapter: Adapter) => Adapter

    /** True while there is a post that is not for everyone: as it was within the last second. */
    readonly hasRestricted: StorageEffect<boolean>

    /** `hasRestricted` as it is now. */
    readonly restrictedExists: StorageEffect<boolean>

    /** True if there are posts that are not for everyone, and the reader may read some. */
    readonly readsRestricted: StorageEffect<boolean>

    /** The condition on records about the text in two columns, for readers who may not read all texts. */
    readonly readsAbout: (type: string, id: string) => StorageEffect<ReadonlyArray<Statement.Fragment>>

    /** Notes that this process stores a post that is not for everyone. */
    readonly noteRestricted: Effect.Effect<void>
  }
>() {
  static readonly layer = Layer.effect(
    Reading,
    Effect.suspend(() => make)
  )
}

/** The name of a reader in SQL (`may_read`). */
export const nameOf = (reader: Reader): string => {
  if (reader._tag === "visitor") return ""
  return reader._tag === "all" ? "all" : `${reader._tag} ${reader.id}`
}

const HasRestricted = Value("hasRestricted", Schema.Boolean)

/**
 * Runs an effect in a transaction of the database; one inside another is a savepoint. If the connection is lost, the
 * rollback or commit fails too, and the client turns this into a defect.
 */
const inTransaction = <A, E, R>(sql: SqlClient.SqlClient, effect: Effect.Effect<A, E, R>) =>
  Effect.catchAll(
    sql.withTransaction(Effect.sandbox(effect)),
    (failure): Effect.Effect<never, E | Unavailable> =>
      failure instanceof SqlError.SqlError ? failed(failure) : Effect.failCause(failure)
  ).pipe(
    Effect.catchSomeDefect((defect) =>
      defect instanceof SqlError.SqlError ? Option.some(failed(defect)) : Option.none()
    )
  )

/** Checks for posts that are not for everyone. */
const selectRestricted = (sql: SqlClient.SqlClient) =>
  sql`
  select exists (select from all_posts where audience <> 'everyone')
    or exists (select from hidden_posts where audience <> 'everyone') as "hasRestricted"`.pipe(one(HasRestricted))

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const restricted = makeKept(selectRestricted(sql), restrictedCheckMillis)
  const hasRestricted = restricted.value

  const name = (reader: Reader) =>
    Effect.catchAll(sql`select set_config('community.reader', ${nameOf(reader)}, true)`, failed)

  /** The reader that has yet to be named; none while there is no post for whom that makes a difference. */
  const unnamed = Effect.flatMap(Effect.all([PostReader, NamedReader]), ([reader, named]) =>
    Equal.equals(reader, named)
      ? Effect.succeedNone
      : Effect.map(hasRestricted, (isNeeded) => (isNeeded ? Option.some({ reader, named }) : Option.none()))
  )

  const transact: Wrapped = (effect) =>
    Effect.flatMap(unnamed, (names) => {
      if (Option.isNone(names)) return inTransaction(sql, effect)
      const { named, reader } = names.value
      const asReader = Effect.zipRight(name(reader), Effect.provideService(effect, NamedReader, reader))
      // A setting of a transaction outlives the savepoint.
      return inTransaction(sql, named === visitor ? asReader : Effect.ensuring(asReader, Effect.ignore(name(named))))
    })

  const asReader: Wrapped = (effect) =>
    Effect.flatMap(unnamed, (names) => (Option.isNone(names) ? effect : transact(effect)))

  const wrapped = (member: unknown): unknown => {
    if (Effect.isEffect(member)) return asReader(member as Effect.Effect<unknown, unknown>)
    if (typeof member !== "function") return member
    return (...args: ReadonlyArray<unknown>) => asReader(Reflect.apply(member, undefined, args))
  }

  const eachAsReader = <Adapter extends object>(adapter: Adapter): Adapter =>
    Object.fromEntries(Object.entries(adapter).map(([name, member]) => [name, wrapped(member)])) as Adapter

  return Reading.of({
    transact,
    asReader,
    eachAsReader,
    hasRestricted,
    restrictedExists: restricted.fresh,
    readsRestricted: Effect.flatMap(PostReader, (reader) =>
      reader === visitor ? Effect.succeed(false) : hasRestricted
    ),
    readsAbout: (type, id) =>
      Effect.map(hasRestricted, (is) => (is ? [sql`reads_about(${sql(type)}, ${sql(id)})`] : [])),
    noteRestricted: restricted.set(true)
  })
})

/** Makes an adapter whose calls read for the reader of the present request. */
export const eachAsReader = <Adapter extends object, E, R>(make: Effect.Effect<Adapter, E, R>) =>
  Effect.zipWith(make, Reading, (adapter, reading) => reading.eachAsReader(adapter))

/** The layer of an adapter that runs statements for the reader of the present request. */
export const inDatabaseAsReader = <I, Port extends object>(
  port: Context.Tag<I, Port>,
  make: (sql: SqlClient.SqlClient, reading: Reading["Type"]) => Port
) => Layer.effect(port, eachAsReader(Effect.zipWith(SqlClient.SqlClient, Reading, make)))
