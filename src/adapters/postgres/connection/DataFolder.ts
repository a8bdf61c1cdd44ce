import { createHash } from "node:crypto"
import { accessSync, chmodSync, constants, mkdirSync, realpathSync, rmSync } from "node:fs"
import { connect, createServer, type Server } from "node:net"
import { join } from "node:path"
import { Data, Effect, Schedule } from "effect"

/** The folder of the embedded database cannot be used; the text is all that an operator needs. */
export class DataFolderRefused extends Data.TaggedError("DataFolderRefused")<{ readonly message: string }> {}

/**
 * What only one process at a time can listen on. A socket in the folder is seen by whoever sees the folder, in another
 * container too, but stays behind when its process is killed. On Linux a name without a file comes first, which the kernel
 * gives to one alone and takes back however that one ends; another network namespace does not see it.
 */
const lockPaths = (folder: string): ReadonlyArray<string> => {
  const name = `\0rare-disease-community-${createHash("sha256").update(folder).digest("hex").slice(0, 24)}`
  const socket = join(folder, "lock.sock")
  const named = process.platform === "linux" ? [name] : []
  // The kernel takes no longer path for a socket: the name alone must do then.
  return Buffer.byteLength(socket) <= maxSocketPathBytes ? [...named, socket] : named
}

/** The longest path of a socket, on Linux as on macOS. */
const maxSocketPathBytes = 103

const listen = (path: string) =>
  Effect.async<Server, NodeJS.ErrnoException>((resume) => {
    const server = createServer((socket) => socket.destroy())
    server.unref()
    server.once("error", (error) => resume(Effect.fail(error)))
    server.listen(path, () => resume(Effect.succeed(server)))
  })

/** Whether somebody answers on a socket's file; a file that nobody answers on was left by a process that was killed. */
const answers = (path: string) =>
  Effect.async<boolean>((resume) => {
    const socket = connect(path, () => {
      socket.destroy()
      resume(Effect.succeed(true))
    })
    socket.once("error", () => resume(Effect.succeed(false)))
  })

const inUse = (folder: string) =>
  new DataFolderRefused({
    message: `DATA_DIR ${folder} is in use by another process: stop that one, or set another DATA_DIR`
  })

/** Listens on one of the paths; where only a file that nobody answers on is in the way, in its place. */
const hold = (folder: string, path: string) =>
  Effect.catchAll(listen(path), () =>
    Effect.flatMap(path.startsWith("\0") ? Effect.succeed(true) : answers(path), (alive) =>
      alive
        ? inUse(folder)
        : Effect.zipRight(
            Effect.sync(() => rmSync(path, { force: true })),
            Effect.mapError(listen(path), () => inUse(folder))
          )
    )
  )

const prepare = (folder: string) =>
  Effect.try({
    try: () => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const real = realpathSync(folder)
      accessSync(real, constants.R_OK | constants.W_OK | constants.X_OK)
      chmodSync(real, 0o700)
      return real
    },
    catch: (cause) =>
      new DataFolderRefused({
        message: `DATA_DIR ${folder} cannot be used (${cause instanceof Error ? cause.message : "unknown"}): set one that this user may write`
      })
  })

/** How long a start waits for the folder: a supervisor restarts sooner than the process that it killed is gone. */
const patience = "3 seconds"

const sayWaiting = (folder: string) =>
  Effect.sync(
    () =>
      void process.stderr.write(
        `rare-disease-community: DATA_DIR ${folder} is in use by another process: waiting ${patience} for it\n`
      )
  )

const holdAll = (folder: string) =>
  Effect.forEach(lockPaths(folder), (path) =>
    Effect.acquireRelease(hold(folder, path), (server) => Effect.sync(() => void server.close()))
  )

/**
 * The folder, for this process alone as long as the scope lasts. Two processes on one folder would destroy the
 * database, and nothing else would stop them. Waits a little for a process that is just ending.
 */
export const locked = (folder: string) =>
  Effect.flatMap(prepare(folder), (real) =>
    holdAll(real).pipe(
      Effect.catchAll(() =>
        Effect.zipRight(
          sayWaiting(real),
          Effect.retry(holdAll(real), Schedule.spaced("50 millis").pipe(Schedule.upTo(patience)))
        )
      ),
      Effect.as(real)
    )
  )
