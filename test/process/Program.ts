import { spawn } from "node:child_process"
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "@effect/platform"
import { Deferred, Effect, Layer, Runtime, Schedule } from "effect"
import { inject } from "vitest"

/** The end of a process: its exit code, or a signal. */
export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A program that runs or has ended. */
export interface Program {
  readonly stdout: Effect.Effect<string>
  readonly stderr: Effect.Effect<string>
  readonly kill: (signal: NodeJS.Signals) => Effect.Effect<void>
  /** Sends SIGINT to every process of its group, as Ctrl-C on a terminal does. */
  readonly ctrlC: Effect.Effect<void>
  /** Waits for the end of the process and of its output. */
  readonly ended: Effect.Effect<Ending>
  /** Waits until it listens; a defect when it ends before. */
  readonly url: Effect.Effect<string>
  /** Waits until the program and all processes that it started have ended. */
  readonly gone: Effect.Effect<void>
}

/** The environment of a program beside `PATH` and `HOME`; it inherits no other variable. */
export type Variables = Readonly<Record<string, string>>

/**
 * A command of the README, without npm: `npm start`, or one of `npm run community --`. It ends soon, so V8 does not optimize
 * the WebAssembly of the embedded database, which would take a second of a processor.
 */
export const command = (
  name: "main" | "serve" | "import" | "migrate" | "admin" | "keys" | "check" | "config",
  ...args: ReadonlyArray<string>
) =>
  [
    process.execPath,
    "--liftoff-only",
    ...(name === "main" ? ["dist/server/main.mjs"] : ["dist/server/community.mjs", name]),
    ...args
  ] as const

const root = fileURLToPath(new URL("../../", import.meta.url))

/** Sends a signal to a process group; false when there is none of this id. */
const signalled = (group: number, signal: NodeJS.Signals | 0) => {
  try {
    return process.kill(-group, signal)
  } catch {
    return false
  }
}

/**
 * Starts the program on a free port, in a process group of its own, which is killed with the scope. The start may fail:
 * wait for its `url`, or for its end by `ended`.
 */
export const launch = (
  variables: Variables,
  [file, ...args]: readonly [string, ...ReadonlyArray<string>] = command("main")
) =>
  Effect.gen(function* () {
    const { PATH = "", HOME = "" } = process.env
    const ended = yield* Deferred.make<Ending>()
    const url = yield* Deferred.make<string>()
    const run = Runtime.runSync(yield* Effect.runtime<never>())
    let stdout = ""
    let stderr = ""
    const child = yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn(file, args, {
          cwd: root,
          detached: true,
          env: { PATH, HOME, PORT: "0", CATALOGUE: "starter", ...variables },
          stdio: "pipe"
        })
      ),
      ({ pid }) =>
        Effect.zipRight(
          Effect.sync(() => pid !== undefined && signalled(pid, "SIGKILL")),
          Deferred.await(ended)
        )
    )
    const group = child.pid ?? Number.NaN
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text
      const [, found] = /Listening on (http:[^"\s]+)"/.exec(stdout) ?? []
      // The name is for browsers: programs need not resolve it.
      if (found !== undefined) run(Deferred.succeed(url, found.replace("//localhost:", "//127.0.0.1:")))
    })
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text
    })
    child.on("close", (code, signal) => {
      run(Deferred.succeed(ended, { code, signal }))
      run(Deferred.die(url, new Error(`the program ended (${code ?? signal}) before it listened: ${stderr}${stdout}`)))
    })
    const program: Program = {
      stdout: Effect.sync(() => stdout),
      stderr: Effect.sync(() => stderr),
      kill: (signal) => Effect.sync(() => void child.kill(signal)),
      ctrlC: Effect.sync(() => void signalled(group, "SIGINT")),
      ended: Deferred.await(ended),
      url: Deferred.await(url),
      gone: Effect.repeat(
        Effect.sync(() => signalled(group, 0)),
        { while: (isAlive) => isAlive, schedule: Schedule.spaced("10 millis") }
      )
    }
    return program
  })

/** The program once it listens. */
export const start = (variables: Variables) =>
  Effect.gen(function* () {
    const program = yield* launch(variables)
    return { ...program, url: yield* program.url }
  })

/** A new folder, removed with the scope. */
export const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "community-process-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** A `DATA_DIR` with the content of a first start, which saves the time of a first start. */
export const dataDir = Effect.tap(folder, (path) =>
  Effect.sync(() => cpSync(join(inject("embeddedTemplates"), "started"), path, { recursive: true }))
)

/** An `HttpClient` for the URL of a program. */
export const clientOf = (url: string) =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.map(HttpClient.HttpClient, HttpClient.mapRequest(HttpClientRequest.prependUrl(url)))
  ).pipe(Layer.provide(FetchHttpClient.layer))

/** The entries of a log, each a line of JSON; any other line is a defect. */
export const logged = (stdout: string): ReadonlyArray<Record<string, unknown>> =>
  stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))

/** The one-time code of the first admin, as a start prints it; empty where it prints none. */
export const firstAdminCode = (stdout: string): string => /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){6}/.exec(stdout)?.[0] ?? ""

/** A metric of a server by its name with labels; 0 before its first event. */
export const metricOf = ({ url }: { readonly url: string }, name: string) =>
  Effect.promise(async () => {
    const text = await (await fetch(new URL("/metrics", url))).text()
    const line = text.split("\n").find((found) => found.startsWith(`${name} `))
    return Number(line?.slice(name.length) ?? 0)
  })
