import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { linesIn, outputOf } from "../../../../src/adapters/postgres/backup/BackupFile.ts"

const temporary = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "community-backup-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const packed = (text: string) =>
  Effect.map(temporary, (folder) => {
    const path = join(folder, "a.backup")
    writeFileSync(path, gzipSync(text))
    return path
  })

describe("BackupFile.linesIn", () => {
  it.scopedLive("gives the lines of a file, with letters that lie across parts of it", () =>
    Effect.gen(function* () {
      const lines = Array.from({ length: 30_000 }, (_, index) => `${index} zebra 🦓é`)
      const path = yield* packed(`${lines.join("\n")}\n`)
      expect(Array.from(yield* Stream.runCollect(linesIn(path)))).toEqual(lines)
    })
  )

  it.scopedLive("refuses a line of more than 16 MiB, and a file of more than 100 times its size", () =>
    Effect.gen(function* () {
      const line = yield* packed("a".repeat(20 * 1_048_576))
      const whole = yield* packed("aaaaaaa\n".repeat(11 * 1_048_576))
      const refused = (path: string) =>
        Effect.map(Effect.flip(Stream.runDrain(linesIn(path))), ({ message }) => message)
      expect(yield* refused(line)).toContain("it has a line of more than 16 MiB. Nothing was restored")
      expect(yield* refused(whole)).toContain("it unpacks to more than 100 times its size. Nothing was restored")
    })
  )
})

it.scopedLive("BackupFile.linesIn names a file that is not there, or cannot be read", () =>
  Effect.gen(function* () {
    const refused = (path: string) => Effect.map(Effect.flip(Stream.runDrain(linesIn(path))), ({ message }) => message)
    expect(yield* refused("/nowhere/file")).toBe("there is no file /nowhere/file")
    expect(yield* refused("/")).toMatch(/^\/ cannot be read: EISDIR/)
  })
)

describe("BackupFile.outputOf", () => {
  it.scoped("refuses to replace a file unless it is forced", () =>
    Effect.gen(function* () {
      const path = yield* packed("an earlier backup")
      const { message } = yield* Effect.flip(outputOf(path, { force: false }))
      expect(message).toBe(`${path} exists: name another file, or give --force to replace it`)
      yield* outputOf(path, { force: true })
    })
  )
})
