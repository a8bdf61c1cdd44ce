import { Data, Effect, Option, Stream } from "effect"
import type { Fact } from "../Facts.ts"
import { textOf } from "./FileText.ts"
import { isObo, oboFacts } from "./Obo.ts"
import { isOrphadataXml, orphadataFacts } from "./OrphadataXml.ts"
import { tableFacts, tableOf } from "./Tables.ts"

/** A source file: its name in messages, and its bytes. */
export interface SourceFile {
  readonly name: string
  readonly bytes: Stream.Stream<Uint8Array, UnreadableSource>
}

/** A source is missing or broken, and nothing of it is used. */
export class UnreadableSource extends Data.TaggedError("UnreadableSource")<{
  readonly file: string
  readonly reason: string
}> {
  override get message() {
    return `${this.file}: ${this.reason}`
  }
}

const parserOf = (head: string): ((text: AsyncIterable<string>) => AsyncIterable<Fact>) | undefined => {
  if (isOrphadataXml(head)) return orphadataFacts
  if (isObo(head)) return oboFacts
  const table = tableOf(head)
  return table && ((text) => tableFacts(table, text))
}

const read = async (bytes: AsyncIterable<Uint8Array>): Promise<ReadonlyArray<Fact> | undefined> => {
  const { close, head, pieces } = await textOf(bytes)
  const parse = parserOf(head.replace(/^(\ufeff|\u00ef\u00bb\u00bf)/, ""))
  if (parse === undefined) {
    await close()
    return undefined
  }
  const facts: Array<Fact> = []
  for await (const fact of parse(pieces)) facts.push(fact)
  return facts
}

/** The message of zlib or a decoder, in words for an operator. */
const reasonOf = (cause: unknown): string => {
  const message = cause instanceof Error ? cause.message : String(cause)
  return /unexpected end of file|Unclosed root tag|Unexpected end|Unclosed/i.test(message)
    ? `it is cut off (${message.split("\n", 1)[0]})`
    : message
}

/**
 * All facts of a file; none for a file of an unknown kind. The content decides the kind, since names of files differ
 * between releases. Fails with `UnreadableSource`.
 */
export const factsIn = (file: SourceFile): Effect.Effect<Option.Option<ReadonlyArray<Fact>>, UnreadableSource> =>
  Effect.flatMap(Stream.toAsyncIterableEffect(file.bytes), (bytes) =>
    Effect.tryPromise({
      try: () => read(bytes),
      catch: (cause) =>
        cause instanceof UnreadableSource ? cause : new UnreadableSource({ file: file.name, reason: reasonOf(cause) })
    })
  ).pipe(Effect.map(Option.fromNullable))
