import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Option, Redacted } from "effect"
import { CommunityTools } from "../../../../src/api/tools/CommunityTools.ts"
import type { Audience } from "../../../../src/domain/posts/Audience.ts"
import { allEndpoints } from "../../../../src/transport/http/Endpoints.ts"
import { unique } from "../../../contracts/newRows.ts"
import { isNightly } from "../../../SuiteSelection.ts"
import { community } from "../../../support/Community.ts"
import { otherRows, rows } from "../../../support/EndpointRows.ts"
import { endpoints } from "../../../support/Endpoints.ts"
import { answer, publish } from "../../../support/Given.ts"
import { send } from "../../../support/Members.ts"
import { ask } from "../../../support/Raw.ts"
import { memoryAndDatabase, memoryOnly, oneDatabase } from "../../../support/Storage.ts"
import { toolRows } from "../../../support/ToolRows.ts"
import { withEngine } from "../../../support/Unlimited.ts"
import { until as untilTrue } from "../../../support/Waiting.ts"
import { at, eachOf } from "../../../support/Wire.ts"
import { follow, until } from "../../sse/Given.ts"
import { isFound, spoken, totalsAreRight } from "./AudienceChecks.ts"
import { pagesRead, threadsOf } from "./AudiencePages.ts"
import {
  type FamilyWorld,
  familyWorld,
  letAgents,
  type Planted,
  plant,
  type Viewer,
  type Viewers,
  viewersOf,
  worldAbout,
  worldOfNothing
} from "./AudienceViewers.ts"
import {
  answersIn,
  lasting,
  nameOf,
  namesIn,
  pathsOf,
  proceduresRead,
  toolCalls,
  valuesOf,
  withoutVolatile
} from "./EverythingRead.ts"

/** Parameters of queries that show no other texts: which part of a list, which stream, in which language. */
const ofOtherThings: ReadonlySet<string> = new Set(
  (
    "page limit offset cursor lang to category categories type action userId by subjectId symptoms phenotypes excluded " +
    "role verified appeal apiKey token lastEventId tools"
  ).split(" ")
)

const readsOfPosts = new Set(allEndpoints.filter(({ showsPosts }) => showsPosts).map(({ name }) => name))

/** Tools that show posts. */
const toolsOfPosts: ReadonlySet<string> = new Set(
  "search_community list_posts get_post get_notifications find_similar_discussions".split(" ")
)

/** What else moderators and admins see of reports and decisions: numbers, and that something was done. */
const ofStaff: ReadonlySet<string> = new Set(["moderation.queue", "moderation.health", "audit.list"])

type Named = Readonly<Record<string, Viewer>>

/** Those who may read most come first, so that others would find their answers in a cache. */
const sorted = (viewers: Named) =>
  Object.entries(viewers).sort(([, one], [, other]) => other.reads.size - one.reads.size)

const isStaff = (viewer: string) => viewer === "moderator" || viewer === "admin"

/** True where a viewer may find a text for this audience. */
const mayDiffer = (viewers: Named, audience: Audience, viewer: string, name: string) =>
  viewers[viewer]?.reads.has(audience) === true &&
  (readsOfPosts.has(name) || toolsOfPosts.has(name) || (isStaff(viewer) && ofStaff.has(name)))

/** The moderator's key without the scope counts the cases all the same. */
const isCount = (viewer: string, name: string) => viewer === "moderator's key" && name.startsWith("moderation.")

/** All that everybody reads by REST and RPC, by viewer, name and address. Who may not read much reads twice. */
const everythingRead = (given: FamilyWorld, viewers: Named, word: string) =>
  Effect.gen(function* () {
    const seen: Record<string, unknown> = {}
    for (const [viewer, { as, reads }] of sorted(viewers)) {
      for (const { name, path } of pathsOf(given, word)) {
        const times = reads.size === 0 ? ["first", "again"] : ["first"]
        for (const time of times) {
          const { headers, status, text } = yield* ask("GET", path, { as })
          seen[`${viewer}\t${name}\t${path}\t${time}`] = [status, withoutVolatile(text)]
          if (!text.includes(word)) continue
          strictEqual(headers["cache-control"], "private, no-store", `${viewer} ${path}`)
        }
      }
      if (as === undefined) continue
      for (const [call, exit] of yield* proceduresRead(given, as, word)) {
        seen[`${viewer}\t${call.split(" ")[0]}\t${call}`] = exit
      }
    }
    return lasting(seen)
  })

type Answers = Readonly<Record<string, unknown>>

