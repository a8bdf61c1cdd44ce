import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"

const catalogue = new URL("../../../content/catalogue.ndjson.gz", import.meta.url)

/** Returns when a server finds the whole catalogue that ships by name, and has the phenotypes in memory. */
export const isComplete = async (url: string): Promise<void> => {
  const wanted = gunzipSync(readFileSync(catalogue)).toString("utf8").trim().split("\n").length - 1
  const read = async (path: string) => {
    const answer = await fetch(`${url}${path}`)
    return { isThere: answer.ok, body: JSON.parse(await answer.text()) }
  }
  for (;;) {
    const { body } = await read("/api/diseases?limit=1") // its total is that of the index of names
    const signs = await read("/api/diseases?phenotypes=HP:0001250&limit=1")
    if (body.pagination.total >= wanted && signs.isThere) return
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}
