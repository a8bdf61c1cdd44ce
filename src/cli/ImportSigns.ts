import { Args, Command } from "@effect/cli"
import { FileSystem, Path } from "@effect/platform"
import { UnreadableSource } from "@rare-disease-community/catalogue/readers/FileFacts"
import { Data, Effect, ParseResult, Stream } from "effect"
import { recognise } from "../adapters/node/phenotypes/PhenotypeFileReading.ts"
import { filesDir } from "../Config.ts"
import { json, print } from "./Output.ts"
import * as Progress from "./Progress.ts"
import type { SourceFile } from "./sources/SourceFile.ts"
import { sourceFiles } from "./sources/SourcePaths.ts"

/** No file was of a kind that the server uses. */
class NothingToImport extends Data.TaggedError("NothingToImport") {
  override get message() {
    return "no file has a format that can be imported (see docs/operating.md): nothing was imported"
  }
}

/** The folder cannot be written. */
class FilesDirRefused extends Data.TaggedError("FilesDirRefused")<{ readonly folder: string }> {
  override get message() {
    return `FILES_DIR ${this.folder} cannot be written: set a folder that this user may write, the same as for the server`
  }
}

const nameOf = ({ name }: SourceFile) => (URL.canParse(name) ? new URL(name).pathname : name).replace(/^.*[/\\]/, "")

const bytesOf = ({ bytes }: SourceFile) =>
  Effect.map(Stream.runCollect(bytes), (chunks) => Buffer.concat(Array.from(chunks)))

/** What is wrong with a file, in one line. */
const detailOf = (cause: unknown) =>
  ParseResult.isParseError(cause)
    ? "it is JSON, but not a whole hp.json of the Human Phenotype Ontology"
    : String(cause).split("\n", 1).join().slice(0, 200)

/** True for a file of a folder that is JSON of another kind, as its name says too. */
const isStray = (file: SourceFile, given: ReadonlyArray<string>, cause: unknown) =>
  ParseResult.isParseError(cause) && !given.includes(file.name) && !/^hp\b.*\.json(\.gz)?$/i.test(nameOf(file))

/**
 * Recognises a file; empty for one of another kind. Fails with `UnreadableSource` for a broken one, and for JSON of
 * another kind that is named by itself.
 */
const read = (given: ReadonlyArray<string>) => (file: SourceFile) =>
  Effect.gen(function* () {
    const bytes = yield* bytesOf(file)
    const known = yield* Effect.tryPromise({
      try: () =>
        recognise(nameOf(file), bytes).catch((cause: unknown) => {
          if (isStray(file, given, cause)) return undefined
          throw cause
        }),
      catch: (cause) => new UnreadableSource({ file: file.name, fault: "format", detail: detailOf(cause) })
    })
    if (known === undefined)
      return yield* Effect.as(Progress.say(`${file.name}: not a file that can be imported: skipped`), [])
    return [{ ...known, bytes }]
  })

/** Keeps a file as it is, in place of an earlier release, packed or not. */
const keep = Effect.fnUntraced(function* (folder: string, { bytes, name }: { bytes: Buffer; name: string }) {
  const fs = yield* FileSystem.FileSystem
  const { join } = yield* Path.Path
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
  const [kept, other] = isPacked ? [`${name}.gz`, name] : [name, `${name}.gz`]
  yield* fs.writeFile(join(folder, `.${kept}`), bytes)
  yield* fs.rename(join(folder, `.${kept}`), join(folder, kept))
  yield* fs.remove(join(folder, other), { force: true })
})

const paths = Args.text({ name: "PATH" }).pipe(
  Args.withDescription("a folder, a file or an http(s) URL of HPO or of Orphanet's names in a language; .gz too"),
  Args.atLeast(1)
)

/** `npm run import -- signs PATH…`: keeps releases of phenotypes and of names in other languages for the next start. */
export const importSigns = Command.make("signs", { paths, json }, ({ json, paths }) =>
  Effect.gen(function* () {
    const folder = yield* filesDir
    const { files } = yield* sourceFiles(paths)
    const known = (yield* Effect.forEach(files, read(paths))).flat()
    if (known.length === 0) return yield* new NothingToImport()
    const fs = yield* FileSystem.FileSystem
    yield* fs.makeDirectory(folder, { recursive: true }).pipe(
      Effect.zipRight(Effect.forEach(known, (file) => keep(folder, file))),
      Effect.mapError(() => new FilesDirRefused({ folder }))
    )
    const rows = known.map(({ holds, name }) => ({ name, holds }))
    const lines = rows.map(({ holds, name }) => `${name}: ${holds}`)
    yield* print(json, { folder, files: rows }, [...lines, `kept in ${folder}; the server reads them when it starts`])
  })
).pipe(Command.withDescription("Keeps releases of phenotypes, and of names in other languages, for the next start."))
