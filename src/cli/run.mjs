import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs"
import { SourceMap } from "node:module"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { setFlagsFromString } from "node:v8"

/**
 * `node src/cli/run.mjs NAME …` runs a program of `src/` with the arguments that follow. Plain JavaScript, since Node
 * reads no TypeScript by itself, and tsx reads hundreds of modules one by one: two seconds of each start. So the programs
 * and the threads they start are bundled once for each state of the sources, which takes less than one such start.
 * Without a NAME it only bundles.
 */
const programs = ["src/main.ts", "src/cli/import.ts", "src/cli/migrate.ts", "src/cli/openapi.ts"]
const threads = ["src/system/FeedReaderWorker.ts", "src/system/MarkdownWorker.ts"]

const root = fileURLToPath(new URL("../../", import.meta.url))

/** As deep below the root as the rooms of `src/` are: what is found from a module's own place is found from here too. */
const bundles = join(root, "dist")

/** How many states of the sources keep their bundle: a server that runs may start a thread of its own long after. */
const maxBundles = 5

/** What a bundle is made of: every source, this one too, and the versions of the packages. Times of files lie after a checkout. */
const stateOfSources = () => {
  const hash = createHash("sha256")
  const add = (/** @type {string} */ file) =>
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0")
  for (const file of readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).sort()) {
    if (/\.m?ts$|\.mjs$/.test(file)) add(join("src", file))
  }
  return add("package-lock.json").digest("hex").slice(0, 16)
}

/** @param {string} file */
const nameOf = (file) => file.replace(/^.*\/|\.ts$/g, "")

/**
 * A client that @effect/platform-node loads wherever its server is named, and that nothing here uses: a tenth of the time
 * that the modules take. Who uses it nevertheless finds it empty.
 */
const unused = /^undici$/

/** @param {import("esbuild").PluginBuild} build */
const leaveOut = (build) => {
  build.onResolve({ filter: unused }, ({ path }) => ({ path, namespace: "left out" }))
  build.onLoad({ filter: unused, namespace: "left out" }, () => ({ contents: "module.exports = {}" }))
}

/** @param {string} folder */
const bundle = async (folder) => {
  const { build } = await import("esbuild")
  await build({
    absWorkingDir: root,
    entryPoints: [...programs, ...threads].map((file) => ({ in: file, out: nameOf(file) })),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "linked",
    sourcesContent: false,
    logLevel: "error",
    // These find files of their own beside themselves.
    external: ["@electric-sql/pglite", "@node-rs/argon2", "pg-native"],
    plugins: [{ name: "left out", setup: leaveOut }],
    // What is CommonJS in the bundle asks for Node's own modules so.
    banner: {
      js: `import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);`
    }
  })
}

/** Removes the oldest bundles, and what a bundling that was killed left. */
const removeOld = () => {
  const made = (/** @type {string} */ name) => statSync(join(bundles, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const old = readdirSync(bundles)
    .filter((name) => name.startsWith("bundle-"))
    .sort((one, other) => made(other) - made(one))
    .slice(maxBundles)
  for (const name of old) rmSync(join(bundles, name), { recursive: true, force: true })
}

/** The folder of the bundle, made first where there is none. It appears whole or not at all, whoever starts beside us. */
const bundled = async () => {
  const folder = join(bundles, `bundle-${stateOfSources()}`)
  if (existsSync(folder)) return folder
  const unfinished = `${folder}-${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  try {
    await bundle(unfinished)
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(folder)) throw error // else another one was first
  }
  removeOld()
  return folder
}

/** Whether nothing can be written here, as in an image that another user made. */
const isReadOnly = (/** @type {unknown} */ error) =>
  error instanceof Error && "code" in error && ["EACCES", "EPERM", "EROFS"].includes(String(error.code))

/**
 * Has the stack of an error name the places in the sources. A map is read when the first stack is: Node, told to do this
 * itself, reads it at each start, which takes a quarter as long again.
 *
 * @param {string} folder
 */
const mapStacks = (folder) => {
  const maps = new Map()
  const mapOf = (/** @type {string} */ url) => {
    if (!maps.has(url)) {
      const file = `${fileURLToPath(url)}.map`
      maps.set(url, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, "utf8"))) : undefined)
    }
    return maps.get(url)
  }
  const home = pathToFileURL(folder).href
  /** @param {NodeJS.CallSite} frame */
  const placed = (frame) => {
    const url = frame.getFileName() ?? ""
    const place = `${url}:${frame.getLineNumber()}:${frame.getColumnNumber()}`
    const found = url.startsWith(home)
      ? mapOf(url)?.findEntry((frame.getLineNumber() ?? 1) - 1, (frame.getColumnNumber() ?? 1) - 1)
      : undefined
    if (found?.originalSource === undefined) return String(frame)
    const source = fileURLToPath(new URL(found.originalSource, url))
    return String(frame).replace(place, `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`)
  }
  Error.prepareStackTrace = (error, frames) =>
    [Error.prototype.toString.call(error), ...frames.map((frame) => `    at ${placed(frame)}`)].join("\n")
}

// A start makes much that lasts: where the room for what is new grows at once, it is not collected a dozen times on the way.
setFlagsFromString("--semi-space-growth-factor=16")

const [, , name] = process.argv
const program = [...programs, ...threads].find((file) => nameOf(file) === name)
if (name !== undefined && program === undefined) throw new Error(`there is no program ${name}`)

const folder = await bundled().catch((error) => {
  if (isReadOnly(error)) return undefined
  throw error
})
if (program !== undefined) {
  const entry = folder === undefined ? join(root, program) : join(folder, `${nameOf(program)}.mjs`)
  process.argv.splice(1, 2, entry)
  if (folder === undefined) (await import("tsx/esm/api")).register()
  await import(pathToFileURL(entry).href)
  if (folder !== undefined) mapStacks(folder) // no sooner: modules look at stacks while they are loaded
}
