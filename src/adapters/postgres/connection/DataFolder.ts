import { createHash } from "node:crypto"
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync
} from "node:fs"
import { connect, createServer, type Server } from "node:net"
import { dirname, join } from "node:path"
import { Data, Effect, Option, Schedule } from "effect"

/** The folder of the embedded database cannot be used. The message is for an operator. */
export class DataFolderRefused extends Data.TaggedError("DataFolderRefused")<{ readonly message: string }> {}

/**
 * The sockets of a folder, on each of which only one process at a time can listen. Every process that sees the folder
 * sees a socket in it, in another container too, but the file remains when its process is killed. On Linux an abstract
 * socket comes first: the kernel removes it however its process ends, but another network namespace does not see it.
 */
const lockPaths = (folder: string): ReadonlyArray<string> => {
  const name = `\0rare-disease-community-${createHash("sha256").update(folder).digest("hex").slice(0, 24)}`
  const socket = join(folder, "lock.sock")
  const named = process.platform === "linux" ? [name] : []
  // The kernel refuses longer paths of sockets. Then the abstract socket must suffice.
  return Buffer.byteLength(socket) <= maxSocketPathBytes ? [...named, socket] : named
}

/** The longest path of a socket in the data folder, on Linux as on macOS. */
const maxSocketPathBytes = 103

const listen = (path: string) =>
  Effect.async<Server, NodeJS.ErrnoException>((resume) => {
    const server = createServer((socket) => socket.destroy())
    server.unref()
    server.once("error", (error) => resume(Effect.fail(error)))
    server.listen(path, () => resume(Effect.succeed(server)))
  })

/** True if a process answers on a socket's file. A file without an answer was left by a process that was killed. */
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

/** Listens on a path. Replaces a file on which no process answers. */
const lock = (folder: string, path: string) =>
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

/**
 * Makes a folder and its parents. (Where /proc refuses a folder with ENOENT, Node's own `recursive` tries for ever.)
 */
const makeFolder = (folder: string) => {
  if (existsSync(folder)) return
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

/** Takes the files of a database, which PGlite makes for all to read, away from other users. */
export const makePrivate = (folder: string): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makePrivate(path)
    // A chmod of every file would be a write at each start.
    else if (entry.isFile() && (statSync(path).mode & 0o777) !== 0o600) chmodSync(path, 0o600)
  }
}

const ofOthers = (folder: string, owner: number) =>
  `DATA_DIR ${folder} belongs to user ${owner}, who could not use what root makes in it: run this as that user`

const prepare = (folder: string) =>
  Effect.try({
    try: () => {
      makeFolder(folder)
      const real = realpathSync(folder)
      const user = process.getuid?.()
      const found = statSync(real)
      if (!found.isDirectory()) throw new Error("it is not a folder")
      if (user !== undefined && found.uid !== user)
        throw user === 0
          ? new DataFolderRefused({ message: ofOthers(folder, found.uid) })
          : new Error("it belongs to another user")
      accessSync(real, constants.R_OK | constants.W_OK | constants.X_OK)
      chmodSync(real, 0o700)
      return real
    },
    catch: (cause) =>
      cause instanceof DataFolderRefused
        ? cause
        : new DataFolderRefused({
            message: `DATA_DIR ${folder} cannot be used (${cause instanceof Error ? cause.message : "unknown"}): set one that this user may write`
          })
  })

/**
 * The longest wait of a start for the lock of the data folder: a supervisor may restart the server before its old
 * process is gone.
 */
const lockTimeout = "3 seconds"

/** The interval at which a start tries to lock a data folder that another process has. */
const lockEvery = Schedule.spaced("50 millis")

const reportWaiting = (folder: string) =>
  Effect.sync(
    () =>
      void process.stderr.write(
        `rare-disease-community: DATA_DIR ${folder} is in use by another process: waiting ${lockTimeout} for it\n`
      )
  )

const lockAll = (folder: string) =>
  Effect.forEach(lockPaths(folder), (path) =>
    Effect.acquireRelease(lock(folder, path), (server) => Effect.sync(() => void server.close()))
  )

/**
 * Locks the folder for this process until the scope ends, and gives its real path. Two processes on one folder would
 * destroy the database, and nothing else would stop them. Waits up to `lockTimeout` for a process that is ending.
 */
export const locked = (folder: string) =>
  Effect.flatMap(prepare(folder), (real) =>
    lockAll(real).pipe(
      Effect.catchAll(() =>
        Effect.zipRight(reportWaiting(real), Effect.retry(lockAll(real), lockEvery.pipe(Schedule.upTo(lockTimeout))))
      ),
      Effect.as(real)
    )
  )

/**
 * The folder's socket for commands, named as PostgreSQL's programs look for it (`psql -h FOLDER`); none where the path
 * is too long for a socket.
 */
export const commandSocket = (folder: string): Option.Option<string> =>
  Option.liftPredicate(join(folder, ".s.PGSQL.5432"), (path) => Buffer.byteLength(path) <= maxSocketPathBytes)

/** The real path of a folder in which a server answers commands on its socket; none without one. */
export const servedFolder = (folder: string) =>
  Effect.gen(function* () {
    const real = yield* Effect.try(() => realpathSync(folder))
    const path = yield* commandSocket(real)
    return (yield* answers(path)) ? Option.some(real) : Option.none()
  }).pipe(Effect.orElseSucceed(() => Option.none<string>()))

export const holdsDatabase = (folder: string): boolean => existsSync(join(folder, "PG_VERSION"))
