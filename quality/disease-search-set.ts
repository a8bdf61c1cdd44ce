import { writeFileSync } from "node:fs"
import { generate } from "./disease-search/Generate.ts"
import { textOf } from "./disease-search/QuerySet.ts"

/** Writes the generated queries of seed 1 anew, as they are published. */
writeFileSync(new URL("./disease-search/seed-1.json", import.meta.url), textOf(generate(1)))
