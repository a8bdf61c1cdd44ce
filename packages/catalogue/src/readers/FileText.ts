import { pipeline, Readable } from "node:stream"
import { createGunzip } from "node:zlib"

/** The maximum number of bytes of an unpacked source file, many times those of the largest there is. */
const maxUnpackedBytes = 2 ** 31

/** The bytes that decide the kind of a file; a mapping has about 1,500 characters of comments before its header. */
const headBytes = 32_768

/** A stream whose beginning has been read. A reader that stops early must call `close`. */
interface Lookahead<Piece> {
  readonly first: ReadonlyArray<Piece>
  readonly all: AsyncIterable<Piece>
  readonly close: () => Promise<unknown>
}

/** Reads the first pieces of a stream, up to at least `length`. */
const lookAhead = async <Piece extends { readonly length: number }>(
  pieces: AsyncIterable<Piece>,
  length: number
): Promise<Lookahead<Piece>> => {
  const iterator = pieces[Symbol.asyncIterator]()
  const first: Array<Piece> = []
  let seen = 0
  let ended = false
  while (seen < length) {
    const next = await iterator.next()
    if (next.done === true) {
      ended = true
      break
    }
    first.push(next.value)
    seen += next.value.length
  }
  const rest = async function* () {
    try {
      yield* first
      while (!ended) {
        const next = await iterator.next()
        ended = next.done === true
        if (next.done !== true) yield next.value
      }
    } finally {
      await close()
    }
  }
  const close = async () => (ended ? undefined : iterator.return?.())
  return { first, all: rest(), close }
}

const isGzip = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b

/** Unpacks a gzipped file, and returns any other as it is. */
async function* unpacked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { all, first } = await lookAhead(bytes, 2)
  // The stream that is read throws the errors of the pipeline.
  const gunzip = () => pipeline(Readable.from(all), createGunzip(), () => {})
  const plain: AsyncIterable<Uint8Array> = isGzip(Buffer.concat(first)) ? gunzip() : all
  let size = 0
  for await (const piece of plain) {
    size += piece.length
    if (size > maxUnpackedBytes) throw new Error(`it is larger than ${maxUnpackedBytes} bytes`)
    yield piece
  }
}

/** The encoding of a byte order mark, else of an XML declaration, else UTF-8. */
const encodingOf = (head: Buffer): string => {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le"
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be"
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return "utf-8"
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(head.toString("latin1"))
  return declared?.[1] ?? "utf-8"
}

const decoderFor = (encoding: string) => {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new Error(`its encoding ${encoding} is not known`)
  }
}

async function* decoded(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = decoderFor(encoding)
  const decode = (piece?: Uint8Array) => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined })
    } catch {
      throw new Error(`it is not text in ${encoding}`)
    }
  }
  for await (const piece of bytes) yield decode(piece)
  yield decode()
}

/** The beginning of a file, decoded as well as possible, and its whole text. */
export interface FileText {
  readonly head: string
  /** Throws at text that is invalid in the declared encoding. */
  readonly pieces: AsyncIterable<string>
  /** Must be called by a reader that does not read the pieces. */
  readonly close: () => Promise<unknown>
}

/**
 * The text of a file, unpacked where its bytes are gzip. Throws, at once or while it is read, when the file is cut off
 * or too large.
 */
export const textOf = async (bytes: AsyncIterable<Uint8Array>): Promise<FileText> => {
  const { all, close, first } = await lookAhead(unpacked(bytes), headBytes)
  const head = Buffer.concat(first).subarray(0, headBytes)
  const encoding = encodingOf(head)
  const wide = encoding.startsWith("utf-16")
  return { head: new TextDecoder(wide ? encoding : "latin1").decode(head), pieces: decoded(all, encoding), close }
}

/** The longest line of a source file; the longest there is has 30,000 characters. */
const maxLineCharacters = 1_000_000

/**
 * The lines of a text. Throws at a line that is too long, and at a last line without an end, where a file is cut off.
 */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let open = ""
  for await (const piece of text) {
    const lines = (open + piece).split("\n")
    open = lines.pop() ?? ""
    if (open.length > maxLineCharacters) throw new Error(`a line is longer than ${maxLineCharacters} characters`)
    for (const line of lines) yield line.endsWith("\r") ? line.slice(0, -1) : line
  }
  if (open !== "") throw new Error("it is cut off in its last line")
}
