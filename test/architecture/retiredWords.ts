import { posix } from "node:path"
import ts from "typescript"
import type { Check } from "./roomChecks.ts"
import { walk } from "./Source.ts"

/**
 * Names that the project no longer uses, with the standard term for each. They may not come back as identifiers or as
 * names of files. Words that also have a plain meaning (`place`, `told`, `held`) are not listed.
 */
export const retiredWords: ReadonlyMap<string, string> = new Map([
  ["Answering", "ResponseFinalizer"],
  ["Asked", "a noun for what is asked: CacheRequest, DocumentKey, SearchToken, Options"],
  ["Batches", "WriteBatcher"],
  ["batching", "WriteBatcher"],
  ["batchOf", "batchStatement or applyAll"],
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
  ["Follower", "SseSubscriber"],
  ["Found", "a noun for what is found: PageResult, Caller"],
  ["foundAmong", "pageFromOverfetch"],
  ["foundByPlace", "pageByOffset"],
  ["Ground", "CacheTag"],
  ["ground", "cache tag"],
  ["grounds", "cache tags"],
  ["handedOver", "hijacked"],
  ["Handing", "the verb of what is handed on"],
  ["HandOver", "SocketHijack"],
  ["Held", "a noun for what is held"],
  ["HintsConnection", "the notifier's connection"],
  ["isFor", "cacheableFor"],
  ["isOwn", "perUser"],
  ["isTelling", "isDiscriminative"],
  ["judged", "budgetOf"],
  ["Keeping", "CachePolicy"],
  ["keeping", "policy, or the verb of what is stored"],
  ["keepings", "cachePolicies"],
  ["Kept", "CacheEntry or CacheKey"],
  ["KeptAnswer", "CachedResponse"],
  ["KeptAnswers", "ResponseCache"],
  ["keptOf", "cacheKeyOf"],
  ["KeptRead", "CacheEntry"],
  ["KeptReads", "ReadThroughCache"],
  ["Kin", "relatedDisease"],
  ["kin", "related diseases"],
  ["Knowledge", "SourceFacts"],
  ["knowledge", "facts"],
  ["KnownCredentials", "CredentialCache"],
  ["Lean", "EndpointRunner"],
  ["lean", "runner"],
  ["Learnt", "RequestContext"],
  ["LeastRecent", "ClockCache"],
  ["Likeness", "similarity"],
  ["likeness", "similarity"],
  ["listenAll", "subscribeAll"],
  ["listsOf", "cursorCodec"],
  ["makeSurvey", "makeSelectivityEstimate"],
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
  ["Renewed", "VolatileFragment"],
  ["RequestRecord", "RequestContext"],
  ["Said", "RequestParts, or the name of the message"],
  ["Searched", "NameMatcher"],
  ["Spine", "canonicalIds"],
  ["spine", "canonical ids"],
  ["standing", "connection state"],
  ["Survey", "SelectivityEstimate"],
  ["survey", "estimate"],
  ["Take", "SocketHandler"],
  ["Taken", "Consumption"],
  ["Talk", "McpConnection"],
  ["talk", "connection"],
  ["Tally", "ViewCounter"],
  ["tally", "counter"],
  ["TextRefused", "InvalidText"],
  ["Texts", "ContentFilter"],
  ["Together", "BatchLoader"],
  ["together", "BatchLoader, or the name of the sum"],
  ["ToldPlaces", "SequenceGaps"],
  ["ToolAbout", "ToolMetadata"],
  ["turnMilliseconds", "sliceMillis"],
  ["unknownRequest", "newRequestContext"],
  ["Untold", "unpublished"],
  ["untold", "unpublished"],
  ["untoldMillis", "maxAgeMillis"],
  ["wasAsked", "admit of an AdmissionFilter"],
  ["WeighedWord", "a word with its idf"],
  ["windowed", "keysetFields"],
  ["Within", "Mentions"],
  ["worded", "text_hits"],
  ["Written", "BatchResult"]
])

/** The name of a file without its extensions: `Posts` of `Posts.test.ts`. */
const stemOf = (file: string) => posix.basename(file).split(".")[0] ?? ""

/** Retired words in names of files and identifiers, each once in a file, with its replacement. */
export const retired: Check = (sources) =>
  sources.flatMap(({ file, tree }) => {
    const names = new Set([stemOf(file)])
    walk(tree, (node) => {
      if (ts.isIdentifier(node)) names.add(node.text)
    })
    return Array.from(names)
      .filter((name) => retiredWords.has(name))
      .sort()
      .map((name) => `${file}: ${name} is a retired word, write ${retiredWords.get(name)}`)
  })
