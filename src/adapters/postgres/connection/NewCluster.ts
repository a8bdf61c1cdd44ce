import { createHash, randomUUID } from "node:crypto"
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { deserialize, serialize } from "node:v8"
import { gunzipSync, gzipSync } from "node:zlib"
import { PGlite, type PGliteOptions } from "@electric-sql/pglite"
import { Schema } from "effect"
import { packagePath } from "../../PackageFiles.ts"

/** Segments of the write-ahead log are small: a new database has two, and most communities write little. */
const initOptions: PGliteOptions = { initDbStartParams: ["-c", "shared_buffers=16MB", "--wal-segsize=4"] }

/** The last file that is put in place: without it there is no database. */
const versionFile = "PG_VERSION"

const Files = Schema.Array(Schema.Struct({ path: Schema.String, bytes: Schema.Uint8ArrayFromSelf }))

/** The file with a new cluster, by the release of PGlite that has made it. */
const clusterPath = () => {
  const program = dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite"))
  const hash = createHash("sha256")
  for (const file of ["initdb.wasm", "pglite.wasm", "pglite.data"]) hash.update(readFileSync(join(program, file)))
  return packagePath(`dist/prepared/cluster-${hash.digest("hex").slice(0, 16)}.gz`)
}

const filesIn = (folder: string, within = ""): ReadonlyArray<string> =>
  readdirSync(join(folder, within), { withFileTypes: true }).flatMap((entry) => {
    const path = join(within, entry.name)
    return entry.isDirectory() ? [`${path}/`, ...filesIn(folder, path)] : [path]
  })

/**
 * Makes a new cluster for every first start, where there is none yet: `initdb` takes seconds and 600 MB, which a server
 * would keep.
 */
export const prepareCluster = async (): Promise<void> => {
  const path = clusterPath()
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true })
  const folder = mkdtempSync(join(dirname(path), ".cluster-"))
  try {
    const database = new PGlite(folder, initOptions)
    await database.waitReady
    await database.close()
    const files = filesIn(folder).map((file) => ({
      path: file,
      bytes: file.endsWith("/") ? Buffer.alloc(0) : readFileSync(join(folder, file))
    }))
    writeFileSync(`${path}.${process.pid}`, gzipSync(serialize(files)))
    renameSync(`${path}.${process.pid}`, path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The files of the new cluster that ships; none where none has been made. */
const shippedFiles = () => {
  try {
    return Schema.decodeUnknownSync(Files)(deserialize(gunzipSync(readFileSync(clusterPath()))))
  } catch {
    return []
  }
}

/**
 * Puts the new cluster that ships in a folder without a database. A copy that was killed leaves no `PG_VERSION` and is
 * made again. Each copy has an id of its own, since all have the system identifier of the one that ships.
 */
export const putNewCluster = (folder: string): void => {
  if (existsSync(join(folder, versionFile))) return
  const files = shippedFiles()
  if (files.length === 0) return // PGlite makes one
  const made = join(folder, ".new")
  rmSync(made, { recursive: true, force: true })
  mkdirSync(made, { recursive: true, mode: 0o700 })
  for (const { bytes, path } of files) {
    if (path.endsWith("/")) mkdirSync(join(made, path), { mode: 0o700 })
    else writeFileSync(join(made, path), bytes, { mode: 0o600 })
  }
  appendFileSync(join(made, "postgresql.conf"), `\ncommunity.id = '${randomUUID()}'\n`)
  for (const name of readdirSync(made).filter((one) => one !== versionFile)) {
    rmSync(join(folder, name), { recursive: true, force: true })
    renameSync(join(made, name), join(folder, name))
  }
  renameSync(join(made, versionFile), join(folder, versionFile))
  rmSync(made, { recursive: true, force: true })
}
