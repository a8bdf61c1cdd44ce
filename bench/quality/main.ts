import { existsSync } from "node:fs"

/**
 * Measures how well searches find: `npm run quality -- disease-search`, `-- similar`, `-- symptoms`, `-- local-names`; `-- disease-search-set` rewrites
 * the queries of `disease-search`. Each is the program of that name beside this file, with arguments of its own.
 */
const [name = ""] = process.argv.splice(2, 1)
const program = new URL(`./${name}.ts`, import.meta.url)
if (!/^[a-z-]+$/.test(name) || name === "main" || !existsSync(program)) {
  throw new Error("name a measurement: disease-search, disease-search-set, local-names, similar or symptoms")
}
await import(program.href)
