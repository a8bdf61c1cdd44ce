import type { Span } from "./destinations.ts"

/** A part of a text, and what is to stand in its place. */
export interface Edit extends Span {
  readonly replacement: string
}

/** A text with its parts replaced; they do not overlap. Every other character stays. */
export const withEdits = (source: string, edits: ReadonlyArray<Edit>): string => {
  let kept = ""
  let from = 0
  for (const { end, replacement, start } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    kept += source.slice(from, start) + replacement
    from = end
  }
  return kept + source.slice(from)
}
