import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import pg from "pg"
import { say } from "./driver/Report.ts"
import { launch, ours } from "./Server.ts"
import { type Size, seed, type World } from "./seed/Community.ts"

/** The prefix of every database of these benches. */
const prefix = "community_seed_"

/** The server that benches make their databases on. */
export const adminUrl = (): string => {
  const url = process.env["TEST_DATABASE_URL"]
  if (url === undefined)
    throw new Error("a bench needs a PostgreSQL server and a superuser on it: set TEST_DATABASE_URL")
  return url
}

export const urlOf = (database: string) => Object.assign(new URL(adminUrl()), { pathname: `/${database}` }).href

/** Runs something with a connection of its own. */
export const connected = async <A>(url: string, run: (client: pg.Client) => Promise<A>): Promise<A> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

const onServer = (statement: string) => connected(adminUrl(), (client) => client.query(statement))

export const drop = async (database: string) =>
  void (await onServer(`drop database if exists ${database} with (force)`))

/** A new database as another one is. */
export const copyOf = async (template: string, copy: string): Promise<string> => {
  const name = copy.startsWith(prefix) ? copy : `${prefix}copy_${copy}_${process.pid}`
  await drop(name)
  await onServer(`create database ${name} template ${template} strategy file_copy`)
  // Workers of a parallel plan would end with their share of the processor time, and two cores are busy anyway.
  await onServer(`alter database ${name} set max_parallel_workers_per_gather = 0`)
  return name
}

const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.\w+$/.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8"))

/** Says which schema and which seed a template was made by. */
const fingerprint = (folder: string): string => {
  const here = fileURLToPath(new URL(".", import.meta.url))
  const texts = [
    ...sourcesIn(join(folder, "migrations")),
    ...sourcesIn(join(here, "seed")),
    readFileSync(join(here, "driver/Random.ts"), "utf8"),
    readFileSync(join(here, "peer/setup.sql"), "utf8")
  ]
  return createHash("sha256").update(texts.join()).digest("hex").slice(0, 8)
}

const templates = () =>
  connected(adminUrl(), async (client) => {
    const { rows } = await client.query<{ readonly datname: string }>(
      "select datname from pg_database where datname ^@ $1",
      [prefix]
    )
    return rows.map(({ datname }) => datname)
  })

/** Takes what benches have left on the server away. */
export const clean = async () => {
  for (const name of await templates()) await drop(name)
}

const timed = async <A>(what: string, run: () => Promise<A>): Promise<A> => {
  const began = performance.now()
  const done = await run()
  say(`${what}: ${((performance.now() - began) / 1_000).toFixed(1)} s`)
  return done
}

const vacuumed = async (url: string) => void (await connected(url, (client) => client.query("vacuum analyze")))

/** A template is made under another name first, so that one that was interrupted is never taken for whole. */
const made = async (name: string, fill: (draft: string) => Promise<void>) => {
  if ((await templates()).includes(name)) return name
  const draft = `${name}_draft`
  await drop(draft)
  await fill(draft)
  await vacuumed(urlOf(draft))
  await onServer(`alter database ${draft} rename to ${name}`)
  return name
}

/** The template of a community as ours stores it. It stays on the server for the next run; `npm run bench -- clean` drops it. */
export const template = (size: Size): Promise<string> => {
  const texts = size.words === undefined ? "" : `_${size.words}_words`
  const members = size.members === undefined ? "" : `_${size.members}_members`
  const version = fingerprint(ours({}).folder ?? "")
  const name = `${prefix}${version}_${size.posts}_${size.comments}_${size.seed}${texts}${members}`
  return made(name, async (draft) => {
    await onServer(`create database ${draft}`)
    const first = await timed("a first start of ours, which migrates", () =>
      launch(ours({ DATABASE_URL: urlOf(draft) }))
    )
    await first.stop()
    await timed(`${size.posts} posts with ${size.comments} comments each`, () =>
      connected(urlOf(draft), async (client) => {
        const world = await seed(client, urlOf(draft), size)
        await client.query("create table bench.world (facts json)")
        await client.query("insert into bench.world values ($1)", [JSON.stringify(world)])
      })
    )
  })
}

/** The template of the same community as the peer stores it. */
export const peerTemplate = async (of: string): Promise<string> =>
  made(`${of}_peer`, (draft) =>
    timed("the same for the peer", async () => {
      await copyOf(of, draft)
      await connected(urlOf(draft), (client) =>
        client.query(
          "set maintenance_work_mem = '1GB'; " + readFileSync(new URL("./peer/setup.sql", import.meta.url), "utf8")
        )
      )
    })
  )

/** The stored description of a seeded community. */
export const worldOf = (database: string): Promise<World> =>
  connected(urlOf(database), async (client) => {
    const { rows } = await client.query<{ readonly facts: World }>("select facts from bench.world")
    const [row] = rows
    if (row === undefined) throw new Error(`${database} has not been seeded`)
    return row.facts
  })
