import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { gunzipSync } from "node:zlib"
import { say } from "../driver/Report.ts"
import { onFullCatalogue } from "./FullCatalogue.ts"
import { isComplete } from "./symptoms/Complete.ts"

/**
 * Measures how many of the wordings are read that concepts replaced, by language, through the real server over the catalogue that
 * ships: `npm run quality -- former-wordings [--url http://127.0.0.1:3000] [--failures]`. `former-wordings.jsonl.gz` is a sample
 * of them. A sign one step above or below the one that a wording stood under counts as it.
 */
const { values } = parseArgs({ options: { url: { type: "string" }, failures: { type: "boolean", default: false } } })

interface Wording {
  readonly lang: string
  readonly id: string
  readonly text: string
}

const wordings: ReadonlyArray<Wording> = gunzipSync(
  readFileSync(new URL("../../packages/signs/quality/former-wordings.jsonl.gz", import.meta.url))
)
  .toString("utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line))

const read = async (url: string, path: string) => {
  const answer = await fetch(`${url}${path}`)
  const body = JSON.parse(await answer.text())
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${body.error}`)
  return body
}

const parentsOf = async (url: string, id: string): Promise<ReadonlyArray<string>> =>
  (await read(url, `/api/phenotypes/${id}`)).parents.map((one: { readonly id: string }) => one.id)

const isNear = async (url: string, one: string, other: string) =>
  one === other || (await parentsOf(url, one)).includes(other) || (await parentsOf(url, other)).includes(one)

await onFullCatalogue(values.url, async (url) => {
  await isComplete(url)
  for (const lang of ["en", "de", "fr", "es"]) {
    const sum = { all: 0, found: 0, other: 0 }
    for (const { id, text } of wordings.filter((one) => one.lang === lang)) {
      const answer = await read(url, `/api/diseases?limit=1&${new URLSearchParams({ symptoms: text, lang })}`)
      const signs: ReadonlyArray<{ readonly id: string }> = answer.recognised ?? []
      const near = await Promise.all(signs.map((sign) => isNear(url, id, sign.id)))
      sum.all++
      if (near.includes(true)) sum.found++
      else if (signs.length > 0) sum.other++
      if (values.failures && !near.includes(true)) say(`  ${id} ${text}`)
    }
    say(`${lang}  read as before ${sum.found} of ${sum.all}, as another sign ${sum.other}`)
  }
})
