import { spawnSync } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"

const packaged = "/usr/lib/postgresql"

/** The folder of PostgreSQL's programs: the newest of Debian's, else that of `PATH`; none where there are none. */
export const binaries = [
  ...(existsSync(packaged) ? readdirSync(packaged) : [])
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(packaged, version, "bin")),
  ...(process.env["PATH"] ?? "").split(":"),
  spawnSync("pg_config", ["--bindir"], { encoding: "utf8" }).stdout?.trim() ?? ""
].find((folder) => folder !== "" && existsSync(join(folder, "initdb")))

export const isRoot = process.getuid?.() === 0

/** A command as the user of PostgreSQL, which does not run as root. */
export const asPostgres = (
  file: string,
  args: ReadonlyArray<string>
): readonly [file: string, args: ReadonlyArray<string>] =>
  isRoot
    ? ["setpriv", ["--reuid=postgres", "--regid=postgres", "--init-groups", "env", "HOME=/tmp", file, ...args]]
    : [file, args]
