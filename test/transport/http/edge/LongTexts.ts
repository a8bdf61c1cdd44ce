import type { IncomingMessage } from "node:http"
import { assertTrue } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as NodeServer from "../../../../src/transport/http/NodeServer.ts"
import { ask, type Sent } from "../../../support/Raw.ts"

/**
 * Text that a stranger sends is read in linear time. Each text is sent in two sizes, of which one is a hundred times the
 * other: once the long one, or a hundred times the short one. Linear time costs the same in both ways, quadratic time a
 * hundred times as much in the first: the bound lies between, far from both, so that a slow machine changes nothing.
 */
const shortCharacters = 1_000
const times = 100
const bound = 8

/** Less than this is not worth a comparison: quadratic time takes seconds. */
const quickMillis = 150

/** The maximum number of characters of a body that are read. */
const bodyCharacters = 250_000

/** Characters with a meaning in some header, URL or body, alone and together. */
const marks = [" ", ",", ";", "=", "&", '"', "\\", "/", ":", ".", "%", "-", "a", "1", "?", "@", "("]
const pairs = [" ;", "; ", ", ", "a ", "a,", "a;", "a=", "a&", "a/", "a.", ":a", "%41", '\\"']
export const units = [...marks, ...pairs, "q=0.1,", ";q=1", 'W/"a",', "1.1.1.1,", "[::1]:1,", "br,"]

export const filled = (unit: string, characters: number) => unit.repeat(Math.ceil(characters / unit.length))

/** The long texts that the server puts into the requests which name them: Node's parser takes at most 16 kB of headers. */
export const texts = new Map<string, (request: IncomingMessage) => void>()

export const makeServer = () => {
  const server = NodeServer.make()
  server.on("request", (request: IncomingMessage) => {
    texts.get(String(request.headers["x-text"]))?.(request)
  })
  return server
}

const processorMillis = () => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1_000
}

const costOf = <E, R>(effect: Effect.Effect<unknown, E, R>) =>
  Effect.gen(function* () {
    const before = processorMillis()
    yield* effect
    return processorMillis() - before
  })

/** Asserts that the long text costs no more than the short ones. What is slow once only, such as a compilation, is tried again. */
export const isLinear = <E, R>(what: string, send: (characters: number) => Effect.Effect<unknown, E, R>) =>
  Effect.gen(function* () {
    let [long, short] = [Number.POSITIVE_INFINITY, 0]
    for (let tries = 0; tries < 3; tries++) {
      long = yield* costOf(send(shortCharacters * times))
      if (long < quickMillis) return
      short = yield* costOf(Effect.repeatN(send(shortCharacters), times - 1))
      if (long < short * bound) return
    }
    assertTrue(false, `${what}: ${Math.round(long)} ms, and ${Math.round(short)} ms in a hundred parts`)
  })

/** Sends a request into which the server puts a text. */
export const sendWith =
  (method: string, path: string, sent: Sent, put: (request: IncomingMessage, text: string) => void) =>
  (textOf: (characters: number) => string) =>
  (characters: number) => {
    const text = textOf(characters)
    texts.set("text", (request) => put(request, text))
    return ask(method, path, { ...sent, headers: { ...sent.headers, "x-text": "text" } })
  }

/** The text of a body: the long one is as long as a body may be. */
export const inBody = (unit: string, characters: number) =>
  filled(unit, (characters / (shortCharacters * times)) * bodyCharacters - 100)
