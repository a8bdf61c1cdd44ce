import { Data, Effect, Option, Stream } from "effect"
import type { Fact } from "./Facts.ts"
import { textOf } from "./FileText.ts"
import { isObo, oboFacts } from "./Obo.ts"
import { isOrphadataXml, orphadataFacts } from "./OrphadataXml.ts"
import { tableFacts, tableOf } from "./Tables.ts"

/** A file of the sources: what messages call it, and its bytes. */
export interface SourceFile {
  readonly name: string
  readonly bytes: Stream.Stream<Uint8Array, UnreadableSource>
}

/** A source that is not there, or that is broken; nothing of it is used. */
export class UnreadableSource extends Data.TaggedError("UnreadableSource")<{
  readonly file: string
  readonly reason: string
}> {
  override get message() {
    return `${this.file}: ${this.reason}`
  }
}

const factsOf = (head: string, text: AsyncIterable<string>): AsyncIterable<Fact> | undefined => {
  if (isOrphadataXml(head)) return orphadataFacts(text)
  if (isObo(head)) return oboFacts(text)
  const table = tableOf(head)
  return table === undefined ? undefined : tableFacts(table, text)
}

const read = async (bytes: AsyncIterable<Uint8Array>): Promise<ReadonlyArray<Fact> | undefined> => {
  const { close, head, pieces } = await textOf(bytes)
  const facts = factsOf(head.replace(/^(\ufeff|\u00ef\u00bb\u00bf)/, ""), pieces)
  if (facts === undefined) {
    await close()
    return undefined
  }
  const collected: Array<Fact> = []
  for await (const fact of facts) collected.push(fact)
  return collected
}

/** What zlib and the decoders say, as words for whoever fetched the file. */
const reasonOf = (cause: unknown): string => {
  const message = cause instanceof Error ? cause.message : String(cause)
  return /unexpected end of file|Unclosed root tag|Unexpected end|Unclosed/i.test(message)
    ? `it is cut off (${message.split("\n", 1)[0]})`
    : message
}

/**
 * What a file says, all of it or nothing; none of a file that is of no kind that we know. It is told by what is in it:
 * names of files differ between releases. Fails with `UnreadableSource`.
 */
export const factsIn = (file: SourceFile): Effect.Effect<Option.Option<ReadonlyArray<Fact>>, UnreadableSource> =>
  Effect.flatMap(Stream.toAsyncIterableEffect(file.bytes), (bytes) =>
    Effect.tryPromise({
      try: () => read(bytes),
      catch: (cause) =>
        cause instanceof UnreadableSource ? cause : new UnreadableSource({ file: file.name, reason: reasonOf(cause) })
    })
  ).pipe(Effect.map(Option.fromNullable))
