import { flags, withoutInvisible } from "../text/Invisible.ts"
import type { Span } from "./Edits.ts"

/** A run of numeric character references, with the black flag in front that may begin a flag emoji. */
const run = /\u{1F3F4}?(?:&#(?:x[\da-f]{1,6}|\d{1,7});)+/giu

const one = /\u{1F3F4}|&#(?:x([\da-f]{1,6})|(\d{1,7}));/giu

/** The character that a reference stands for; a space for an invalid code point. */
const characterOf = (hex: string | undefined, decimal: string | undefined): string => {
  const point = hex === undefined ? Number(decimal ?? 0x1f3f4) : Number.parseInt(hex, 16)
  return point <= 0x10ffff ? String.fromCodePoint(point) : " "
}

const isEscaped = (source: string, at: number): boolean =>
  /(?<!\\)(?:\\\\)*\\$/.test(source.slice(Math.max(0, at - 100), at))

/** The spans of numeric character references to characters that `text/Invisible.ts` removes; none of those has a named one. */
export const invisibleReferences = (source: string): ReadonlyArray<Span> =>
  Array.from(source.matchAll(run)).flatMap(({ 0: references, index }) => {
    let text = ""
    const spans = new Map<number, Span>()
    for (const { 0: written, 1: hex, 2: decimal, index: at } of references.matchAll(one)) {
      const character = characterOf(hex, decimal)
      if (withoutInvisible(character) === "") {
        spans.set(text.length, { start: index + at, end: index + at + written.length })
      }
      text += character
    }
    for (const { 0: flag, index: at } of text.matchAll(flags)) {
      for (let offset = at; offset < at + flag.length; offset++) spans.delete(offset)
    }
    return Array.from(spans.values()).filter(({ start }) => !isEscaped(source, start))
  })
