import { execFile } from "node:child_process"
import { symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { OpenApi } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { CommunityApi } from "../../src/api/CommunityApi.ts"
import { folder } from "../process/Program.ts"

const packages = fileURLToPath(new URL("node_modules", import.meta.url))

/** An empty project with the OpenAPI document of this server. */
const project = Effect.tap(folder, (path) =>
  Effect.sync(() => {
    symlinkSync(packages, join(path, "node_modules"))
    writeFileSync(join(path, "package.json"), '{ "type": "module" }')
    writeFileSync(join(path, "openapi.json"), JSON.stringify(OpenApi.fromApi(CommunityApi)))
  })
)

/** The output of a package's program, and whether it succeeds. */
const run = (path: string, program: string, ...args: ReadonlyArray<string>) =>
  Effect.async<{ readonly succeeds: boolean; readonly said: string }>((resume) => {
    execFile(join(packages, ".bin", program), args, { cwd: path }, (error, stdout, stderr) =>
      resume(Effect.succeed({ succeeds: error === null, said: stdout + stderr }))
    )
  })

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: true, // the generated code is not a library
  target: "es2022",
  lib: ["es2023", "dom", "dom.iterable"],
  module: "esnext",
  moduleResolution: "bundler",
  types: []
}

const compiled = (path: string, program: string) =>
  Effect.suspend(() => {
    writeFileSync(join(path, "program.ts"), program)
    writeFileSync(join(path, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }))
    return run(path, "tsc")
  })

/** A program that reads the posts and each by its id, with calls that the compiler must refuse. */
const overTypes = `
import createClient from "openapi-fetch"
import type { paths } from "./community"

const client = createClient<paths>({ baseUrl: "http://localhost:3000" })
const list = await client.GET("/api/posts", { params: { query: { limit: 5, sort: "date" } } })
for (const post of list.data?.data ?? []) {
  const params = { path: { id: post.id } }
  const read = await client.GET("/api/posts/{id}", { params })
  const title: string | undefined = read.data?.title
  const why: string | undefined = read.error?.error
  await client.POST("/api/posts/{id}/comments", { params, body: { content: \`\${title} \${why}\` } })
  if (post.diseaseId !== null) await client.GET("/api/diseases/{id}", { params: { path: { id: post.diseaseId } } })
}
await client.GET("/api/diseases/{id}", { params: { path: { id: "ORPHA:558" } } })
// @ts-expect-error an id is a number
await client.GET("/api/posts/{id}", { params: { path: { id: "5" } } })
`

const overClient = `
import { commentsCreate, diseasesGet, postsGet, postsList } from "./community"
import { client } from "./community/client.gen"

client.setConfig({ baseUrl: "http://localhost:3000", auth: () => "token" })
const list = await postsList({ query: { limit: 5, sort: "date" } })
for (const post of list.data?.data ?? []) {
  const path = { id: post.id }
  const read = await postsGet({ path })
  const title: string | undefined = read.data?.title
  const why: string | undefined = read.error?.error
  await commentsCreate({ path, body: { content: \`\${title} \${why}\` } })
  if (post.diseaseId !== null) await diseasesGet({ path: { id: post.diseaseId } })
}
await diseasesGet({ path: { id: "ORPHA:558" } })
// @ts-expect-error an id is a number
await postsGet({ path: { id: "5" } })
`

describe("A client generated from the OpenAPI document", () => {
  it.scopedLive("by openapi-typescript compiles under strict rules, and takes the id of a post", () =>
    Effect.gen(function* () {
      const path = yield* project
      const generated = yield* run(path, "openapi-typescript", "openapi.json", "--output", "community.ts")
      expect(generated.succeeds, generated.said).toBe(true)
      expect(yield* compiled(path, overTypes)).toEqual({ succeeds: true, said: "" })
    })
  )

  it.scopedLive("by @hey-api/openapi-ts compiles under strict rules, and takes the id of a post", () =>
    Effect.gen(function* () {
      const path = yield* project
      const generated = yield* run(
        path,
        "openapi-ts",
        "--input",
        "openapi.json",
        "--output",
        "community",
        "--no-log-file"
      )
      expect(generated.succeeds, generated.said).toBe(true)
      expect(yield* compiled(path, overClient)).toEqual({ succeeds: true, said: "" })
    })
  )
})
