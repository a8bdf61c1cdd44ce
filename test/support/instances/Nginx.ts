import { type ChildProcess, spawn } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { findFreePort } from "../network/FreePort.ts"

const shipped = fileURLToPath(new URL("../../../operations/nginx.conf", import.meta.url))

/** The configuration that we ship, with all that nginx writes in a folder. */
export const configIn = (folder: string) =>
  readFileSync(shipped, "utf8")
    .replace("/run/community-nginx.pid", `${folder}/nginx.pid`)
    .replaceAll("/var/log/nginx/", `${folder}/`)
    .replace(
      "http {",
      ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map((name) => `  ${name}_temp_path ${folder}/${name};`)
        .reduce((text, line) => `${text}\n${line}`, "http {")
    )

/** The same before all instances, without TLS: a test of its own covers that. */
const configOf = (folder: string, port: number, urls: ReadonlyArray<string>) =>
  configIn(folder)
    .replace(/\n {2}server \{\n {4}listen 80[\s\S]*?\n {2}\}\n/, "")
    .replace(/listen 443 ssl[^;]*;/, `listen 127.0.0.1:${port} default_server;`)
    .replace(/ +ssl_\w+ .*;\n/g, "")
    .replace(
      /( +server 127\.0\.0\.1:\d+[^;]*;\n)+/,
      urls.map((url) => `    server ${new URL(url).host} max_fails=0;\n`).join("")
    )
    .replace("X-Forwarded-Proto $scheme", "X-Forwarded-Proto https")

/** nginx in front of instances. */
export class Nginx {
  readonly url: string
  readonly #child: ChildProcess

  private constructor(url: string, child: ChildProcess) {
    this.url = url
    this.#child = child
  }

  static async start(parent: string, urls: ReadonlyArray<string>): Promise<Nginx> {
    const folder = join(parent, "nginx")
    mkdirSync(join(folder, "logs"), { recursive: true })
    const port = await findFreePort()
    const config = join(folder, "nginx.conf")
    writeFileSync(config, configOf(folder, port, urls))
    const args = ["-p", folder, "-e", join(folder, "error.log"), "-c", config, "-g", "daemon off;"]
    const path = `${process.env["PATH"]}:/usr/sbin`
    const child = spawn("nginx", args, { stdio: ["ignore", "ignore", "inherit"], env: { PATH: path } })
    const url = `http://127.0.0.1:${port}`
    for (let isUp = false; !isUp; ) {
      if (child.exitCode !== null) throw new Error("nginx did not start")
      isUp = await fetch(url).then(
        () => true,
        () => false
      )
    }
    return new Nginx(url, child)
  }

  remove = () => void this.#child.kill("SIGTERM")
}
