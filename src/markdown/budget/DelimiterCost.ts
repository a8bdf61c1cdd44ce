import type { Event, TokenizeContext } from "micromark-util-types"
import { spend } from "./WorkBudget.ts"

/** A delimiter run that may still open emphasis or strikethrough. */
interface Opener {
  readonly marker: number
  readonly canClose: boolean
  readonly at: number
  length: number
}

/** Units for an event that is walked over, an opener that is compared, and an event that is copied or moved. */
const perStep = 1.2
const perOpener = 15
const perCopy = 3
const perMove = 0.02

/** CommonMark's rules for `*` and `_`: parts of two runs may pair. */
const emphasis = {
  cause: "emphasis",
  pairs: (opener: Opener, length: number, canOpen: boolean) =>
    !((opener.canClose || canOpen) && length % 3 !== 0 && (opener.length + length) % 3 === 0),
  used: (opener: Opener, length: number) => (opener.length > 1 && length > 1 ? 2 : 1)
} as const

/** GFM's rules for `~`: whole runs of the same length pair. */
const strikethrough = {
  cause: "strikethrough",
  pairs: (opener: Opener, length: number) => opener.length === length,
  used: (_: Opener, length: number) => length
} as const

const rulesOf: Readonly<Partial<Record<string, typeof emphasis | typeof strikethrough>>> = {
  attentionSequence: emphasis,
  strikethroughSequenceTemporary: strikethrough
}

/**
 * Counts the work of pairing the delimiter runs among these events. For each closer the parser walks back over every
 * event to its opener, or to the beginning where there is none. This function applies the same rules to the list of
 * openers alone, which is far less work.
 */
export const spendOnDelimiters = (events: ReadonlyArray<Event>, context: TokenizeContext): void => {
  const openers: Array<Opener> = []
  for (const [at, [kind, token]] of events.entries()) {
    const rules = kind === "enter" ? rulesOf[token.type] : undefined
    if (rules === undefined) continue
    const canOpen = token._open === true
    const marker = context.sliceSerialize(token).charCodeAt(0)
    let length = token.end.offset - token.start.offset
    while (token._close === true && length > 0) {
      const found = openers.findLastIndex((opener) => opener.marker === marker && rules.pairs(opener, length, canOpen))
      const opener = openers[found]
      spend((at - (opener?.at ?? 0)) * perStep + (openers.length - found - 1) * perOpener, rules.cause)
      if (opener === undefined) break
      spend((at - opener.at) * perCopy + events.length * perMove, rules.cause)
      openers.length = found + 1
      const used = rules.used(opener, length)
      opener.length -= used
      length -= used
      if (opener.length === 0) openers.pop()
    }
    if (canOpen && length > 0) openers.push({ marker, canClose: token._close === true, at, length })
  }
}
