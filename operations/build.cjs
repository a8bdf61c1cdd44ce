// This file runs on old versions of Node, to tell their users which one is needed: no newer syntax here.
const { spawnSync } = require("child_process")
const { createHash } = require("crypto")
const fs = require("fs")
const { basename, dirname, join } = require("path")

/**
 * Bundles the programs and their worker threads into `dist/server/`: Node starts a bundle in a fraction of the time that
 * hundreds of modules take. `--if-stale` does it only when a source, the lock file or this script has changed since.
 */
const programs = ["src/main.ts", "src/cli/community.ts", "src/cli/openapi.ts"]
const threads = ["src/adapters/node/news/FeedReaderWorker.ts", "src/adapters/node/posts/MarkdownWorker.ts"]

/**
 * Bundled apart, so that another part of the server does not change them: what they have built of the files that ship
 * is kept with the hash of their code.
 */
const builders = ["src/adapters/node/phenotypes/PhenotypeFilesWorker.ts", "src/cli/prepare.ts"]

/** The files that pages send as they are: style, script and texts. */
const pageFiles = "src/transport/web/files"

const root = join(__dirname, "..")
const dist = join(root, "dist")
const target = join(dist, "server")
/** Holds the hash of what the bundle was made of. It is written last, so an interrupted build is repeated. */
const stamp = join(target, "sources.sha256")

const refuse = (/** @type {string} */ reason) => {
  process.stderr.write(`rare-disease-community: ${reason}\n`)
  process.exit(1)
}

/** A version as a number; each part of it has three digits at most. */
const versionNumber = (/** @type {string} */ version) =>
  version.split(".").reduce((number, part) => number * 1000 + Number(part), 0)

const needed = require(join(root, "package.json")).engines.node.replace(/^>=/, "")

const checkNode = () => {
  const here = process.versions.node
  if (versionNumber(here) < versionNumber(needed)) refuse(`Node ${needed} or later is needed; this is Node ${here}`)
}

/**
 * The file by which a program is started. It checks the version before it loads the program, of which an older Node
 * could not even read the imports.
 */
const entryOf = (/** @type {string} */ program) =>
  [
    // The program that npm links as a command.
    ...(program === "community" ? ["#!/usr/bin/env node"] : []),
    `const refuse = ${refuse}`,
    `const versionNumber = ${versionNumber}`,
    `const needed = ${JSON.stringify(needed)}`,
    `const checkNode = ${checkNode}`,
    "checkNode()",
    // The garbage collector begins when the heap has grown by half, and not when it is four times as large.
    `;(await import("v8")).setFlagsFromString("--heap-growing-percent=50")`,
    `await import("./${program}.program.mjs")\n`
  ].join("\n")

const checkInstalled = () => {
  try {
    require.resolve("effect/package.json", { paths: [root] })
  } catch (_) {
    refuse("the dependencies are not installed: run `npm ci` first")
  }
}

/** @type {(folder: string) => Array<string>} */
const sourcesIn = (folder) =>
  fs
    .readdirSync(join(root, folder), { withFileTypes: true })
    .map((entry) => (entry.isDirectory() ? sourcesIn(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]))
    .reduce((all, files) => all.concat(files), [])
    .filter((file) => /\.(tsx?|json)$/.test(file) || file.startsWith(pageFiles) || file.startsWith("content/"))

/**
 * The sources and word lists of the engines, without their tests.
 *
 * @type {(folder: string) => Array<string>}
 */
const enginesIn = (folder) =>
  (fs.existsSync(join(root, folder)) ? fs.readdirSync(join(root, folder)) : [])
    .map((engine) => [`${folder}/${engine}/src`, `${folder}/${engine}/words`])
    .reduce((all, folders) => all.concat(folders), [])
    .filter((one) => fs.existsSync(join(root, one)))
    .map(sourcesIn)
    .reduce((all, files) => all.concat(files), [])

/** Hashes contents and not times, which are new after each checkout. */
const hashOfSources = () => {
  const hash = createHash("sha256")
  const wordLists = fs.existsSync(join(root, "content")) ? sourcesIn("content") : []
  for (const file of sourcesIn("src")
    .concat(enginesIn("packages"), wordLists)
    .sort()
    .concat("package-lock.json", "operations/build.cjs")) {
    hash.update(file + "\0").update(fs.readFileSync(join(root, file)))
  }
  return hash.digest("hex")
}

const isFresh = (/** @type {string} */ hash) => {
  try {
    return fs.readFileSync(stamp, "utf8") === hash
  } catch (_) {
    return false
  }
}

/**
 * Bundles what is imported only on demand apart from what else reaches it: the index of `@effect/platform` names every
 * module of it, so the 3.5 MB of the page of the API would be loaded at each start.
 *
 * @type {import("esbuild").Plugin}
 */
