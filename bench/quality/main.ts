import { existsSync } from "node:fs"

/**
 * Measures how well searches find: `npm run quality -- disease-search`, `-- similar`, `-- symptoms`, `-- symptoms-words`,
 * `-- local-names`, `-- languages`, `-- misspelt`, `-- posts`, `-- denials`, `-- former-wordings`; `-- disease-search-set` rewrites
 * the queries of `disease-search`. Each is the program of that name beside this file, with arguments of its own.
 */
const [name = ""] = process.argv.splice(2, 1)
const program = new URL(`./${name}.ts`, import.meta.url)
if (!/^[a-z-]+$/.test(name) || name === "main" || !existsSync(program)) {
  throw new Error(
    "name a measurement: denials, disease-search, disease-search-set, former-wordings, languages, local-names, misspelt, posts, " +
      "similar, symptoms or symptoms-words"
  )
}
await import(program.href)
