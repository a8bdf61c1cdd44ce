import type { Data } from "unified"
import { spend } from "./budget.ts"

type SyntaxExtension = NonNullable<Data["micromarkExtensions"]>[number]
type Construct = Exclude<NonNullable<NonNullable<SyntaxExtension["text"]>[number]>, ReadonlyArray<unknown>>
type Resolver = NonNullable<Construct["resolveAll"]>

/** A run of marks that may still open something. */
interface Opener {
  readonly marker: number
  readonly canClose: boolean
  readonly at: number
  length: number
}

/** Units for one event that is stepped over, for one opening that is looked at, for one event that is copied or moved. */
const perStep = 1.2
const perOpening = 15
const perCopy = 3
const perMove = 0.02

/** The rules by which marks of emphasis pair: `*` and `_`, runs of which parts may pair. */
const emphasis = {
  cause: "emphasis",
  pairs: (opener: Opener, length: number, canOpen: boolean) =>
    !((opener.canClose || canOpen) && length % 3 !== 0 && (opener.length + length) % 3 === 0),
  used: (opener: Opener, length: number) => (opener.length > 1 && length > 1 ? 2 : 1)
} as const

/** Those of strikethrough: whole runs of one length. */
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
 * Counts what it takes to pair the marks of emphasis or strikethrough among these events. The parser looks for the opening
 * of each closing mark from there back, over every event; where there is none it looks through all that is before. Here
 * only the list of openings is looked through, by the same rules: that is far less work than the work it counts.
 */
export const spendOnPairing: (...given: Parameters<Resolver>) => void = (events, context) => {
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
      spend((at - (opener?.at ?? 0)) * perStep + (openers.length - found - 1) * perOpening, rules.cause)
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
