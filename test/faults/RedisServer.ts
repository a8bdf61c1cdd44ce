import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { findFreePort } from "../support/network/FreePort.ts"

/** True if a Redis answers on a port. */
const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: "127.0.0.1", port })
    const end = (isUp: boolean) => {
      socket.destroy()
      resolve(isUp)
    }
    socket.once("error", () => end(false))
    socket.once("data", (data) => end(data.toString().startsWith("+PONG")))
    socket.write("PING\r\n")
  })

/** A Redis of its own, which keeps nothing when it ends. */
export class RedisServer {
  readonly url: string
  readonly #port: number
  #child: ChildProcess | undefined

  private constructor(port: number) {
    this.#port = port
    this.url = `redis://127.0.0.1:${port}`
  }

  static async start(): Promise<RedisServer> {
    const made = new RedisServer(await findFreePort())
    await made.begin()
    return made
  }

  async begin() {
    const options = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", "/tmp"]
    this.#child = spawn("redis-server", ["--port", String(this.#port), ...options], { stdio: "ignore" })
    while (!(await answers(this.#port))) {
      if (this.#child.exitCode !== null) throw new Error("Redis did not start")
      await sleep(20)
    }
  }

  async kill() {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill("SIGKILL")
    await once(child, "exit")
  }

  signal(signal: NodeJS.Signals) {
    this.#child?.kill(signal)
  }

  remove = () => this.signal("SIGKILL")
}
