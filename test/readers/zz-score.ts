import { readFileSync, readdirSync } from "node:fs"
import { wholeEngines } from "./Engines.ts"
import { atOnce } from "../../packages/signs/test/SmallOntology.ts"
import { phenotypesIn } from "../../src/adapters/node/phenotypes/PhenotypeFileReading.ts"
const { signs, names } = await wholeEngines()
const data: any = await phenotypesIn("")
const dir = "packages/signs/quality/"
const tot: Record<string, number[]> = {}
const first = atOnce(signs.read("no fits but a big tongue", ["en"])) as any
console.log(JSON.stringify(first).slice(0, 500))
const idsOf = (list: any[]) => list.map((x: any) => x.id ?? x.phenotype ?? x.term ?? x)
for (const f of readdirSync(dir).filter((f) => f.endsWith(".jsonl"))) for (const l of readFileSync(dir + f, "utf8").split("\n").filter(Boolean)) {
  const o = JSON.parse(l); if (typeof o.text !== "string") continue
  const lang = o.lang ?? f.slice(6, 8)
  const found = atOnce(signs.read(o.text, [lang])) as any
  const rec = new Set(names_(found.recognised.filter((x: any) => !x.negated))), den = new Set(names_(found.recognised.filter((x: any) => x.negated)))
  const key = `${f.slice(0, 7)} ${lang}`
  const t = (tot[key] ??= [0, 0, 0, 0, 0, 0])
  for (const e of o.expected ?? []) { t[0]!++; if (rec.has(e)) t[1]!++; if (den.has(e)) t[4]!++ }
  for (const e of [...(o.denied ?? []), ...(o.absent ?? [])]) { t[2]!++; if (den.has(e)) t[3]!++; if (rec.has(e)) t[5]!++ }
}
function names_(list: any[]): string[] { return (list ?? []).map((x: any) => { const n = x.term; return `HP:${String(data.ids[n] ?? n).padStart(7, "0")}` }) }
for (const [k, t] of Object.entries(tot)) console.log(k, `expected ${t[0]} found ${t[1]} denied-wrongly ${t[4]} | denied ${t[2]} told ${t[3]} said-present ${t[5]}`)
for (const q of process.argv.slice(2)) console.log(q, JSON.stringify(atOnce(signs.read(q, signs.everydayLanguages))).slice(0, 400))