const onDemand = {
  name: "on-demand",
  setup: (builder) =>
    builder.onResolve(
      { filter: /^@effect\/platform\/HttpApiSwagger$/ },
      ({ importer, kind, path, pluginData, resolveDir }) =>
        kind !== "dynamic-import" || pluginData === onDemand
          ? undefined
          : builder
              .resolve(path, { importer, kind, resolveDir, pluginData: onDemand })
              .then((found) => Object.assign(found, { suffix: "?on-demand" }))
    )
}

/**
 * @param {string} outdir
 * @param {Array<{ in: string, out: string }>} entryPoints
 * @param {boolean} splitting
 */
const bundleOf = (outdir, entryPoints, splitting) =>
  require("esbuild").build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting,
    chunkNames: "chunk-[hash]",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "linked",
    sourcesContent: false,
    // Node keeps the text of each module in memory. Names stay, and lines short, for traces of stacks.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: "none",
    lineLimit: 160,
    logLevel: "error",
    plugins: [onDemand],
    // These load files that lie beside them.
    external: ["@electric-sql/pglite", "@node-rs/argon2", "pg-native"],
    // Bundled CommonJS modules require Node's own modules.
    banner: {
      js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);'
    }
  })

/** @param {string} outdir */
const bundle = (outdir) => {
  fs.cpSync(join(root, pageFiles), join(outdir, "files"), { recursive: true })
  for (const program of programs.map((file) => basename(file, ".ts")))
    fs.writeFileSync(join(outdir, `${program}.mjs`), entryOf(program))
  // Both end before a failure is told, since the folder that they write to is removed then.
  return Promise.allSettled([
    bundleOf(
      outdir,
      programs
        .map((file) => ({ in: file, out: `${basename(file, ".ts")}.program` }))
        .concat(threads.map((file) => ({ in: file, out: basename(file, ".ts") }))),
      true
    ),
    bundleOf(
      outdir,
      builders.map((file) => ({ in: file, out: basename(file, ".ts") })),
      false
    )
  ]).then((results) => {
    for (const result of results) if (result.status === "rejected") throw result.reason
  })
}

/**
 * The files of a folder and of those in it, by their path from it.
 *
 * @type {(folder: string, within?: string) => Array<string>}
 */
const filesIn = (folder, within = "") =>
  fs
    .readdirSync(join(folder, within), { withFileTypes: true })
    .map((entry) => {
      const path = join(within, entry.name)
      return entry.isDirectory() ? filesIn(folder, path) : [path]
    })
    .reduce((all, files) => all.concat(files), [])

/**
 * Puts a finished bundle in place file by file, chunks before the entries that import them: the names of chunks hold
 * their hash, so a server that is running, or another build at the same time, always finds whole files that fit.
 *
 * @param {string} made
 */
const install = (made) => {
  const isEntry = (/** @type {string} */ name) => name.endsWith(".mjs") && !name.startsWith("chunk-")
  const files = filesIn(made).sort((one, other) => Number(isEntry(one)) - Number(isEntry(other)))
  for (const file of files) {
    fs.mkdirSync(join(target, dirname(file)), { recursive: true })
    fs.renameSync(join(made, file), join(target, file))
  }
  const kept = new Set(files.concat(basename(stamp)))
  for (const file of filesIn(target)) if (!kept.has(file)) fs.unlinkSync(join(target, file))
}

/** Makes what each first start would make again (`src/cli/prepare.ts`). A server makes by itself what is not there. */
const prepare = () => {
  // WebAssembly is compiled without optimization, which takes less time and memory for what runs once.
  spawnSync(process.execPath, ["--liftoff-only", join(target, "prepare.mjs")], {
    stdio: ["ignore", "ignore", "inherit"]
  })
}

/**
 * @param {string} made
 * @param {string} hash
 */
const setStamp = (made, hash) => {
  fs.writeFileSync(join(made, "stamp"), hash)
  fs.renameSync(join(made, "stamp"), stamp)
}

/** @param {string} hash */
const build = (hash) => {
  fs.mkdirSync(dist, { recursive: true })
  const made = fs.mkdtempSync(join(dist, ".building-"))
  const remove = () => fs.rmSync(made, { recursive: true, force: true })
  const done = bundle(made).then(() => {
    install(made)
    prepare()
    setStamp(made, hash)
  })
  return done.then(remove, (error) => {
    remove()
    throw error
  })
}

/** @param {unknown} error */
const explain = (error) => {
  const { code, errors, message } = Object(error)
  if (errors !== undefined) process.exit(1) // esbuild has said where
  if (["EACCES", "EPERM", "EROFS"].includes(code))
    refuse("dist/ is missing or older than src/ and cannot be written: run `npm run build` as a user who may")
  refuse(`the server cannot be built: ${String(message)}`)
}

checkNode()
const ifStale = process.argv.includes("--if-stale")
// An installation may come with a bundle and without sources.
if (!ifStale || fs.existsSync(join(root, "src"))) {
  checkInstalled()
  const hash = hashOfSources()
  if (!ifStale || !isFresh(hash)) {
    if (process.stdout.isTTY) process.stdout.write("Preparing: building the server …\n")
    Promise.resolve(hash).then(build).catch(explain)
  }
}
