import { flags, withoutInvisible } from "../domain/Invisible.ts"
import type { Span } from "./destinations.ts"

/** Numeric character references that follow one another, with a black flag that they could go on with. */
const references = /\u{1F3F4}?(?:&#(?:x[\da-f]{1,6}|\d{1,7});)+/giu

const one = /\u{1F3F4}|&#(?:x([\da-f]{1,6})|(\d{1,7}));/giu

/** What a character reference stands for; a space for what is no character. */
const characterOf = (hex: string | undefined, decimal: string | undefined): string => {
  const point = hex === undefined ? Number(decimal ?? 0x1f3f4) : Number.parseInt(hex, 16)
  return point <= 0x10ffff ? String.fromCodePoint(point) : " "
}

const isEscaped = (source: string, at: number): boolean =>
  /(?<!\\)(?:\\\\)*\\$/.test(source.slice(Math.max(0, at - 100), at))

/**
 * Where a text holds characters that are removed (`domain/Invisible.ts`) written as character references. There are none
 * with a name.
 */
export const invisibleReferences = (source: string): ReadonlyArray<Span> =>
  Array.from(source.matchAll(references)).flatMap(({ 0: run, index }) => {
    let text = ""
    const spans = new Map<number, Span>()
    for (const { 0: written, 1: hex, 2: decimal, index: at } of run.matchAll(one)) {
      const character = characterOf(hex, decimal)
      if (withoutInvisible(character) === "") {
        spans.set(text.length, { start: index + at, end: index + at + written.length })
      }
      text += character
    }
    for (const { 0: flag, index: at } of text.matchAll(flags)) {
      for (let place = at; place < at + flag.length; place++) spans.delete(place)
    }
    return Array.from(spans.values()).filter(({ start }) => !isEscaped(source, start))
  })
