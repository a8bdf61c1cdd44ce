import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { HttpServer } from "@effect/platform"
import { afterAll, beforeAll, describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Redacted } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { sourcesOf } from "../architecture/Source.ts"
import { community } from "../support/Community.ts"
import { publish } from "../support/Given.ts"
import { join as joinCommunity } from "../support/Members.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))
const run = promisify(execFile)
const peers = ["effect", "@effect/platform", "@effect/rpc"]

/** The output of a program without optional parts, with plain ids and with failures. */
const more = `
import type { HttpClient } from "@effect/platform"
import { Effect, Option } from "effect"
import * as Community from "rare-disease-community-client"
import * as Procedures from "rare-disease-community-client/rpc"

export const all = Effect.gen(function* () {
  const community = yield* Community.make()
  const { data } = yield* community.posts.list()
  yield* community.users.me()
  yield* community.diseases.get({ path: { id: "ORPHA:558" } })
  yield* community.auth.register({ payload: { username: "maria", email: "maria@example.org", password: "a long one" } })
  const post: Community.PostDetail = yield* community.posts.create({ payload: { title: "t", content: "c", diseaseId: 5 } })
  yield* community.posts.update({ path: { id: post.id }, payload: { diseaseId: null } })
  yield* community.posts.update({ path: { id: 5 }, payload: { title: post.title } })
  yield* community.comments.create({ path: { id: 5 }, payload: { content: "c" } })
  yield* community.users.updateMe({ payload: { diseaseIds: [1, 2] } })
  yield* community.auth.revokeApiKey({ payload: { id: 5 } })
  yield* community.notifications.markRead()
  const [likes, response] = yield* community.likes.get({ path: { id: 5 }, withResponse: true })
  const names: ReadonlyArray<Community.ListedPost> = data
  return [names.length, likes.likeCount, response.status, Option.isSome(post.liked)]
})

/** A program that distinguishes failures by their tags. */
export const told = all.pipe(
  Effect.catchTags({
    NotFound: ({ message }: Community.NotFound) => Effect.succeed(message),
    TooMany: ({ message }: Community.TooMany) => Effect.succeed(message)
  })
)

export const tools = Effect.gen(function* () {
  const procedures = yield* Procedures.make({ baseUrl: "http://127.0.0.1:3000", credential: process.env["KEY"] })
  return yield* procedures.get_post({ postId: Procedures.PostId.make(5) })
}).pipe(Effect.catchTag("PostNotFound", ({ id }: Procedures.PostNotFound) => Effect.succeed(id)))

export const needs: Effect.Effect<Community.CommunityClient, never, HttpClient.HttpClient> = Community.make({})

const make = Procedures.make({ baseUrl: "http://127.0.0.1:3000" })

// @ts-expect-error a procedure that there is not
export const misspelt = Effect.map(make, (procedures) => procedures.get_pst)

// @ts-expect-error a path without its id
export const without = Effect.flatMap(Community.make(), (community) => community.posts.get())
`

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  target: "ES2022",
  module: "NodeNext",
  types: ["node"],
  outDir: "out"
}

/** Packs the client, and puts it alone with its peers into an empty project that holds these programs. */
const install = async (folder: string, client: string) => {
  for (const made of [client, join(folder, "node_modules/@effect"), join(folder, "node_modules/@types")]) {
    mkdirSync(made, { recursive: true })
  }
  const { stdout } = await run("npm", ["run", "--silent", "pack:client"], { cwd: root })
  const packed = join(root, "dist/packages", stdout.trim().split("\n").at(-1) ?? "")
  await run("tar", ["-xzf", packed, "-C", client, "--strip-components=1"])
  for (const name of [...peers, "@types/node"]) {
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name))
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }))
  writeFileSync(join(folder, "more.ts"), more)
  const program = readFileSync(join(root, "test/readme/client.ts"), "utf8")
  writeFileSync(
    join(folder, "client.ts"),
    program.replace('"http://127.0.0.1:3000"', 'process.env["COMMUNITY_URL"] ?? ""')
  )
}

describe("The packed client package", () => {
  const folder = mkdtempSync(join(tmpdir(), "client-package-"))
  const client = join(folder, "node_modules", "rare-disease-community-client")
  beforeAll(() => install(folder, client))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("installs no package but its peers", () => {
    assertTrue(!readFileSync(join(client, "package.json"), "utf8").includes('"dependencies"'))
    deepStrictEqual(readdirSync(client).sort(), [
      "LICENSE",
      "api",
      "client",
      "domain",
      "engines",
      "exports",
      "package.json"
    ])
    const imported = readdirSync(client, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".js"))
      .flatMap((name) => [...readFileSync(join(client, name), "utf8").matchAll(/from "([^.][^"]*)"/g)])
    deepStrictEqual([...new Set(imported.map(([, name = ""]) => name))].sort(), [...peers].sort())
  })

  it("documents each call with the summary of its operation", () => {
    const names = readFileSync(join(client, "client/CallNames.d.ts"), "utf8")
    assertTrue(names.includes("    /** Comment on a post. */\n    readonly create: unknown\n"))
    const calls = names.match(/^ {4}readonly/gm)?.length
    strictEqual(names.match(/^ {4}\/\*\* .+\. \*\/$/gm)?.length, calls)
  })

  it("compiles in a strict project that checks declarations too", async () => {
    const compiled = run(process.execPath, [join(root, "node_modules/typescript/bin/tsc")], { cwd: folder })
    deepStrictEqual(
      await compiled.then(
        () => "",
        ({ stdout }) => stdout
      ),
      ""
    )
  })

  it.scopedLive("runs the README's program with a credential, and without one", () =>
    Effect.gen(function* () {
      const maria = yield* joinCommunity()
      yield* publish(maria, { title: "How did you find a specialist?" })
      const { key } = yield* maria.client.auth.createApiKey({ payload: { name: "program" } })
      const COMMUNITY_URL = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const { COMMUNITY_KEY: _, ...environment } = process.env
      for (const set of [{}, { COMMUNITY_KEY: "" }, { COMMUNITY_KEY: Redacted.value(key) }]) {
        const env = { ...environment, COMMUNITY_URL, ...set }
        const { stdout } = yield* Effect.promise(() => run(process.execPath, ["out/client.js"], { cwd: folder, env }))
        deepStrictEqual(JSON.parse(stdout), {
          titles: ["How did you find a specialist?"],
          missing:
            "there is no post 2000000000 (any more): look for it with search (search_community, /api/posts?search=)"
        })
      }
    }).pipe(Effect.provide(community(Memory.layer)))
  )
})

it("The client package imports api/, domain/ and engines alone", () => {
  const all = [...sourcesOf("src"), ...sourcesOf("packages")]
  const files = new Map(all.map((source) => [source.file, source.ours]))
  const reached = new Set(["src/exports/Client.ts", "src/exports/Rpc.ts"])
  for (const file of reached) for (const next of files.get(file) ?? []) reached.add(next)
  deepStrictEqual(
    [...reached].filter((file) => !/^(src\/(api|client|domain|exports)|packages\/\w+\/src)\/.*\.ts$/.test(file)),
    []
  )
})
