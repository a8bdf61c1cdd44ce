import type { Data } from "unified"
import { spend } from "./budget.ts"

type SyntaxExtension = NonNullable<Data["micromarkExtensions"]>[number]
type Construct = Exclude<NonNullable<NonNullable<SyntaxExtension["text"]>[number]>, ReadonlyArray<unknown>>
type Context = ThisParameterType<Construct["tokenize"]>

/** Units for one quote, item or footnote that a line begins: each has blocks of its own. */
const perContainer = 3_000

/** Units for one event of the document that is moved, and for one line of a paragraph that is stepped over. */
const perMovedEvent = 1.5
const perLine = 4

/** What is known of the containers of one text, as far as it has been read. */
interface Seen {
  /** The lines since the last container began. */
  lines: number
  /** The event that ended the last container, and where it was put. */
  ended: { readonly event: unknown; readonly at: number } | undefined
}

/** Each text is read by a context of its own, so what is seen of one is never another's. */
const seen = new WeakMap<Context, Seen>()

const seenOf = (context: Context): Seen => {
  const found = seen.get(context) ?? { lines: 0, ended: undefined }
  seen.set(context, found)
  return found
}

/** A container began. */
export const spendOnBeginning = (context: Context): void => {
  seenOf(context).lines = 0
  spend(perContainer, "markup")
}

/** A container ended: its event is the last one. */
export const noteEnd = (context: Context): void => {
  seenOf(context).ended = { event: context.events.at(-1), at: context.events.length - 1 }
}

/**
 * A line begins. Where a container ended before the end of the line before, the parser has put its end there, for which it
 * copies all events so far. And a line that only goes on with a paragraph in a container makes it look for the beginning
 * of that paragraph.
 */
export const spendOnLine = (context: Context): void => {
  const state = seenOf(context)
  const { ended } = state
  if (ended !== undefined && context.events[ended.at] !== ended.event) {
    spend(context.events.length * perMovedEvent, "markup")
  }
  state.ended = undefined
  state.lines++
  if (context.parser.lazy[context.now().line - 1]) spend(state.lines * perLine, "markup")
}
