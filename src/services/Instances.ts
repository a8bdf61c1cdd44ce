import { Clock, Context, Duration, Effect, Layer, Option, Random } from "effect"
import { coalescedRun } from "../concurrency/CoalescedRun.ts"
import type { Instance, InstanceAddress } from "../domain/Instance.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { ChangeNotifier } from "../ports/ChangeNotifier.ts"
import { ChangesRepo } from "../ports/ChangesRepo.ts"

/** The instances of the community, as this one last saw them in the database. */
export class Instances extends Context.Tag("services/Instances")<
  Instances,
  {
    /** The id of this instance; none for the one process that an embedded database has. */
    readonly id: Option.Option<string>

    /** Notes this instance in the database, and looks for others. */
    readonly look: Effect.Effect<{ readonly isAlone: boolean }, Unavailable>

    /** Forgets this instance. */
    readonly leave: Effect.Effect<void, Unavailable>

    /** Tells the others where they reach this one. They know it when this returns, or at the next look if it fails. */
    readonly announce: (address: InstanceAddress) => Effect.Effect<void, Unavailable>

    /** The address of another instance, as the last look found it. */
    readonly known: (id: string) => InstanceAddress | undefined

    /** The same after a look that begins now, which concurrent callers share; none where there is no such instance. */
    readonly find: (id: string) => Effect.Effect<Option.Option<InstanceAddress>, Unavailable>
  }
>() {
  static readonly layer = Layer.scoped(
    Instances,
    Effect.flatMap(ChangeNotifier, ({ connection }) => (Option.isNone(connection) ? Effect.succeed(alone) : several))
  )

  /** Of a database that other processes may share. */
  static readonly several = Layer.scoped(
    Instances,
    Effect.suspend(() => several)
  )
}

const alone = Instances.of({
  id: Option.none(),
  look: Effect.succeed({ isAlone: true }),
  leave: Effect.void,
  announce: () => Effect.void,
  known: () => undefined,
  find: () => Effect.succeedNone
})

/** The least time between two looks for ids that nobody knows, since any client can make such ids up. */
const searchMillis = 50

const several = Effect.gen(function* () {
  const repo = yield* ChangesRepo
  const id = `${yield* Clock.currentTimeMillis}-${yield* Random.nextIntBetween(0, Number.MAX_SAFE_INTEGER)}`
  let address: Instance["address"] = Option.none()
  let others: ReadonlyMap<string, InstanceAddress> = new Map()
  let searchAt = 0

  const look = Effect.suspend(() =>
    Effect.map(repo.present({ id, address }), (found) => {
      others = new Map(found.flatMap((one) => Option.toArray(one.address).map((at) => [one.id, at])))
      return { isAlone: found.length === 0 }
    })
  )

  const search = yield* coalescedRun(
    Effect.gen(function* () {
      yield* Effect.sleep(Duration.millis(searchAt - (yield* Clock.currentTimeMillis)))
      searchAt = (yield* Clock.currentTimeMillis) + searchMillis
      yield* look
    })
  )

  return Instances.of({
    id: Option.some(id),
    look,
    leave: repo.leave(id),
    announce: (own) =>
      Effect.suspend(() => {
        address = Option.some(own)
        return Effect.asVoid(look)
      }),
    known: (other) => others.get(other),
    find: (other) => Effect.map(search.run, () => Option.fromNullable(others.get(other)))
  })
})
