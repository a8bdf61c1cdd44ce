import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { argumentsOf } from "./src/services/languages/MessageFormat.ts"
const folder = "content/languages/en/"
const lines: string[] = []
const types = { text: "string | number", number: "number", choice: "string | undefined", flag: "boolean" }
const walk = (v: any, path: string) => {
  if (typeof v === "string") {
    if (!v.includes("{")) return
    const args = [...argumentsOf(v)]
    if (args.length) lines.push(`  readonly "${path}": { ${args.map(([n, k]) => `readonly ${n}: ${types[k]}`).join("; ")} }`)
  } else for (const [k, x] of Object.entries<any>(v)) walk(x, `${path}.${k}`)
}
for (const f of readdirSync(folder).sort()) if (f.endsWith(".json")) walk(JSON.parse(readFileSync(folder + f, "utf8")), f.slice(0, -5))
writeFileSync("src/services/languages/MessageArguments.ts", `/** The arguments of each English message that has some, as \`npm run check\` records them. */\nexport interface MessageArguments {\n${lines.join("\n")}\n}\n`)