/** The calls whose answers changed for somebody who may not read the new text, or that show no posts. */
const wronglyChanged = (viewers: Named, audience: Audience, before: Answers, after: Answers) =>
  Object.keys(after).filter((call) => {
    const [viewer = "", name = ""] = call.split("\t")
    return (
      JSON.stringify(before[call]) !== JSON.stringify(after[call]) &&
      !(mayDiffer(viewers, audience, viewer, name) || isCount(viewer, name))
    )
  })

/** The first difference of each. */
const differences = (calls: ReadonlyArray<string>, before: Answers, after: Answers) =>
  calls.map((call) => {
    const [one, other] = [JSON.stringify(before[call] ?? null), JSON.stringify(after[call] ?? null)]
    const start = Array.fromIterable(one).findIndex((letter, index) => letter !== other[index]) - 60
    return [call, one, other].map((text, index) => (index === 0 ? text : text.slice(Math.max(0, start), start + 160)))
  })

const credentials = (viewers: Named) => Object.fromEntries(Object.entries(viewers).map(([name, { as }]) => [name, as]))

const without = (viewers: Named, audience: Audience): Named =>
  Object.fromEntries(Object.entries(viewers).filter(([, { reads }]) => !reads.has(audience)))

/** The answers to everybody, in both ways of reading. */
const all = (given: FamilyWorld, viewers: Named, word: string) =>
  Effect.map(
    Effect.all([everythingRead(given, viewers, word), pagesRead(given, viewers, word)]),
    ([answers, pages]) => ({
      ...answers,
      ...pages
    })
  )

/** Pages that show no posts. The numbers of unread notifications and of cases are on all pages of members. */
const pagesWithout = /page\t\/(news|statistics|diseases|sitemap.xml|settings\/data)$/
const counts = /<span( id=\\"unread\\")? class=\\"count.*?<\/a>/g

/** What is wrong with the answers after there is a text for an audience, which were these before. */
const wrongIn = (viewers: Named, audience: Audience, before: Answers, after: Answers) => {
  const wrong = wronglyChanged(viewers, audience, before, after).filter((call) => {
    const reads = viewers[call.split("\t")[0] ?? ""]?.reads.has(audience) === true
    if (!reads || !call.includes("\tpage\t")) return true
    const [one, other] = [before[call], after[call]].map((page) => JSON.stringify(page ?? null).replaceAll(counts, ""))
    return pagesWithout.test(call) && one !== other
  })
  return differences(wrong, before, after).flat()
}

/** Plants a text for an audience among what was read before, and gives what is read afterwards. */
const planted = (given: FamilyWorld, all_: Viewers, audience: Audience, word: string, before: Answers) =>
  Effect.gen(function* () {
    const { viewers } = all_
    const outsiders = without(viewers, audience)
    const agent = viewers["author's key"]
    const text = yield* plant(given, all_, audience, word)
    yield* isFound(viewers, text, audience, word)
    const after = yield* all(given, viewers, word)
    const wrong = wrongIn(viewers, audience, before, after)
    yield* totalsAreRight(given, viewers, word)
    yield* threadsOf(viewers, text, audience, word)
    const [about, never] = [worldAbout(given, text), worldOfNothing(given)]
    const answers = yield* answersIn(given, about, credentials(outsiders), () => true)
    assertTrue(Object.keys(answers).length > 100)
    deepStrictEqual(answers, yield* answersIn(given, never, credentials(outsiders), () => true))
    strictEqual((yield* spoken(given, agent, word, [text.post.id])).includes(`bout ${word}`), false)
    return { after, text, wrong }
  })

/** Agents' keys read as their members while the community allows them, and moderators' as members. */
const agentsRead = (
  given: FamilyWorld,
  { viewers }: Viewers,
  texts: ReadonlyArray<readonly [Audience, Planted, string]>
) =>
  Effect.gen(function* () {
    const ofMember = viewers["agent of somebody concerned"]
    const ofModerator = viewers["moderator's agent"]
    const [off, on] = [
      { ofMember, ofModerator },
      {
        ofMember: { ...ofMember, reads: new Set(["members", "disease"] as const) },
        ofModerator: { ...ofModerator, reads: new Set(["members"] as const) }
      }
    ]
    for (const [isOn, agents] of [
      [false, off],
      [true, on],
      [false, off],
      [true, on]
    ] as const) {
      yield* letAgents(given, isOn)
      for (const [audience, text, word] of texts) yield* isFound(agents, text, audience, word)
    }
    for (const [, { post }, word] of texts) {
      strictEqual((yield* spoken(given, ofMember, word, [post.id])).includes(`bout ${word}`), true)
    }
    yield* letAgents(given, false)
  })

