/** What authenticators write: whole numbers, bytes, texts, and lists and maps of these. */
export type CborValue = number | string | Uint8Array | ReadonlyArray<CborValue> | CborMap
export type CborMap = ReadonlyMap<number | string, CborValue>

const head = (major: number, size: number): Buffer => {
  const first = major << 5
  if (size < 24) return Buffer.from([first | size])
  if (size < 0x100) return Buffer.from([first | 24, size])
  const bytes = Buffer.alloc(3)
  bytes.writeUInt8(first | 25)
  bytes.writeUInt16BE(size, 1)
  return bytes
}

const isList = (value: ReadonlyArray<CborValue> | CborMap): value is ReadonlyArray<CborValue> => Array.isArray(value)

/** CBOR (RFC 8949) of a value with sizes of at most two bytes. */
export const cbor = (value: CborValue): Buffer => {
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (isList(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  const pairs = Array.from(value, ([key, inner]) => Buffer.concat([cbor(key), cbor(inner)]))
  return Buffer.concat([head(5, value.size), ...pairs])
}
