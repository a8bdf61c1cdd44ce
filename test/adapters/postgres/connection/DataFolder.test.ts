import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { type Duration, Effect, Exit, Fiber, Scope, TestClock } from "effect"
import { DataFolderRefused, locked } from "../../../../src/adapters/postgres/connection/DataFolder.ts"

/** A folder of one's own, removed with the scope. */
const temporary = Effect.acquireRelease(
  Effect.sync(() => realpathSync(mkdtempSync(join(tmpdir(), "community-folder-")))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

const modeOf = (path: string) => statSync(path).mode & 0o777

/** Lets sockets, which no clock of a test moves, go on. */
const turn = Effect.async<void>((resume) => void setImmediate(() => resume(Effect.void)))

/** Waits for the end of a fiber while the time passes by steps. */
const passing = <A, E>(fiber: Fiber.RuntimeFiber<A, E>, step: Duration.DurationInput) =>
  Effect.zipRight(
    Effect.repeat(Effect.zipRight(TestClock.adjust(step), turn), { until: () => fiber.unsafePoll() !== null }),
    Fiber.join(fiber)
  )

/** Why the folder is refused, after the wait for it. */
const refused = (folder: string) =>
  Effect.flatMap(Effect.fork(Effect.flip(Effect.scoped(locked(folder)))), (fiber) => passing(fiber, "1 second"))

describe("the data folder", () => {
  it.scoped("DataFolder.locked waits three seconds for a process that is ending", () =>
    Effect.gen(function* () {
      const folder = yield* temporary
      const first = yield* Scope.make()
      yield* Scope.extend(locked(folder), first)
      const waiting = yield* Effect.fork(Effect.scoped(locked(folder)))
      for (let step = 0; step < 10; step++) yield* Effect.zipRight(TestClock.adjust("200 millis"), turn)
      strictEqual(waiting.unsafePoll(), null)
      yield* Scope.close(first, Exit.void)
      strictEqual(yield* passing(waiting, "50 millis"), folder)
    })
  )

  it.scoped("DataFolder.locked creates the folder and its parents, for this user only", () =>
    Effect.gen(function* () {
      const folder = join(yield* temporary, "new", "data")
      strictEqual(yield* locked(folder), folder)
      strictEqual(modeOf(folder), 0o700)
    })
  )

  it.scoped("DataFolder.locked removes the permissions of other users", () =>
    Effect.gen(function* () {
      const folder = join(yield* temporary, "open")
      mkdirSync(folder, { mode: 0o755 })
      strictEqual(modeOf(folder), 0o755)
      yield* locked(folder)
      strictEqual(modeOf(folder), 0o700)
    })
  )

  it.scoped("DataFolder.locked admits one instance until it releases the folder", () =>
    Effect.gen(function* () {
      const folder = yield* temporary
      const first = yield* Scope.make()
      yield* Scope.extend(locked(folder), first)
      const refusal = yield* refused(folder)
      deepStrictEqual(
        refusal,
        new DataFolderRefused({
          message: `DATA_DIR ${folder} is in use by another process: stop that one, or set another DATA_DIR`
        })
      )
      strictEqual((yield* refused(folder))._tag, "DataFolderRefused")
      yield* Scope.close(first, Exit.void)
      strictEqual(yield* Effect.scoped(locked(folder)), folder)
      strictEqual(yield* Effect.scoped(locked(folder)), folder)
    })
  )

  it.scoped("DataFolder.locked recognises a folder by any path", () =>
    Effect.gen(function* () {
      const parent = yield* temporary
      const [folder, link] = [join(parent, "data"), join(parent, "link")]
      yield* locked(folder)
      symlinkSync(folder, link)
      const refusal = yield* refused(link)
      strictEqual(refusal.message.startsWith(`DATA_DIR ${folder} is in use by another process`), true)
    })
  )

  it.scoped(
    "DataFolder.locked refuses a folder of another network namespace, and ignores the socket of a killed process",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporary
        const socket = join(folder, "lock.sock")
        const other = createServer()
        yield* Effect.async<void>((resume) => void other.listen(socket, () => resume(Effect.void)))
        const refusal = yield* refused(folder)
        strictEqual(refusal.message.startsWith(`DATA_DIR ${folder} is in use by another process`), true)
        yield* Effect.async<void>((resume) => void other.close(() => resume(Effect.void)))
        writeFileSync(socket, "")
        strictEqual(yield* locked(folder), folder)
      })
  )

  it.scoped("DataFolder.locked admits different folders at once", () =>
    Effect.gen(function* () {
      const parent = yield* temporary
      yield* locked(join(parent, "one"))
      strictEqual(yield* locked(join(parent, "other")), join(parent, "other"))
    })
  )

  it.scoped.skipIf(process.getuid?.() !== 0)(
    "DataFolder.locked tells root that the folder is of another user, and why that one is needed",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporary
        chownSync(folder, 65_534, 65_534)
        const { message } = yield* Effect.flip(Effect.scoped(locked(folder)))
        strictEqual(
          message,
          `DATA_DIR ${folder} belongs to user 65534, who could not use what root makes in it: run this as that user`
        )
      })
  )

  it.scoped.skipIf(process.platform !== "linux")("DataFolder.locked fails at once where no folder can be made", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(Effect.scoped(locked("/proc/community/data")))
      strictEqual(message.startsWith("DATA_DIR /proc/community/data cannot be used (ENOENT"), true, message)
    })
  )

  it.scoped("DataFolder.locked fails with DataFolderRefused if the path is a file", () =>
    Effect.gen(function* () {
      const file = join(yield* temporary, "file")
      writeFileSync(file, "")
      for (const path of [file, join(file, "data")]) {
        const { message } = yield* Effect.flip(Effect.scoped(locked(path)))
        strictEqual(message.startsWith(`DATA_DIR ${path} cannot be used (`), true, message)
        strictEqual(message.endsWith("): set one that this user may write"), true, message)
      }
    })
  )
})
