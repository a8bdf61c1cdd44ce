import ts from "typescript"
import type { Check } from "./roomChecks.ts"
import { isProduct, lineAt, walk } from "./Source.ts"

/** Timers and sources of chance that tests cannot control, with the Effect that replaces each. */
const inSrc: ReadonlyMap<string, string> = new Map([
  ["setImmediate", "yieldToEventLoop"],
  ["setTimeout", "Effect.sleep"],
  ["setInterval", "Schedule.spaced"],
  ["randomUUID", "the port Secrets"],
  ["new Date", "Clock"],
  ["Date.now", "Clock"],
  ["performance.now", "Clock"],
  ["Math.random", "Random"]
])

/** A test that waits for real time is slow on a fast machine and fails on a slow one. */
const inTests: ReadonlyMap<string, string> = new Map([
  ["setTimeout", "an awaited event, or TestClock"],
  ["setInterval", "an awaited event, or TestClock"],
  ["Effect.sleep", "an awaited event, or TestClock"]
])

/** The global that a node uses: `setTimeout`, `Date.now`, and `new Date` where it reads the clock. */
const globalAt = (node: ts.Node): string | undefined => {
  if (ts.isIdentifier(node)) return ts.isImportSpecifier(node.parent) ? undefined : node.text
  if (ts.isPropertyAccessExpression(node)) {
    return ts.isIdentifier(node.expression) ? `${node.expression.text}.${node.name.text}` : undefined
  }
  const isDate = ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "Date"
  return isDate && (node.arguments ?? []).length === 0 ? "new Date" : undefined
}

/** Uses of banned globals in `src/` and `test/`. */
export const bannedGlobals: Check = (sources) =>
  sources.flatMap(({ file, tree }) => {
    const banned = isProduct(file) ? inSrc : inTests
    const found: Array<string> = []
    walk(tree, (node) => {
      const name = globalAt(node)
      const instead = banned.get(name ?? "")
      if (instead === undefined) return
      found.push(`${file}: ${name} in line ${lineAt(tree, node.getStart(tree))}, use ${instead}`)
    })
    return found
  })

/** What makes a value that can be set. */
const mutableCells: ReadonlySet<string> = new Set([
  ...["Ref.unsafeMake", "SubscriptionRef.unsafeMake", "MutableRef.make"],
  ...["Effect.runSync", "memoize"]
])

/**
 * A container that is made empty, to be filled later, or one that is set: `new Map()`, `[]`, `Ref.unsafeMake("")`, and
 * what an Effect that is run here makes, such as a cache. A map with weak keys only adds to what these are, and a `FiberRef` is
 * not shared.
 */
const isFilledLater = ({ initializer, type }: ts.VariableDeclaration) => {
  if (initializer === undefined || type?.getText().startsWith("Readonly") === true) return false
  if (ts.isArrayLiteralExpression(initializer)) return initializer.elements.length === 0
  if (ts.isCallExpression(initializer)) {
    const runs = initializer.arguments.some((argument) => argument.getText() === "Effect.runSync")
    return runs || mutableCells.has(initializer.expression.getText())
  }
  const isContainer = ts.isNewExpression(initializer) && /^(Map|Set)$/.test(initializer.expression.getText())
  return isContainer && (initializer.arguments ?? []).length === 0
}

/** Variables and mutable containers of modules of `src/`, which all fibers and tests of a process share. */
export const moduleVariables: Check = (sources) =>
  sources
    .filter(({ file }) => isProduct(file))
    .flatMap(({ file, tree }) =>
      tree.statements
        .filter(ts.isVariableStatement)
        .flatMap(({ declarationList }) =>
          declarationList.declarations
            .filter((declared) => (declarationList.flags & ts.NodeFlags.Const) === 0 || isFilledLater(declared))
            .map((declared) => `${file}: ${declared.name.getText()} is a variable of the module, use Ref or a class`)
        )
    )

