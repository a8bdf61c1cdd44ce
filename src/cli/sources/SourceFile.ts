import type { Fact } from "@rare-disease-community/catalogue/Facts"
import { factsIn as factsInBytes, UnreadableSource } from "@rare-disease-community/catalogue/readers/FileFacts"
import { Effect, Option, Stream } from "effect"

export interface SourceFile {
  readonly name: string
  readonly bytes: Stream.Stream<Uint8Array, UnreadableSource>
}

/** All facts of a file; none for a file of an unknown kind. Fails with `UnreadableSource`. */
export const factsIn = ({
  bytes,
  name
}: SourceFile): Effect.Effect<Option.Option<ReadonlyArray<Fact>>, UnreadableSource> =>
  Effect.flatMap(Stream.toAsyncIterableEffect(bytes), (pieces) =>
    Effect.tryPromise({
      try: () => factsInBytes(name, pieces),
      catch: (cause) =>
        cause instanceof UnreadableSource
          ? cause
          : new UnreadableSource({ file: name, fault: "format", detail: String(cause) })
    })
  ).pipe(Effect.map(Option.fromNullable))
