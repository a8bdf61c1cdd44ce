import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync
} from "node:fs"
import { dirname } from "node:path"
import type { Readable, Writable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGunzip, createGzip } from "node:zlib"
import { Effect, Predicate, type Scope, Stream } from "effect"
import { BackupRefused, unreadable } from "./BackupFormat.ts"

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

const notWritten = (cause: unknown) =>
  new BackupRefused({ message: `the backup cannot be written: ${messageOf(cause)}` })

/** The output of a backup: text is written to it, and `end` completes it. */
export interface BackupOutput {
  readonly write: (text: string) => Effect.Effect<void, BackupRefused>
  /** Gives the size in bytes. */
  readonly end: Effect.Effect<number, BackupRefused>
}

/**
 * Compresses text into a stream: `write` waits while the stream is full, `end` until it has taken everything. `end`
 * gives the size of what it has taken, in bytes.
 */
const compressInto = (output: Writable): BackupOutput => {
  const gzip = createGzip()
  let bytes = 0
  const done = pipeline(gzip, output)
  gzip.on("data", ({ length }: Buffer) => {
    bytes += length
  })
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
        return done.then(() => bytes)
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

/**
 * A file that only its owner may read. It has another name until it is whole, so a backup that was stopped leaves the
 * earlier file of its name as it was; the unfinished file is removed with the scope.
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
      },
      catch: notWritten
    })
    return { write, end: Effect.zipLeft(end, rename) }
  })

/**
 * The output for an argument: a file, or standard output for `-`. Fails with `BackupRefused` where the file exists,
 * unless it may be replaced.
 */
export const outputOf = (
  path: string,
  { force }: { readonly force: boolean }
): Effect.Effect<BackupOutput, BackupRefused, Scope.Scope> => {
  if (path === "-") {
    return Effect.succeed(compressInto(process.stdout))
  }
  if (!force && existsSync(path)) {
    return new BackupRefused({ message: `${path} exists: name another file, or give --force to replace it` })
  }
  return toFile(path)
}

/** The longest line of a backup. A post of 20,000 characters is the longest row, with its HTML and its search terms. */
const maxLineCharacters = 16 * 1_048_576

/**
 * A backup unpacks to at most this many times its size; honest ones unpack to a few times. So a small file cannot keep
 * a restore busy with gigabytes.
 */
const maxRatio = 100

/** A file that unpacks to less is read whatever its ratio. */
const freeCharacters = 64 * 1_048_576

/**
 * The lines of a compressed stream, some at a time. Throws for a line or a whole that is larger than those of a backup.
 */
async function* unpack(input: Readable): AsyncGenerator<ReadonlyArray<string>> {
  const gunzip = createGunzip({ chunkSize: 65_536 }).setEncoding("utf8")
  pipeline(input, gunzip).catch(() => undefined) // thrown where it is read
  let [rest, characters] = ["", 0]
  for await (const text of gunzip) {
    characters += text.length
    if (characters > freeCharacters + maxRatio * gunzip.bytesWritten) {
      throw new Error("it unpacks to more than 100 times its size")
    }
    if (rest.length + text.length > maxLineCharacters) throw new Error("it has a line of more than 16 MiB")
    rest += text
    if (!text.includes("\n")) continue
    const lines = rest.split("\n")
    rest = lines.pop() ?? ""
    yield lines
  }
  if (rest !== "") yield [rest]
}

/** A failure of the file system, or of what the file holds. */
const notRead = (path: string) => (cause: unknown) => {
  if (!Predicate.hasProperty(cause, "syscall")) return unreadable(cause)
  const isMissing = Predicate.hasProperty(cause, "code") && cause.code === "ENOENT"
  return new BackupRefused({
    message: isMissing ? `there is no file ${path}` : `${path} cannot be read: ${messageOf(cause)}`
  })
}

/** The lines of a file, or of standard input for `-`. */
export const linesIn = (path: string): Stream.Stream<string, BackupRefused> =>
  Stream.suspend(() =>
    Stream.fromAsyncIterable(unpack(path === "-" ? process.stdin : createReadStream(path)), notRead(path))
  ).pipe(Stream.mapConcat((lines) => lines))
