import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Context, Effect, Layer, Schema, SchemaAST } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { CommunityTools } from "../../../src/api/tools/CommunityTools.ts"
import type { Secret } from "../../../src/domain/accounts/Credential.ts"
import { NotSignedIn } from "../../../src/domain/accounts/CurrentUser.ts"
import { BlocksRepo } from "../../../src/ports/accounts/BlocksRepo.ts"
import { Credentials } from "../../../src/services/accounts/Credentials.ts"
import type * as Services from "../../../src/services/Services.ts"
import { newReport } from "../../contracts/moderation/newDecisions.ts"
import { moment, unique } from "../../contracts/newRows.ts"
import { awayStorage } from "../../support/AwayStorage.ts"
import { community } from "../../support/Community.ts"
import { joinAdmin, publish } from "../../support/Given.ts"
import { join } from "../../support/Members.ts"
import { ask, exitOf } from "../../support/Raw.ts"
import { restored } from "../../support/storage/Restored.ts"
import { makeNextMember, toolRows } from "../../support/ToolRows.ts"
import { at } from "../../support/Wire.ts"
import { connectAs } from "../mcp/Clients.ts"

const tools = Array.from(CommunityTools.requests.values())

/** Errors that every tool declares, and that no argument provokes. */
const ofEvery = ["MissingScope", "NotSignedIn", "TooManyRequests", "Unavailable"]

const membersOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> =>
  SchemaAST.isUnion(ast) ? ast.types.flatMap(membersOf) : [SchemaAST.encodedAST(ast)]

/** The tags of the errors that a tool declares. */
const declaredBy = ({ errorSchema }: (typeof tools)[number]) =>
  membersOf(errorSchema.ast)
    .flatMap(SchemaAST.getPropertySignatures)
    .flatMap(({ name, type }) => (name === "_tag" && SchemaAST.isLiteral(type) ? [String(type.literal)] : []))
    .sort()

const errorOf = (exit: unknown) => at(exit, "cause", "error")

/** What tells an agent how to go on. */
const advice = /\b(must|send|use|look|leave|try|may|tells|only|split|remove|make|take)\b/

const newScene = Effect.gen(function* () {
  const maria = yield* join()
  const { id: postId } = yield* publish(maria)
  const { id: foreignId } = yield* publish(yield* join())
  const blocker = yield* join()
  const { id: closedId } = yield* publish(blocker)
  yield* Effect.flatMap(BlocksRepo, ({ add }) => add(blocker.user.id, maria.user.id, moment))
  yield* newReport({ reporterId: maria.user.id, target: { type: "post", id: foreignId } })
  const nextMember = yield* makeNextMember
  const usedKey = unique()
  const like = { as: maria.token, headers: { "idempotency-key": usedKey } }
  yield* ask("PUT", `/api/posts/${postId}/like`, like)
  return { maria, postId, foreignId, closedId, nextMember, usedKey }
})
const scene = restored(newScene)

layer(community(Memory.layer), { excludeTestServices: true })("Every tool", (it) => {
  it.effect("toolRows has a row for each tool, with a case for each error that it alone declares", () =>
    Effect.sync(() => {
      const declared = tools.map((tool) => [tool._tag, declaredBy(tool).filter((tag) => !ofEvery.includes(tag))])
      const rows = tools.map(({ _tag }) => [_tag, Object.keys(toolRows[_tag]?.fails ?? {}).sort()])
      deepStrictEqual(declared, rows)
      strictEqual(Object.keys(toolRows).length, tools.length)
      for (const tool of tools)
        deepStrictEqual(
          declaredBy(tool).filter((tag) => ofEvery.includes(tag)),
          ofEvery
        )
    })
  )

  for (const tool of tools) {
    it.scoped(`${tool._tag} succeeds, and fails with each error that it declares, over RPC and MCP alike`, () =>
      Effect.gen(function* () {
        const { maria, ...ids } = yield* scene
        const agent = yield* connectAs("streamable", maria)
        const { fails, succeeds } = yield* Effect.fromNullable(toolRows[tool._tag])
        const exit = yield* exitOf(maria.token, tool._tag, succeeds(ids))
        strictEqual(at(exit, "_tag"), "Success", JSON.stringify(exit))
        for (const [tag, payload] of Object.entries(fails)) {
          const error = errorOf(yield* exitOf(maria.token, tool._tag, payload(ids)))
          strictEqual(at(error, "_tag"), tag, JSON.stringify(error))
          const decode = Schema.decodeUnknown(Schema.make<{ readonly message: string }>(tool.errorSchema.ast))
          const { message } = yield* decode(error)
          const { isError, text } = yield* agent.call(tool._tag, { ...payload(ids) })
          deepStrictEqual([isError, text], [true, message])
          assertTrue(advice.test(message), `${tag} does not say what to do next: ${message}`)
        }
      })
    )
  }
})

