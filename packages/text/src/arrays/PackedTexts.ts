import { at, noElement } from "./At.ts"

/** Texts as UTF-8, one after another: they take a third of the memory of as many strings. */
export interface PackedTexts {
  readonly offsets: Uint32Array
  readonly bytes: Uint8Array
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export const packTexts = (texts: ReadonlyArray<string>): PackedTexts => {
  const parts = texts.map((text) => encoder.encode(text))
  const offsets = new Uint32Array(parts.length + 1)
  for (const [place, { length }] of parts.entries()) offsets[place + 1] = at(offsets, place) + length
  const bytes = new Uint8Array(at(offsets, parts.length))
  for (const [place, part] of parts.entries()) bytes.set(part, at(offsets, place))
  return { offsets, bytes }
}

/** From where to where the items of a place are, of lists or texts one after another. */
export const rangeAt = (offsets: Uint32Array, place: number): { readonly from: number; readonly to: number } => {
  const [from, to] = [offsets[place], offsets[place + 1]]
  if (from === undefined || to === undefined) throw noElement(place, offsets.length - 1)
  return { from, to }
}

export const textAt = ({ bytes, offsets }: PackedTexts, place: number): string => {
  const { from, to } = rangeAt(offsets, place)
  return decoder.decode(bytes.subarray(from, to))
}
