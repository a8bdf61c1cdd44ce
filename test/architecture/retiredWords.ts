import { posix } from "node:path"
import ts from "typescript"
import type { Check } from "./roomChecks.ts"
import { type Source, walk } from "./Source.ts"

/**
 * Names that the project no longer uses, with the standard term for each. They may not come back as identifiers or as
 * names of files. Words that also have a plain meaning (`place`, `told`, `held`) are not listed.
 */
export const retiredWords: ReadonlyMap<string, string> = new Map([
  ["Answering", "ResponseFinalizer"],
  ["Asked", "a noun for what is asked: CacheRequest, DocumentKey, SearchToken, Options"],
  ["Batches", "WriteBatcher"],
  ["batching", "WriteBatcher"],
  ["batchOf", "batchStatement"],
  ["bitsFor", "windowFor"],
  ["caughtUp", "readBarrier"],
  ["ChangeHints", "ChangeNotifier"],
  ["chatter", "stop words"],
  ["Closing", "ShutdownSignal"],
  ["Conversation", "McpConnection, or Connection"],
  ["cursorAt", "encode of a cursorCodec"],
  ["Dependence", "CacheTags"],
  ["Draining", "GracefulShutdown"],
  ["endedBy", "tagsInvalidatedBy"],
  ["Filtered", "FilteredText"],
  ["Follower", "NotificationSubscriber"],
  ["Found", "a noun for what is found: PageResult, Caller"],
  ["foundAmong", "pageFromOverfetch"],
  ["foundByPlace", "pageByOffset"],
  ["Ground", "CacheTag"],
  ["ground", "cache tag"],
  ["grounds", "cache tags"],
  ["Handing", "the verb of what is handed on"],
  ["Held", "a noun for what is held"],
  ["HintsConnection", "the notifier's connection"],
  ["isFor", "cacheableFor"],
  ["isOwn", "perUser"],
  ["isTelling", "isDiscriminative"],
  ["Keeping", "CachePolicy"],
  ["keeping", "policy, or the verb of what is stored"],
  ["keepings", "cachePolicies"],
  ["Kept", "CacheEntry or CacheKey"],
  ["KeptAnswer", "CachedResponse"],
  ["KeptAnswers", "ResponseCache"],
  ["KeptRead", "CacheEntry"],
  ["KeptReads", "ReadThroughCache"],
  ["Kin", "a related disease"],
  ["kin", "related diseases"],
  ["Knowledge", "SourceFacts"],
  ["knowledge", "facts"],
  ["KnownCredentials", "CredentialCache"],
  ["Lean", "EndpointRunner"],
  ["lean", "EndpointRunner"],
  ["Learnt", "RequestContext"],
  ["LeastRecent", "ClockCache"],
  ["Likeness", "similarity"],
  ["likeness", "similarity"],
  ["listenAll", "subscribeAll"],
  ["listsOf", "cursorCodec"],
  ["NamedStatements", "StatementNames"],
  ["NextRun", "CoalescedRun"],
  ["nextRun", "coalescedRun"],
  ["OnceForAll", "CoalescedRun"],
  ["OpenStreams", "ConnectionQuota"],
  ["Passing", "Exchange"],
  ["Patience", "LockRetry"],
  ["patience", "a timeout, with its unit"],
  ["peeked", "the name of what was read"],
  ["placeAt", "decode of a cursorCodec"],
  ["PlacedChange", "SequencedChange"],
  ["PlaceRange", "SequenceRange"],
  ["Plain", "the noun of what is without extras"],
  ["plainly", "the verb of what is done simply"],
  ["PostTally", "PostViews"],
  ["Readings", "alternatives"],
  ["Renewed", "VolatileField"],
  ["RequestRecord", "RequestContext"],
  ["Said", "RequestParts, or the name of the message"],
  ["Searched", "NameMatcher"],
  ["Spine", "canonical ids"],
  ["spine", "canonical ids"],
  ["standing", "connection state"],
  ["Survey", "an estimate"],
  ["survey", "estimate"],
  ["Taken", "Consumption"],
  ["Talk", "McpConnection"],
  ["talk", "connection"],
  ["Tally", "ViewCounter"],
  ["tally", "counter"],
  ["TextRefused", "InvalidText"],
  ["Texts", "ContentFilter"],
  ["ToldPlaces", "SequenceGaps"],
  ["ToolAbout", "ToolMetadata"],
  ["turnMilliseconds", "sliceMillis"],
  ["unknownRequest", "newRequestState"],
  ["Untold", "unpublished"],
  ["untold", "unpublished"],
  ["untoldMillis", "maxAgeMillis"],
  ["WeighedWord", "a word with its idf"],
  ["Within", "Mentions"],
  ["Written", "BatchResult"]
])

/** The name of a file without its extensions: `Posts` of `Posts.test.ts`. */
const stemOf = (file: string) => posix.basename(file).split(".")[0] ?? ""

/** The names in a replacement: a whole word, or words written as names are. */
const namesIn = (replacement: string): ReadonlyArray<string> =>
  /^\w+$/.test(replacement) ? [replacement] : (replacement.match(/\b(?:[A-Z][a-z]\w*|[a-z]+[A-Z]\w*)\b/g) ?? [])

const identifiersOf = ({ file, tree }: Source): ReadonlySet<string> => {
  const names = new Set([stemOf(file)])
  walk(tree, (node) => {
    if (ts.isIdentifier(node)) names.add(node.text)
  })
  return names
}

/** Replacements that no source has any more. */
export const lostReplacements = (sources: ReadonlyArray<Source>, words = retiredWords): ReadonlyArray<string> => {
  const names = new Set(sources.flatMap((source) => Array.from(identifiersOf(source))))
  return Array.from(words).flatMap(([word, replacement]) =>
    namesIn(replacement)
      .filter((name) => !names.has(name))
      .map((name) => `${word}: there is no ${name}`)
  )
}

/** Retired words in names of files and identifiers, each once in a file, with its replacement. */
export const retired: Check = (sources) =>
  sources.flatMap((source) =>
    Array.from(identifiersOf(source))
      .filter((name) => retiredWords.has(name))
      .sort()
      .map((name) => `${source.file}: ${name} is a retired word, write ${retiredWords.get(name)}`)
  )