const away = awayStorage()

layer(community(away.layer), { excludeTestServices: true })("Every tool while the database is away", (it) => {
  for (const { _tag } of tools) {
    it.effect(`${_tag} fails with Unavailable`, () =>
      Effect.gen(function* () {
        const { maria, ...ids } = yield* scene
        const { succeeds } = yield* Effect.fromNullable(toolRows[_tag])
        const exit = yield* away.whileAway(exitOf(maria.token, _tag, succeeds(ids)))
        strictEqual(at(errorOf(exit), "_tag"), "Unavailable", JSON.stringify(exit))
      })
    )
  }
})

const once = { RATE_LIMIT_READ: "1", RATE_LIMIT_WRITE: "1", RATE_LIMIT_POST: "1", RATE_LIMIT_COMMENT: "1" }

layer(community(Memory.layer, once), { excludeTestServices: true })("Every tool beyond its limit", (it) => {
  for (const { _tag } of tools) {
    it.effect(`${_tag} fails with TooManyRequests, and names the seconds to wait`, () =>
      Effect.gen(function* () {
        const { maria: _, ...ids } = yield* scene
        const { token } = yield* joinAdmin
        const { succeeds } = yield* Effect.fromNullable(toolRows[_tag])
        strictEqual(at(yield* exitOf(token, _tag, succeeds(ids)), "_tag"), "Success")
        const error = errorOf(yield* exitOf(token, _tag, succeeds(ids)))
        strictEqual(at(error, "_tag"), "TooManyRequests", JSON.stringify(error))
        assertTrue(Number(at(error, "retryAfterSeconds")) > 0)
      })
    )
  }
})

/** Credentials that end once they have been asked about as often as allowed. */
const ending = () => {
  let left = Number.POSITIVE_INFINITY
  const used = <A>(user: A) => {
    left--
    return user
  }
  const watched = Layer.map((services: Context.Context<Layer.Layer.Success<typeof Services.layer>>) => {
    const { ended, ...credentials } = Context.get(services, Credentials)
    const limited = (identify: typeof credentials.userOf) => (secret: Secret) =>
      Effect.suspend(() => (left > 0 ? Effect.map(identify(secret), used) : new NotSignedIn()))
    return Context.add(services, Credentials, {
      ended,
      userOf: limited(credentials.userOf),
      activeUserOf: limited(credentials.activeUserOf)
    })
  })
  const endAfter = (asked: number) =>
    Effect.sync(() => {
      left = asked
    })
  return { watched, endAfter }
}

const credentials = ending()

layer(community(Memory.layer, {}, undefined, credentials.watched), { excludeTestServices: true })(
  "Every tool whose caller's credential ends after the request was admitted",
  (it) => {
    for (const { _tag } of tools) {
      it.effect(`${_tag} fails with NotSignedIn`, () =>
        Effect.gen(function* () {
          yield* credentials.endAfter(Number.POSITIVE_INFINITY)
          const { maria, ...ids } = yield* scene
          const { succeeds } = yield* Effect.fromNullable(toolRows[_tag])
          yield* credentials.endAfter(1)
          const exit = yield* exitOf(maria.token, _tag, succeeds(ids))
          strictEqual(at(errorOf(exit), "_tag"), "NotSignedIn", JSON.stringify(exit))
        })
      )
    }
  }
)
