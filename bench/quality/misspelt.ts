import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { say } from "../driver/Report.ts"
import { onFullCatalogue } from "./FullCatalogue.ts"
import { isComplete } from "./symptoms/Complete.ts"

/**
 * Measures the search for names as people write them who heard them once, through the real server, over the catalogue that
 * ships: `npm run quality -- misspelt [--url http://127.0.0.1:3000] [--failures]`. A group of the disease with the same name
 * is right, too. `--failures` names those of the half that is tuned with.
 */
const { values } = parseArgs({ options: { url: { type: "string" }, failures: { type: "boolean", default: false } } })

type Half = ReadonlyArray<readonly [typed: string, name: string]>
const { halves }: { readonly halves: Readonly<Record<string, Half>> } = JSON.parse(
  readFileSync(new URL("../../packages/names/quality/misspelt.json", import.meta.url), "utf8")
)

interface Hit {
  readonly name: string
  readonly synonyms: ReadonlyArray<string>
}

const wordsOf = (name: string) =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, " ")
    .trim()

/** True of a disease that bears the name, and of a group or form whose name begins like it ("Usher syndrome type 1"). */
const isRight = (hit: Hit, wanted: string) => {
  const begin = wordsOf(wanted).replace(/ (disease|syndrome)$/, "")
  return [hit.name, ...hit.synonyms].some((own) => `${wordsOf(own)} `.startsWith(`${begin} `))
}

const measure = async (url: string) => {
  await isComplete(url)
  for (const [half, names] of Object.entries(halves)) {
    const counts = { first: 0, three: 0, none: 0, lethal: 0 }
    for (const [search, wanted] of names) {
      const answer = await fetch(`${url}/api/diseases?limit=3&${new URLSearchParams({ search })}`)
      const { data }: { readonly data: ReadonlyArray<Hit> } = JSON.parse(await answer.text())
      const [first] = data
      if (first === undefined) counts.none++
      else if (isRight(first, wanted)) counts.first++
      else if (values.failures && half.endsWith("tune")) say(`"${search}" found ${first.name}, not ${wanted}`)
      if (data.some((hit) => isRight(hit, wanted))) counts.three++
      if (/lethal|fatal/i.test(first?.name ?? "")) counts.lethal++
    }
    const share = (count: number) => (count / names.length).toFixed(3)
    const { first, lethal, none, three } = counts
    say(`${half}: first ${share(first)}, in three ${share(three)}, none ${none}, lethal first ${lethal}`)
  }
}

await onFullCatalogue(values.url, measure)
