const { spawnSync } = require("node:child_process")
const fs = require("node:fs")
const { dirname, join, relative, sep } = require("node:path")
const { pathToFileURL } = require("node:url")

/**
 * Compiles the modules that other programs import: `node operations/modules.cjs TSCONFIG FOLDER`. What is in `src/` lies in
 * the folder itself, an engine of `packages/` in `engines/NAME/`. In this repository engines are found by their names; who
 * installs the package has no such names, so each becomes the path to its file (decision 0043).
 */
const [config = "", target = ""] = process.argv.slice(2)
const root = join(__dirname, "..")
const scope = "@rare-disease-community/"

/** @type {(folder: string) => Array<string>} */
const filesIn = (folder) =>
  fs
    .readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]))

/** The place of a file of the repository in the folder: of `src/api/Api.js` it is `api/Api.js`. */
const placeOf = (/** @type {string} */ file) => {
  const [top = "", ...rest] = file.split(sep)
  return top === "src" ? join(...rest) : join("engines", ...rest)
}

/** The place of a file of an engine by the name under which it is imported. */
const placeOfName = (/** @type {string} */ name) => {
  const [engine = "", ...path] = name.slice(scope.length).split("/")
  return name.endsWith(".json")
    ? join("engines", engine, ...path)
    : join("engines", engine, "src", `${path.join("/")}.js`)
}

/** @type {(from: string, to: string) => string} */
const pathTo = (from, to) => {
  const path = relative(dirname(from), to).replaceAll(sep, "/")
  return path.startsWith(".") ? path : `./${path}`
}

/** @param {string} made */
const install = (made) => {
  for (const file of filesIn(made)) {
    const place = placeOf(relative(made, file))
    const text = fs
      .readFileSync(file, "utf8")
      .replace(
        /(["'])(@rare-disease-community\/[^"'\n]+)\1/g,
        (_, _quote, name) => `"${pathTo(place, placeOfName(name))}"`
      )
    fs.mkdirSync(dirname(join(root, target, place)), { recursive: true })
    fs.writeFileSync(join(root, target, place), text)
    for (const [, path = ""] of text.matchAll(/from "([^"]+\/words\/[^"]+\.json)"/g)) {
      const list = join(dirname(place), path)
      fs.mkdirSync(dirname(join(root, target, list)), { recursive: true })
      fs.copyFileSync(join(root, list.replace(/^engines/, "packages")), join(root, target, list))
    }
  }
}

/** Declares the calls of the typed client again, each with the summary of its operation: editors show it. */
const documentCalls = async () => {
  const { HttpApi, OpenApi } = await import("@effect/platform")
  const { Context } = await import("effect")
  const { CommunityApi } = await import(pathToFileURL(join(root, target, "api", "CommunityApi.js")).href)
  /** @type {Map<string, Array<string>>} */
  const groups = new Map()
  HttpApi.reflect(CommunityApi, {
    onGroup: ({ group }) => void groups.set(group.identifier, []),
    onEndpoint: ({ endpoint, group, mergedAnnotations }) => {
      const summary = Context.unsafeGet(mergedAnnotations, OpenApi.Summary)
      groups.get(group.identifier)?.push(`    /** ${summary}. */\n    readonly ${endpoint.name}: unknown\n`)
    }
  })
  const members = [...groups].map(([group, calls]) => `  readonly ${group}: {\n${calls.join("")}  }\n`)
  const declaration = `export interface CallNames {\n${members.join("")}}\n`
  fs.writeFileSync(join(root, target, "client", "CallNames.d.ts"), declaration)
}

fs.mkdirSync(join(root, "dist"), { recursive: true })
const made = fs.mkdtempSync(join(root, "dist", ".compiling-"))
try {
  const compiler = require.resolve("typescript/bin/tsc")
  const { status } = spawnSync(process.execPath, [compiler, "-p", config, "--outDir", made], {
    cwd: root,
    stdio: "inherit"
  })
  if (status === 0) {
    install(made)
    documentCalls()
  } else process.exitCode = 1
} finally {
  fs.rmSync(made, { recursive: true, force: true })
}