/** Mutable containers of modules that may stay, each with its reason. */
export const variablesAllowed: ReadonlyMap<string, string> = new Map([
  ["src/client/CommunityClient.ts: bodies", "filled while the module is loaded"],
  ["src/client/CommunityClient.ts: derivedCalls", "caches a pure function of the definition"],
  ["src/client/CommunityClient.ts: endpoints", "filled while the module is loaded"],
  ["src/transport/wire/ResponseWriter.ts: noRawHeaders", "stays empty: Node takes no readonly array"],
  ["src/Config.ts: shown", "filled while the module is loaded"],
  ["src/Config.ts: checks", "filled while the module is loaded"],
  ["src/metrics/Metrics.ts: samplers", "the metrics are those of the process, as Effect's own are"],
  ["packages/markdown/src/ParseMarkdown.ts: parsers", "caches a pure function"],
  ["packages/names/src/texts/TextIndex.ts: analyse", "caches a pure function"],
  ["packages/signs/src/PhenotypeWords.ts: wordOf", "caches a pure function"],
  ["packages/text/src/Lexemes.ts: cachedStemOf", "caches a pure function"],
  ["packages/text/src/Spelling.ts: singularOf", "caches a pure function"],
  ["packages/text/src/Spelling.ts: soundOf", "caches a pure function"],
  ["src/transport/http/RequestRecords.ts: seriesOf", "the metrics are those of the process, as Effect's own are"],
  ["packages/names/src/texts/TextIndex.ts: concepts", "filled while the module is loaded"],
  ["packages/names/src/texts/TextIndex.ts: parts", "filled while the module is loaded"],
  ["src/services/DetectLanguage.ts: loadDetector", "caches a module that never changes, 29 MB"],
  ["packages/text/src/Scripts.ts: patterns", "caches a pure function"],
  ["src/transport/http/Endpoints.ts: endpoints", "filled while the module is loaded"]
])

const endsProcess = "ends a process in which no fiber may be left to do it"
const inDriver = "is called by node-postgres, outside of every fiber"
const requestId = "an id is made for each request before any fiber runs for it; nothing secret depends on it"
const onTestClock = "sleeps on TestClock"

/** The places that need a banned global, each with its reason. One that is not used any more fails the test. */
export const globalsAllowed: ReadonlyMap<string, string> = new Map([
  ["src/adapters/ChangeNotifierChannel.ts: randomUUID", "names this process once, at its start"],
  ["src/adapters/postgres/connection/NewCluster.ts: randomUUID", "names a database once, when it is made"],
  ["src/adapters/postgres/connection/DatabaseState.ts: performance.now", inDriver],
  ["src/adapters/postgres/connection/EmbeddedPool.ts: performance.now", inDriver],
  ["src/adapters/postgres/connection/EmbeddedSocket.ts: setTimeout", inDriver],
  ["src/adapters/postgres/connection/ServerPool.ts: setImmediate", inDriver],
  ["src/adapters/postgres/connection/ServerPool.ts: setTimeout", inDriver],
  ["src/adapters/postgres/connection/WatchedClient.ts: performance.now", inDriver],
  ["src/adapters/postgres/connection/WatchedClient.ts: setTimeout", inDriver],
  ["src/cli/RunMain.ts: performance.now", endsProcess],
  ["src/cli/Serve.ts: performance.now", endsProcess],
  ["src/cli/Serve.ts: setTimeout", endsProcess],
  ["src/concurrency/BatchQueue.ts: setImmediate", "is the one Effect for a turn of the event loop"],
  ["src/concurrency/Slices.ts: performance.now", "measures slices of work, on TestClock too"],
  ["src/transport/wire/RequestContext.ts: randomUUID", requestId],
  ["test/faults/Subscriber.ts: setTimeout", "a client gives up a stream that has been silent for too long"],
  ["test/services/LockRetry.test.ts: Effect.sleep", onTestClock],
  ["test/services/posts/ViewCounter.test.ts: Effect.sleep", onTestClock],
  ["test/support/network/TranslationEngine.ts: setTimeout", "is an engine that takes its time, over a socket"],
  ["test/transport/sse/StreamConnection.test.ts: Effect.sleep", "proves that no stream begins before its request ends"]
])
