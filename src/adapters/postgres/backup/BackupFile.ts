import {
  closeSync,
  createReadStream,
  createWriteStream,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync
} from "node:fs"
import { dirname } from "node:path"
import type { Readable, Writable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGunzip, createGzip } from "node:zlib"
import { NodeStream } from "@effect/platform-node"
import { Effect, type Scope, Stream } from "effect"
import { BackupRefused, unreadable } from "./BackupFormat.ts"

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

const notWritten = (cause: unknown) =>
  new BackupRefused({ message: `the backup cannot be written: ${messageOf(cause)}` })

/** Compresses text into a stream: `write` waits while the stream is full, `end` until it has taken everything. */
const compressInto = (output: Writable) => {
  const gzip = createGzip()
  const done = pipeline(gzip, output)
  done.catch(() => undefined) // reported by the next `write`, or by `end`
  const failed = Effect.flatMap(
    Effect.tryPromise({ try: () => done, catch: notWritten }),
    () => new BackupRefused({ message: "the backup cannot be written: its output was closed" })
  )
  const drained = Effect.async<void>((resume) => void gzip.once("drain", () => resume(Effect.void)))
  return {
    write: (text: string) =>
      Effect.suspend(() => (gzip.destroyed || !gzip.write(text) ? Effect.raceFirst(drained, failed) : Effect.void)),
    end: Effect.tryPromise({
      try: () => {
        gzip.end()
        return done
      },
      catch: notWritten
    })
  }
}

/** Waits until the file, and its name in the folder, are on the disk. */
const settle = (path: string) => {
  const file = openSync(path, "r")
  fsyncSync(file)
  closeSync(file)
}

/** The output of a backup: text is written to it, and `end` completes it. */
export interface BackupOutput {
  readonly write: (text: string) => Effect.Effect<void, BackupRefused>
  /** Gives the size in bytes, where it is known. */
  readonly end: Effect.Effect<number | null, BackupRefused>
}

/**
 * A file for its owner alone. It has another name until it is whole, so a backup that was stopped leaves the earlier file of
 * its name as it was; what was written is removed with the scope.
 */
const toFile = (path: string): Effect.Effect<BackupOutput, BackupRefused, Scope.Scope> =>
  Effect.gen(function* () {
    const unfinished = `${path}.${process.pid}.unfinished`
    const descriptor = yield* Effect.acquireRelease(
      Effect.try({ try: () => openSync(unfinished, "wx", 0o600), catch: notWritten }),
      () => Effect.sync(() => rmSync(unfinished, { force: true }))
    )
    const { end, write } = compressInto(createWriteStream(unfinished, { fd: descriptor }))
    const rename = Effect.try({
      try: () => {
        settle(unfinished)
        renameSync(unfinished, path)
        settle(dirname(path))
        return statSync(path).size
      },
      catch: notWritten
    })
    return { write, end: Effect.zipRight(end, rename) }
  })

/** The output for an argument: a file, or standard output for `-`. */
export const outputOf = (path: string): Effect.Effect<BackupOutput, BackupRefused, Scope.Scope> =>
  path === "-"
    ? Effect.sync(() => {
        const { end, write } = compressInto(process.stdout)
        return { write, end: Effect.as(end, null) }
      })
    : toFile(path)

/** The lines of a backup that comes from a stream. */
const linesOf = (open: () => Readable): Stream.Stream<string, BackupRefused> =>
  NodeStream.fromReadable<BackupRefused, Uint8Array>(() => {
    const input = open()
    const lines = createGunzip()
    pipeline(input, lines).catch((cause) => lines.destroy(cause instanceof Error ? cause : undefined))
    return lines
  }, unreadable).pipe(Stream.decodeText(), Stream.splitLines)

/** The lines of a file, or of standard input for `-`. */
export const linesIn = (path: string): Stream.Stream<string, BackupRefused> =>
  linesOf(() => (path === "-" ? process.stdin : createReadStream(path)))
