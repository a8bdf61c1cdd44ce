import { type ChildProcess, spawn } from "node:child_process"
import { writeFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { findFreePort } from "../network/FreePort.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))
/** A program that is loaded before the server, and sets its clock. */
export const clock = fileURLToPath(new URL("./SteppedClock.cjs", import.meta.url))

/** A start that was interrupted by a fault is repeated after this time, as a supervisor does. */
const restartMillis = 300

/** The maximum number of time for a start, with repetitions. */
const startMillis = 60_000

/** An instance of the server on a port of its own, which it keeps through restarts. */
export class Instance {
  readonly name: string
  readonly url: string
  readonly #port: number
  readonly #clockFile: string
  readonly #variables: () => Readonly<Record<string, string>>
  readonly #preload: ReadonlyArray<string>
  #child: ChildProcess | undefined
  #starts = 0
  #isWanted = false
  #isListening = false
  #answered: (text: string) => void = () => undefined
  /** Log lines of defects, output on stderr, and ends that nobody asked for. */
  readonly defects: Array<string> = []
  /** The other lines of its log. */
  readonly lines: Array<string> = []

  private constructor(name: string, port: number, folder: string, options: Options) {
    this.name = name
    this.#port = port
    this.url = `http://127.0.0.1:${port}`
    this.#clockFile = `${folder}/clock-${name}`
    this.#variables = options.variables
    this.#preload = options.preload ?? ["--require", clock]
  }

  static async make(name: string, folder: string, options: Options) {
    return new Instance(name, await findFreePort(), folder, options)
  }

  /** Names the process that runs now, as no earlier or later one. */
  get process() {
    return `${this.name}#${this.#starts}`
  }

  get id() {
    return this.#child?.pid ?? 0
  }

  get isListening() {
    return this.#isListening
  }

  /** Sends a signal that a preloaded program answers by a line of output, and returns the text after `answer ` in it. */
  async answerTo(signal: NodeJS.Signals): Promise<string> {
    const answer = new Promise<string>((resolve) => {
      this.#answered = resolve
    })
    this.signal(signal)
    return answer
  }

  /** Starts it, again and again while it ends before it listens. */
  async start() {
    this.#isWanted = true
    const until = performance.now() + startMillis
    while (this.#isWanted && !(await this.#startOnce())) {
      if (performance.now() > until) throw new Error(`${this.name} does not start: ${this.lines.slice(-3).join("\n")}`)
      await sleep(restartMillis)
    }
  }

  #startOnce() {
    const { HOME = "", PATH = "" } = process.env
    this.#starts++
    writeFileSync(this.#clockFile, "0")
    const own = { PATH, HOME, PORT: String(this.#port), CLOCK_OFFSET_FILE: this.#clockFile }
    const child = spawn(process.execPath, [...this.#preload, "dist/server/main.mjs"], {
      cwd: root,
      env: { ...own, ...this.#variables() },
      stdio: ["ignore", "pipe", "pipe"]
    })
    this.#child = child
    this.#isListening = false
    return new Promise<boolean>((resolve) => {
      let text = ""
      child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
        const lines = (text + chunk).split("\n")
        text = lines.pop() ?? ""
        for (const line of lines) {
          if (line.includes("Listening on http")) {
            this.#isListening = true
            resolve(true)
          }
          this.#read(line)
        }
      })
      child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
        // Before it listens a start may fail with the reason: the database may be away.
        if (this.#isListening) this.defects.push(`stderr: ${chunk.trim()}`)
        else this.lines.push(chunk.trim())
      })
      child.once("exit", (code, signal) => {
        if (this.#child !== child) return
        if (this.#isWanted && this.#isListening) this.defects.push(`ended by itself: ${signal ?? code}`)
        this.#isListening = false
        resolve(false)
      })
    })
  }

  #read(line: string) {
    if (line.startsWith("answer ")) this.#answered(line.slice("answer ".length))
    else if (/"logLevel":"(ERROR|FATAL)"/.test(line)) this.defects.push(line)
    else this.lines.push(line)
    if (this.lines.length > 500) this.lines.splice(0, 250)
  }

  signal(signal: NodeJS.Signals) {
    this.#child?.kill(signal)
  }

  /** Ends the process by a signal, and waits for its end. */
  async stop(signal: "SIGTERM" | "SIGKILL") {
    this.#isWanted = false
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const began = performance.now()
    const ended = new Promise((resolve) => child.once("exit", resolve))
    child.kill("SIGCONT")
    child.kill(signal)
    await ended
    const seconds = (performance.now() - began) / 1_000
    if (seconds > 11) this.defects.push(`took ${seconds.toFixed(1)} s to stop`)
    this.#isListening = false
  }

  /** Steps its wall clock away from the true time. */
  step(millis: number) {
    writeFileSync(this.#clockFile, String(millis))
    this.signal("SIGUSR2")
  }

  /** True if its log of now has a warning that matches. */
  hasWarned(about: RegExp) {
    return this.lines.some((line) => line.includes('"logLevel":"WARN"') && about.test(line))
  }

  /** Takes the defects that were noted since the last call. */
  takeDefects() {
    this.lines.length = 0
    return this.defects.splice(0)
  }
}

export interface Options {
  readonly variables: () => Readonly<Record<string, string>>
  /** Options of Node that load programs before the server. */
  readonly preload?: ReadonlyArray<string>
}
