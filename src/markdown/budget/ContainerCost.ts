import type { TokenizeContext } from "micromark-util-types"
import { spend } from "./WorkBudget.ts"

/** Units for a quote, item or footnote, which has blocks of its own. */
const perContainer = 3_000

/** Units for an event of the document that is moved, and for a line of a paragraph that is walked over. */
const perMovedEvent = 1.5
const perLine = 4

interface ContainerState {
  linesSinceContainer: number
  /** The event that ended the last container, and its index at that time. */
  ended: { readonly event: unknown; readonly at: number } | undefined
}

/** By the parser's context, of which each text has its own. */
const states = new WeakMap<TokenizeContext, ContainerState>()

const stateOf = (context: TokenizeContext): ContainerState => {
  const found = states.get(context) ?? { linesSinceContainer: 0, ended: undefined }
  states.set(context, found)
  return found
}

/** To be called when a container begins. */
export const spendOnContainer = (context: TokenizeContext): void => {
  stateOf(context).linesSinceContainer = 0
  spend(perContainer, "markup")
}

/** To be called when a container has ended, so that its end is the last event. */
export const recordContainerEnd = (context: TokenizeContext): void => {
  stateOf(context).ended = { event: context.events.at(-1), at: context.events.length - 1 }
}

/**
 * To be called when a line begins. The parser copies all events so far to move the end of a container to an earlier line.
 * At a lazy continuation line it walks back to the beginning of the paragraph.
 */
export const spendOnLine = (context: TokenizeContext): void => {
  const state = stateOf(context)
  const { ended } = state
  if (ended !== undefined && context.events[ended.at] !== ended.event) {
    spend(context.events.length * perMovedEvent, "markup")
  }
  state.ended = undefined
  state.linesSinceContainer++
  if (context.parser.lazy[context.now().line - 1]) spend(state.linesSinceContainer * perLine, "markup")
}
