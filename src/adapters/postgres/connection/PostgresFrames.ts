/**
 * The few parts of PostgreSQL's wire protocol (version 3) that a socket in front of the embedded database needs: the
 * handshake, the bounds of messages, and the status that ends each answer. All else is passed on as it is.
 */

/** The length of a message is written in this many bytes. */
const lengthBytes = 4

/** The codes of a first message that is not a handshake, and of the handshake of version 3. */
const cancelCode = 80_877_102
const sslCode = 80_877_103
const gssCode = 80_877_104

/**
 * The longest message that a command may send through the socket of the embedded database. A command sends rows in
 * messages of a few megabytes.
 */
const maxMessageBytes = 64 * 1_048_576

/** A message of a client: its handshake, or a later one with its type. */
export type Frame =
  | { readonly _tag: "Encryption" | "Cancel" | "Startup" }
  | { readonly _tag: "Message"; readonly type: string; readonly bytes: Buffer }

const firstFrameOf = (code: number): Frame => {
  if (code === sslCode || code === gssCode) return { _tag: "Encryption" }
  return { _tag: code === cancelCode ? "Cancel" : "Startup" }
}

/** Splits the bytes of a client into messages. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0)
  #isStarted = false

  /** The messages that are whole by now. Throws for one that is too long. */
  read(bytes: Buffer): ReadonlyArray<Frame> {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    const frames: Array<Frame> = []
    for (let frame = this.#next(); frame !== undefined; frame = this.#next()) frames.push(frame)
    return frames
  }

  #next(): Frame | undefined {
    const typeBytes = this.#isStarted ? 1 : 0
    if (this.#rest.length < typeBytes + lengthBytes) return undefined
    const length = this.#rest.readInt32BE(typeBytes)
    if (length < lengthBytes || length > maxMessageBytes) throw new Error("a message has no valid length")
    const end = typeBytes + length
    if (this.#rest.length < end) return undefined
    const bytes = this.#rest.subarray(0, end)
    this.#rest = this.#rest.subarray(end)
    if (this.#isStarted) return { _tag: "Message", type: String.fromCharCode(bytes[0] ?? 0), bytes }
    const frame = firstFrameOf(length < 2 * lengthBytes ? 0 : bytes.readInt32BE(lengthBytes))
    this.#isStarted = frame._tag === "Startup"
    return frame
  }
}

const message = (type: string, ...parts: ReadonlyArray<Buffer>) => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(1 + lengthBytes)
  head.write(type, "latin1")
  head.writeInt32BE(body.length + lengthBytes, 1)
  return Buffer.concat([head, body])
}

const texts = (...values: ReadonlyArray<string>) => Buffer.from(values.map((value) => `${value}\0`).join(""))

const authenticated = message("R", Buffer.alloc(lengthBytes))

/** The answer to a client that wants encryption: it goes on without. */
export const noEncryption = Buffer.from("N")

/** The answer to a handshake. It names no process, so that no client tries to cancel a statement of the server. */
export const welcome = Buffer.concat([
  authenticated,
  message("S", texts("server_version", "17.0")),
  message("S", texts("server_encoding", "UTF8")),
  message("S", texts("client_encoding", "UTF8")),
  message("S", texts("standard_conforming_strings", "on")),
  message("S", texts("DateStyle", "ISO, MDY")),
  message("S", texts("TimeZone", "UTC")),
  message("S", texts("integer_datetimes", "on")),
  message("Z", Buffer.from("I"))
])

/** A failure that ends the connection; `code` is an SQLSTATE. */
export const fatal = (code: string, text: string) =>
  message("E", texts("SFATAL", "VFATAL", `C${code}`, `M${text}`), Buffer.alloc(1))

/** Messages of a client: a statement of its own, and the end of one that it began. */
export const statement = (sql: string) => message("Q", texts(sql))
export const sync = message("S")

/** The contents of an answer's messages. */
export interface AnswerStatus {
  /** True once the statement is over and no transaction is open. */
  readonly isIdle: boolean
  /** The text of a PANIC, after which the database answers no more. */
  readonly panic: string | undefined
}

/** Reads the status of an answer, which holds whole messages. */
export const statusOf = (answer: Uint8Array): AnswerStatus => {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
  let isIdle = false
  let panic: string | undefined
  for (let at = 0; at + lengthBytes < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    const type = String.fromCharCode(bytes[at] ?? 0)
    if (type === "Z") isIdle = String.fromCharCode(bytes[at + 1 + lengthBytes] ?? 0) === "I"
    if (type !== "E") continue
    const fields = bytes.toString("utf8", at + 1 + lengthBytes, at + 1 + bytes.readInt32BE(at + 1)).split("\0")
    if (fields.includes("VPANIC")) panic = fields.find((field) => field.startsWith("M"))?.slice(1)
  }
  return { isIdle, panic }
}
