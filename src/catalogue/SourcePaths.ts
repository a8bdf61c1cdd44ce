import { FileSystem, HttpClient, HttpClientError, Path } from "@effect/platform"
import { Effect, Stream } from "effect"
import { type SourceFile, UnreadableSource } from "./SourceFile.ts"

const isAddress = (path: string) => /^https?:\/\//i.test(path)

/** How long a server may take to begin its answer. */
const answerSeconds = 60

/** Files of a folder that hold no data: texts, licences, and whatever is hidden. Some are the heads of data files. */
const isAside = (name: string) => /(^|[/\\])(\.[^/\\]*|LICEN[CS]E|README|[^/\\]*\.(txt|md))$/i.test(name)

const unreadable = (file: string) => (cause: { readonly message: string }) =>
  new UnreadableSource({ file, reason: cause.message })

const addressed = (address: string): Effect.Effect<SourceFile, never, HttpClient.HttpClient> =>
  Effect.map(HttpClient.HttpClient, (client) => ({
    name: address,
    bytes: Stream.unwrap(
      HttpClient.followRedirects(HttpClient.filterStatusOk(client), 5)
        .get(address)
        .pipe(
          Effect.timeoutFail({
            duration: `${answerSeconds} seconds`,
            onTimeout: () => ({ message: `no answer within ${answerSeconds} seconds` })
          }),
          Effect.map((response) => response.stream)
        )
    ).pipe(
      Stream.mapError((cause) =>
        unreadable(address)(
          cause instanceof HttpClientError.ResponseError && cause.reason === "StatusCode"
            ? { message: `it answers with ${cause.response.status}` }
            : cause
        )
      )
    )
  }))

const filed = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const fileOf = (name: string): SourceFile => ({
    name,
    bytes: Stream.mapError(fs.stream(name), unreadable(name))
  })
  const typeOf = (name: string) =>
    Effect.mapBoth(fs.stat(name), {
      onFailure: (error) =>
        error._tag === "SystemError" && error.reason === "NotFound"
          ? new UnreadableSource({ file: name, reason: "there is no such file or folder" })
          : unreadable(name)(error),
      onSuccess: ({ type }) => type
    })
  if ((yield* typeOf(path)) !== "Directory") return { files: [fileOf(path)], aside: [] }
  const names = yield* Effect.mapError(fs.readDirectory(path, { recursive: true }), unreadable(path))
  const found = names.toSorted().map((name) => paths.join(path, name))
  const files = yield* Effect.filter(found, (name) => Effect.map(typeOf(name), (type) => type === "File"))
  return { files: files.filter((name) => !isAside(name)).map(fileOf), aside: files.filter(isAside) }
})

/** The files to read, and the names of those that are left out. */
export interface SourceFiles {
  readonly files: ReadonlyArray<SourceFile>
  readonly aside: ReadonlyArray<string>
}

const filesAt = (
  path: string
): Effect.Effect<SourceFiles, UnreadableSource, FileSystem.FileSystem | HttpClient.HttpClient | Path.Path> =>
  isAddress(path) ? Effect.map(addressed(path), (file) => ({ files: [file], aside: [] })) : filed(path)

/**
 * The files that are meant by paths: files, all files of folders, and addresses. A folder's texts and hidden files are
 * left out. Fails with `UnreadableSource` where there is nothing.
 */
export const sourceFiles = (paths: ReadonlyArray<string>) =>
  Effect.map(
    Effect.forEach(paths, filesAt),
    (found): SourceFiles => ({
      files: found.flatMap(({ files }) => files),
      aside: found.flatMap(({ aside }) => aside)
    })
  )
