import type { Data, Processor } from "unified"
import { type Cause, spend } from "./budget.ts"
import { spendOnPairing } from "./pairing.ts"
import { noteEnd, spendOnBeginning, spendOnLine } from "./spendOnContainers.ts"

type SyntaxExtension = NonNullable<Data["micromarkExtensions"]>[number]
type Construct = Exclude<NonNullable<NonNullable<SyntaxExtension["text"]>[number]>, ReadonlyArray<unknown>>
type Resolver = NonNullable<Construct["resolveAll"]>
type Context = ThisParameterType<Construct["tokenize"]>
type Effects = Parameters<Construct["tokenize"]>[0]
type Constructs = Context["parser"]["constructs"]
type ByCode = Constructs["text"]

/**
 * Units for one character that a construct goes over, one construct that is tried at a place, one token that it makes, and
 * one event of a token that it keeps: those are gone through many times before they are nodes.
 */
const perCharacter = 4
const perAttempt = 80
const perToken = 15
const perKeptEvent = 150

/** Units for one event that a resolver steps over. */
const perStep = 1

/** What a resolver steps over is all events of a paragraph, or of all blocks; some do more than to step over them. */
const perStepOf: Readonly<Record<string, number>> = {
  setextUnderline: 3,
  labelEnd: 0.1,
  attention: 5,
  strikethrough: 2
}

const causeOf: Readonly<Record<string, Cause>> = {
  attention: "emphasis",
  strikethrough: "strikethrough",
  labelEnd: "brackets",
  labelStartLink: "brackets",
  labelStartImage: "brackets",
  gfmFootnoteCall: "brackets",
  gfmPotentialFootnoteCall: "brackets",
  setextUnderline: "headings"
}

/** What a construct does at each attempt, beside going over characters. */
const spendOnAttempt = (name: string, context: Context): void => {
  spend(perAttempt, causeOf[name] ?? "markup")
  if (name === "gfmPotentialFootnoteCall") spend(context.events.length * perStep, "brackets")
  if (name.endsWith("Autolink") && context._labelStarts?.some(({ _balanced }) => !_balanced)) {
    spend(context.events.length * perStep, "brackets") // whether it stands in a label is looked for from there back
  }
  if (name !== "labelEnd") return
  const start = context._labelStarts?.findLast(({ _balanced }) => !_balanced)
  if (start === undefined) return
  // The text of the label is compared with the names of all definitions.
  spend(context.now().offset - start.end.offset + context.parser.defined.length * perStep, "brackets")
}

const counted = new WeakSet<Effects>()

/** Counts the characters and tokens of a tokenizer, again where it goes over them again for another construct. */
const countSteps = (effects: Effects): void => {
  if (counted.has(effects)) return
  counted.add(effects)
  const { consume, enter } = effects
  effects.enter = (type, context) => {
    spend(perToken, "markup")
    return enter(type, context)
  }
  effects.consume = (code) => {
    spend(perCharacter, "markup")
    return consume(code)
  }
}

const meteredResolver = (resolver: Resolver, name: string): Resolver => {
  const units = perStepOf[name] ?? perStep
  const pairs = name === "attention" || name === "strikethrough"
  // A pairing resolver goes over what is inside each link, image and pair: that comes from how these are nested.
  const cause = pairs ? "markup" : (causeOf[name] ?? "markup")
  return (events, context) => {
    spend(events.length * units, cause)
    if (pairs) spendOnPairing(events, context)
    return resolver(events, context)
  }
}

/** Metered constructs, by what they meter: the parser knows constructs and resolvers by their identity. */
const constructs = new Map<Construct, Construct>()
const resolvers = new Map<Resolver, Resolver>()

const remembered = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const found = map.get(key) ?? make()
  map.set(key, found)
  return found
}

const withMeteredResolvers = <R extends Pick<Construct, "name" | "resolveAll" | "resolveTo">>(construct: R): R => {
  const { name = "", resolveAll, resolveTo } = construct
  return {
    ...construct,
    ...(resolveAll && { resolveAll: remembered(resolvers, resolveAll, () => meteredResolver(resolveAll, name)) }),
    ...(resolveTo && { resolveTo: remembered(resolvers, resolveTo, () => meteredResolver(resolveTo, name)) })
  }
}

const meteredConstruct = (construct: Construct): Construct =>
  remembered(constructs, construct, () => {
    const { exit, name = "", tokenize } = construct
    return {
      ...withMeteredResolvers(construct),
      ...(exit && {
        exit(effects) {
          exit.call(this, effects)
          noteEnd(this)
          return undefined
        }
      }),
      tokenize(effects, ok, nok) {
        countSteps(effects)
        spendOnAttempt(name, this)
        const before = this.events.length
        const kept: typeof ok = (code) => {
          spend((this.events.length - before) * perKeptEvent, "markup")
          if (exit !== undefined) spendOnBeginning(this)
          return ok(code)
        }
        return tokenize.call(this, effects, kept, nok)
      }
    }
  })

const meteredByCode = (byCode: ByCode): ByCode =>
  Object.fromEntries(
    Object.entries(byCode).map(([code, found]) => [
      code,
      found === undefined || Array.isArray(found) ? found?.map(meteredConstruct) : meteredConstruct(found)
    ])
  )

const meteredConstructs = (given: Constructs): Constructs => ({
  ...given,
  contentInitial: meteredByCode(given.contentInitial),
  document: meteredByCode(given.document),
  flow: meteredByCode(given.flow),
  flowInitial: meteredByCode(given.flowInitial),
  insideSpan: { ...given.insideSpan, null: given.insideSpan.null?.map(withMeteredResolvers) },
  string: meteredByCode(given.string),
  text: meteredByCode(given.text)
})

/**
 * Makes a parser count its work (`budget.ts`). The constructs of CommonMark are not extensions, so all are metered where
 * they are together: at the beginning of a text, by a construct that is asked at each line and matches nothing.
 */
export function countWork(this: Processor): undefined {
  let made: Constructs | undefined
  const install: Construct = {
    name: "countWork",
    tokenize(_effects, _ok, nok) {
      made ??= meteredConstructs(this.parser.constructs)
      this.parser.constructs = made
      spendOnLine(this)
      return nok
    }
  }
  const data = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { document: { null: install } }]
}
