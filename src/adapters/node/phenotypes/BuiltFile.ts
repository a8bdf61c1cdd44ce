import { Predicate, Schema } from "effect"

/** An array of a file: its type, and where it is. */
const Described = Schema.Struct({
  $array: Schema.Literal("Float32Array", "Uint8Array", "Uint16Array", "Uint32Array"),
  at: Schema.Int,
  length: Schema.Int
})
const decodeDescribed = Schema.decodeUnknownSync(Described)

type Kind = (typeof Described.Type)["$array"]

const kindOf = (value: unknown): Kind | undefined => {
  if (value instanceof Uint32Array) return "Uint32Array"
  if (value instanceof Uint16Array) return "Uint16Array"
  if (value instanceof Uint8Array) return "Uint8Array"
  return value instanceof Float32Array ? "Float32Array" : undefined
}

const viewOf = (kind: Kind, buffer: ArrayBufferLike, at: number, length: number) => {
  if (kind === "Uint32Array") return new Uint32Array(buffer, at, length)
  if (kind === "Uint16Array") return new Uint16Array(buffer, at, length)
  return kind === "Uint8Array" ? new Uint8Array(buffer, at, length) : new Float32Array(buffer, at, length)
}

/** An array begins at a multiple of the size of the greatest element, or it could not be read in place. */
const aligned = (length: number) => Math.ceil(length / Uint32Array.BYTES_PER_ELEMENT) * Uint32Array.BYTES_PER_ELEMENT

/** A file begins with the length of its text. */
const textStart = Uint32Array.BYTES_PER_ELEMENT

/**
 * A value and its key as one run of bytes: a text of JSON, then the arrays of numbers, which are used where they are.
 * (`node:v8` copies an array that is not aligned, and a reader then holds it twice.)
 */
export const packBuilt = (key: string, data: unknown): Uint8Array => {
  const parts: Array<Uint8Array> = []
  let length = 0
  const json = JSON.stringify({ key, data }, (_, value: unknown) => {
    const kind = kindOf(value)
    if (kind === undefined || !ArrayBuffer.isView(value)) return value
    const part = new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    const described = { $array: kind, at: length, length: part.length / sizeOf(kind) }
    parts.push(part)
    length += aligned(part.length)
    return described
  })
  const text = Buffer.from(json)
  let at = aligned(textStart + text.length)
  const bytes = new Uint8Array(at + length)
  new DataView(bytes.buffer).setUint32(0, text.length, true)
  bytes.set(text, textStart)
  for (const part of parts) {
    bytes.set(part, at)
    at += aligned(part.length)
  }
  return bytes
}

const sizeOf = (kind: Kind) => (kind === "Uint16Array" ? 2 : kind === "Uint8Array" ? 1 : 4)

/** The value of `packBuilt`. Its arrays are parts of `bytes`, which begin at a multiple of four. Throws on others. */
export const unpackBuilt = (bytes: Uint8Array): { readonly key: unknown; readonly data: unknown } => {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(0, true)
  const text = new TextDecoder().decode(bytes.subarray(textStart, textStart + length))
  const start = bytes.byteOffset + aligned(textStart + length)
  return JSON.parse(text, (_, value: unknown) => {
    if (!Predicate.hasProperty(value, "$array")) return value
    const described = decodeDescribed(value)
    return viewOf(described.$array, bytes.buffer, start + described.at, described.length)
  })
}
