import type { Nodes } from "mdast"

/** The characters of a text from `start` up to, but not including, `end`. */
export interface Span {
  readonly start: number
  readonly end: number
}

export interface Edit extends Span {
  readonly replacement: string
}

export const spanOf = ({ position }: Nodes): Span => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0
})

export const replace = ({ end, start }: Span, replacement: string): Edit => ({ start, end, replacement })
export const insert = (at: number, replacement: string): Edit => ({ start: at, end: at, replacement })

/** Writes the `<` at `at` as a character reference, so that it begins no tag. */
export const escapeTag = (at: number): Edit => ({ start: at, end: at + 1, replacement: "&lt;" })

/** Applies edits that do not overlap; all other characters stay. */
export const applyEdits = (source: string, edits: ReadonlyArray<Edit>): string => {
  let edited = ""
  let from = 0
  for (const { end, replacement, start } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    edited += source.slice(from, start) + replacement
    from = end
  }
  return edited + source.slice(from)
}
