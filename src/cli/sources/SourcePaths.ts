import { FileSystem, HttpClient, HttpClientError, Path } from "@effect/platform"
import { UnreadableSource } from "@rare-disease-community/catalogue/readers/FileFacts"
import { Effect, Stream } from "effect"
import type { SourceFile } from "./SourceFile.ts"

const isUrl = (path: string) => /^https?:\/\//i.test(path)

/** The longest wait for the beginning of the response that holds a source file. */
const timeout = "60 seconds"

/** Recognises files of a folder without data: texts, licences and hidden files. Some texts are heads of data files. */
const isIgnored = (name: string) => /(^|[/\\])(\.[^/\\]*|LICEN[CS]E|README|[^/\\]*\.(txt|md))$/i.test(name)

const unreadable = (file: string) => (cause: { readonly message: string }) =>
  new UnreadableSource({ file, fault: "transfer", detail: cause.message })

/** The files to read, and the names of those that are ignored. */
export interface SourceFiles {
  readonly files: ReadonlyArray<SourceFile>
  readonly ignored: ReadonlyArray<string>
}

const atUrl = (url: string) =>
  Effect.map(HttpClient.HttpClient, (client): SourceFiles => {
    const response = HttpClient.followRedirects(HttpClient.filterStatusOk(client), 5)
      .get(url)
      .pipe(
        Effect.timeoutFail({
          duration: timeout,
          onTimeout: () => new UnreadableSource({ file: url, fault: "time" })
        })
      )
    const bytes = Stream.mapError(Stream.unwrap(Effect.map(response, ({ stream }) => stream)), (cause) => {
      if (cause instanceof UnreadableSource) return cause
      return cause instanceof HttpClientError.ResponseError && cause.reason === "StatusCode"
        ? new UnreadableSource({ file: url, fault: "status", detail: cause.response.status })
        : unreadable(url)(cause)
    })
    return { files: [{ name: url, bytes }], ignored: [] }
  })

const atPath = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const fileOf = (name: string): SourceFile => ({ name, bytes: Stream.mapError(fs.stream(name), unreadable(name)) })
  const typeOf = (name: string) =>
    Effect.mapBoth(fs.stat(name), {
      onFailure: (error) =>
        error._tag === "SystemError" && error.reason === "NotFound"
          ? new UnreadableSource({ file: name, fault: "missing" })
          : unreadable(name)(error),
      onSuccess: ({ type }) => type
    })
  if ((yield* typeOf(path)) !== "Directory") return { files: [fileOf(path)], ignored: [] }
  const names = yield* Effect.mapError(fs.readDirectory(path, { recursive: true }), unreadable(path))
  const found = names.toSorted().map((name) => paths.join(path, name))
  const files = yield* Effect.filter(found, (name) => Effect.map(typeOf(name), (type) => type === "File"))
  return { files: files.filter((name) => !isIgnored(name)).map(fileOf), ignored: files.filter(isIgnored) }
})

const filesAt = (
  path: string
): Effect.Effect<SourceFiles, UnreadableSource, FileSystem.FileSystem | HttpClient.HttpClient | Path.Path> =>
  isUrl(path) ? atUrl(path) : atPath(path)

/**
 * The files of these paths: files, all files of folders, and URLs. Texts and hidden files of folders are ignored. Fails
 * with `UnreadableSource` for a path that does not exist.
 */
export const sourceFiles = (paths: ReadonlyArray<string>) =>
  Effect.map(
    Effect.forEach(paths, filesAt),
    (found): SourceFiles => ({
      files: found.flatMap(({ files }) => files),
      ignored: found.flatMap(({ ignored }) => ignored)
    })
  )
