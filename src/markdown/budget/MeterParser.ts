import type { Construct, ConstructRecord, Effects, ParseContext, Resolver, TokenizeContext } from "micromark-util-types"
import type { Processor } from "unified"
import { recordContainerEnd, spendOnContainer, spendOnLine } from "./ContainerCost.ts"
import { spendOnDelimiters } from "./DelimiterCost.ts"
import { type Cause, spend } from "./WorkBudget.ts"

/**
 * Units for a character that a construct consumes, a construct tried at a place, a token that it makes, and an event that
 * it keeps: the parser walks kept events many times before they are nodes.
 */
const perCharacter = 4
const perAttempt = 80
const perToken = 15
const perKeptEvent = 150

/** Units for each event of a paragraph, or of all blocks, that a resolver walks over. */
const perStep = 1

/** The same for resolvers that do more, or less, at each event. */
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

/** Counts the work of one attempt of a construct, apart from its characters. */
const spendOnAttempt = (name: string, context: TokenizeContext): void => {
  spend(perAttempt, causeOf[name] ?? "markup")
  if (name === "gfmPotentialFootnoteCall") spend(context.events.length * perStep, "brackets")
  if (name.endsWith("Autolink") && context._labelStarts?.some(({ _balanced }) => !_balanced)) {
    spend(context.events.length * perStep, "brackets") // the parser looks back for a label around the address
  }
  if (name !== "labelEnd") return
  const start = context._labelStarts?.findLast(({ _balanced }) => !_balanced)
  if (start === undefined) return
  // The parser compares the label with the names of all definitions.
  spend(context.now().offset - start.end.offset + context.parser.defined.length * perStep, "brackets")
}

const counted = new WeakSet<Effects>()

/** Counts the characters and tokens of a tokenizer, including those that it reads again for another construct. */
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
  const pairsDelimiters = name === "attention" || name === "strikethrough"
  // Such a resolver runs inside each link, image and pair, so the nesting of these causes its cost.
  const cause = pairsDelimiters ? "markup" : (causeOf[name] ?? "markup")
  return (events, context) => {
    spend(events.length * units, cause)
    if (pairsDelimiters) spendOnDelimiters(events, context)
    return resolver(events, context)
  }
}

/** Metered constructs and resolvers by their originals, since the parser compares them by identity. */
const constructs = new Map<Construct, Construct>()
const resolvers = new Map<Resolver, Resolver>()

const memoized = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const found = map.get(key) ?? make()
  map.set(key, found)
  return found
}

const withMeteredResolvers = <R extends Pick<Construct, "name" | "resolveAll" | "resolveTo">>(construct: R): R => {
  const { name = "", resolveAll, resolveTo } = construct
  return {
    ...construct,
    ...(resolveAll && { resolveAll: memoized(resolvers, resolveAll, () => meteredResolver(resolveAll, name)) }),
    ...(resolveTo && { resolveTo: memoized(resolvers, resolveTo, () => meteredResolver(resolveTo, name)) })
  }
}

const meteredConstruct = (construct: Construct): Construct =>
  memoized(constructs, construct, () => {
    const { exit, name = "", tokenize } = construct
    return {
      ...withMeteredResolvers(construct),
      ...(exit && {
        exit(effects) {
          exit.call(this, effects)
          recordContainerEnd(this)
          return undefined
        }
      }),
      tokenize(effects, ok, nok) {
        countSteps(effects)
        spendOnAttempt(name, this)
        const before = this.events.length
        const kept: typeof ok = (code) => {
          spend((this.events.length - before) * perKeptEvent, "markup")
          if (exit !== undefined) spendOnContainer(this)
          return ok(code)
        }
        return tokenize.call(this, effects, kept, nok)
      }
    }
  })

const meteredRecord = (record: ConstructRecord): ConstructRecord =>
  Object.fromEntries(
    Object.entries(record).map(([code, found]) => [
      code,
      found === undefined || Array.isArray(found) ? found?.map(meteredConstruct) : meteredConstruct(found)
    ])
  )

const meteredConstructs = (given: ParseContext["constructs"]): ParseContext["constructs"] => ({
  ...given,
  contentInitial: meteredRecord(given.contentInitial),
  document: meteredRecord(given.document),
  flow: meteredRecord(given.flow),
  flowInitial: meteredRecord(given.flowInitial),
  insideSpan: { ...given.insideSpan, null: given.insideSpan.null?.map(withMeteredResolvers) },
  string: meteredRecord(given.string),
  text: meteredRecord(given.text)
})

/**
 * A remark plugin that makes a parser spend its work budget. The constructs of CommonMark are no extensions, so a
 * construct that is tried at each line, and matches nothing, replaces the whole set at the beginning of a text.
 */
export function meterParser(this: Processor): undefined {
  let metered: ParseContext["constructs"] | undefined
  const install: Construct = {
    name: "meterParser",
    tokenize(_effects, _ok, nok) {
      metered ??= meteredConstructs(this.parser.constructs)
      this.parser.constructs = metered
      spendOnLine(this)
      return nok
    }
  }
  const data = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { document: { null: install } }]
}
