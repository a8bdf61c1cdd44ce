import { writeFileSync } from "node:fs"
import { generate } from "./disease-search/Generate.ts"
import { textOf } from "./disease-search/QuerySet.ts"

/** Rewrites the published set: the generated queries of seed 1. */
writeFileSync(new URL("../../packages/names/quality/disease-search-seed-1.json", import.meta.url), textOf(generate(1)))
