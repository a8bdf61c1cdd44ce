import { launch, ours } from "../Server.ts"
import { fresh } from "../Store.ts"

/** Measures a server by its address, or one of its own over the catalogue that ships, which ends with it. */
export const onFullCatalogue = async (url: string | undefined, measure: (url: string) => Promise<void>) => {
  if (url !== undefined) return measure(url)
  const store = await fresh("embedded")
  const server = await launch(ours({ ...store.variables, CATALOGUE: "full" }))
  try {
    await measure(server.url)
  } finally {
    await server.stop()
    await store.remove()
  }
}
