import { FileSystem, Path } from "@effect/platform"
import { Array, ConfigError, Data, Effect, Either, Layer } from "effect"
import { communityDir } from "../../Config.ts"
import { textOfFile } from "../../domain/TextFile.ts"
import { LanguageFiles, type LanguageFolder } from "../../ports/LanguageFiles.ts"
import { packagePath } from "../PackageFiles.ts"

/** A file of a language that is not read. */
class UnfitFile extends Data.TaggedError("UnfitFile")<{ readonly name: string; readonly what: string }> {
  override readonly message = `${this.name} ${this.what}`
}

const maxBytes = 1_000_000n

const isRead = (file: string) => /^[a-z]+\.(?:json|md)$/.test(file)

const readFolder = Effect.fnUntraced(function* (folder: string, tag: string) {
  const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
  const names = (yield* fs.readDirectory(path.join(folder, tag))).filter(isRead)
  const own = yield* fs.realPath(path.join(folder, tag))
  const read = Effect.fnUntraced(function* (name: string) {
    const file = path.join(folder, tag, name)
    const { size, type } = yield* fs.stat(file)
    // A link out of the folder would publish another file as a page. Kubernetes mounts files as links within theirs.
    const isOutside = !(yield* fs.realPath(file)).startsWith(own + path.sep)
    const unfit = (what: string) => new UnfitFile({ name: `${tag}/${name}`, what })
    if (isOutside || type !== "File" || size > maxBytes) {
      return yield* unfit("must be a file of at most 1 MB in its folder")
    }
    return yield* Either.mapLeft(textOfFile(yield* fs.readFile(file)), unfit)
  })
  const texts = yield* Effect.forEach(names, read, { concurrency: 16 })
  const files = Object.fromEntries(names.map((name, at) => [name, texts[at] ?? ""] as const))
  return { tag, files } satisfies LanguageFolder
})

/** The folders in a folder, those whose names begin with a dot left out. A warning names files beside them. */
const readFolders = Effect.fnUntraced(function* (folder: string) {
  const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
  const names = (yield* fs.readDirectory(folder)).filter((name) => !name.startsWith("."))
  const isFolder = (name: string) => Effect.map(fs.stat(path.join(folder, name)), ({ type }) => type === "Directory")
  const [files, folders] = yield* Effect.map(
    Effect.forEach(names.sort(), (name) => Effect.map(isFolder(name), (isOne) => [name, isOne] as const)),
    Array.partition(([, isOne]) => isOne)
  )
  if (files.length > 0) {
    const unread = files.map(([name]) => name).join(", ")
    yield* Effect.logWarning(`${folder}: ignores ${unread}. It reads folders such as pl, one a language`)
  }
  return yield* Effect.forEach(folders, ([tag]) => readFolder(folder, tag), { concurrency: 8 })
})

const refused = (what: string) => ConfigError.InvalidData(["COMMUNITY_DIR"], what)

const readOwn = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* communityDir
  if (folder === undefined) return []
  const names = yield* Effect.mapError(fs.readDirectory(folder), () =>
    refused(`must be a folder that this user may read, and ${folder} is none`)
  )
  if (!names.includes("languages")) return []
  return yield* Effect.mapError(readFolders(`${folder}/languages`), ({ message }) =>
    refused(`has a folder languages that cannot be read: ${message}`)
  )
})

/** Reads `content/languages`, and `languages` in `COMMUNITY_DIR`. */
export const layer = Layer.effect(
  LanguageFiles,
  Effect.map(Effect.context<FileSystem.FileSystem | Path.Path>(), (context) => ({
    shipped: Effect.provide(Effect.orDie(readFolders(packagePath("content/languages"))), context),
    own: Effect.provide(readOwn, context)
  }))
)
