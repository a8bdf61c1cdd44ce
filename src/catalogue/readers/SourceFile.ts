import { Data, Effect, Option, Stream } from "effect"
import type { Fact } from "../Facts.ts"
import { textOf } from "./FileText.ts"
import { isObo, oboFacts } from "./Obo.ts"
import { isOrphadataXml, orphadataFacts } from "./OrphadataXml.ts"
import { tableFacts, tableOf } from "./Tables.ts"

export interface SourceFile {
  readonly name: string
  readonly bytes: Stream.Stream<Uint8Array, UnreadableSource>
}

const unreadable = {
  cut: "it is cut off",
  format: "it cannot be read",
  missing: "there is no such file or folder",
  status: "it answers with a failure",
  time: "it does not answer within 60 seconds",
  transfer: "reading it failed"
} as const

/** A source is missing or broken, and nothing of it is used. */
export class UnreadableSource extends Data.TaggedError("UnreadableSource")<{
  readonly file: string
  readonly fault: keyof typeof unreadable
  /** The status, or the message of the file system or of a parser. */
  readonly detail?: string | number
}> {
  override get message() {
    const text = `${this.file}: ${unreadable[this.fault]}`
    return this.detail === undefined ? text : `${text} (${this.detail})`
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

/** The failure of zlib or a parser. */
const failureOf = (file: string, cause: unknown) => {
  const [detail = ""] = (cause instanceof Error ? cause.message : String(cause)).split("\n", 1)
  const isCut = /unexpected end of file|Unclosed root tag|Unexpected end|Unclosed/i.test(detail)
  return new UnreadableSource({ file, fault: isCut ? "cut" : "format", detail })
}

/**
 * All facts of a file; none for a file of an unknown kind. The content decides the kind, since names of files differ
 * between releases. Fails with `UnreadableSource`.
 */
export const factsIn = (file: SourceFile): Effect.Effect<Option.Option<ReadonlyArray<Fact>>, UnreadableSource> =>
  Effect.flatMap(Stream.toAsyncIterableEffect(file.bytes), (bytes) =>
    Effect.tryPromise({
      try: () => read(bytes),
      catch: (cause) => (cause instanceof UnreadableSource ? cause : failureOf(file.name, cause))
    })
  ).pipe(Effect.map(Option.fromNullable))