/** All that everybody reads takes minutes: texts for all members, and in memory, each night. */
const audiences: ReadonlyArray<Audience> = isNightly ? ["disease", "members"] : ["disease"]

for (const storage of isNightly ? memoryAndDatabase : oneDatabase) {
  layer(community(storage.layer, withEngine), { excludeTestServices: true })(
    `${storage.name}: posts that are not for everyone`,
    (it) => {
      it.scoped("are in all answers and pages for who may read them, and in none for others", () =>
        Effect.gen(function* () {
          const given = yield* familyWorld
          const everybody = yield* viewersOf(given)
          const { viewers } = everybody
          yield* all(given, viewers, unique()) // what is noted at a first read is noted
          const texts: Array<readonly [Audience, Planted, string]> = []
          const wrong: Array<string> = []
          for (const audience of audiences) {
            const word = unique()
            const { text, wrong: ofThis } = yield* planted(
              given,
              everybody,
              audience,
              word,
              yield* all(given, viewers, word)
            )
            texts.push([audience, text, word])
            wrong.push(...ofThis)
          }
          for (const [audience, text, word] of texts) yield* isFound(viewers, text, audience, word)
          strictEqual(Object.keys(without(without(viewers, "disease"), "members")).length, 7)
          yield* agentsRead(given, everybody, texts)
          strictEqual(wrong.join("\n"), "")
        })
      )

      it.scoped("come by no stream to who may not read them, and are in no inbox", () =>
        Effect.gen(function* () {
          const given = yield* familyWorld
          const everybody = yield* viewersOf(given)
          const names = ["sibling", "unrelated", "author's key", "commenter's key"] as const
          const streams = yield* Effect.forEach(names, (name) => {
            const as = everybody.viewers[name].as ?? Redacted.make("")
            return Effect.map(follow({ token: as }), (stream) => ({ as, name, stream }))
          })
          const { post } = yield* plant(given, everybody, "disease", unique())
          const shown = yield* publish(given.bob, { diseaseId: given.family.asked })
          yield* answer(given.maria, shown.id)
          yield* answer(given.bob, given.post.id)
          for (const { as, name, stream } of streams) {
            const read = send("GET", "/api/notifications?limit=50", { as })
            // Followers are notified a moment after the post.
            yield* untilTrue(Effect.map(read, (inbox) => eachOf(inbox).length > 0))
            const inbox = yield* read
            const about = eachOf(inbox, "post", "id")
            strictEqual(about.includes(post.id), false, name)
            strictEqual(at(inbox.body, "unreadCount"), about.length, name)
            const came = yield* Effect.timeout(until(stream, Number(eachOf(inbox)[0])), "20 seconds")
            deepStrictEqual(came.toReversed(), eachOf(inbox).slice(0, came.length), name)
          }
        })
      )
    }
  )
}

layer(community(memoryOnly[0].layer), { excludeTestServices: true })("the suite of audiences", (it) => {
  it.effect("knows each endpoint that is read by GET, its parameters, and each tool", () =>
    Effect.gen(function* () {
      const given = yield* familyWorld
      const reads = endpoints.filter(({ endpoint }) => endpoint.method === "GET")
      const unknown = reads.map(nameOf).filter((name) => rows[name] === undefined && otherRows[name] === undefined)
      deepStrictEqual(unknown, [])
      const values = valuesOf("word", given)
      const parameters = new Set(reads.flatMap(({ endpoint }) => namesIn(endpoint.urlParamsSchema)))
      deepStrictEqual(
        Array.fromIterable(parameters).filter((name) => !(name in values) && !ofOtherThings.has(name)),
        []
      )
      const tools = Array.fromIterable(CommunityTools.requests.values())
      deepStrictEqual(
        tools.map(({ _tag }) => _tag).filter((name) => toolRows[name] === undefined),
        []
      )
      const called = new Set(toolCalls(given, "word").map(({ tag }) => tag))
      const writes = (schema: (typeof tools)[number]["payloadSchema"]) =>
        namesIn(Option.some(schema)).some((name) => name === "idempotencyKey" || name === "idempotent")
      deepStrictEqual(
        tools.filter(({ _tag, payloadSchema }) => !writes(payloadSchema) && !called.has(_tag)).map(({ _tag }) => _tag),
        []
      )
    })
  )
})
