import { ok } from "node:assert/strict"
import { layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { community } from "../support/Community.ts"
import { unlimited } from "../support/Unlimited.ts"
import { Site, withPage } from "./Site.ts"

const layered = Site.layer.pipe(Layer.provideMerge(community(Memory.layer, unlimited)))

/** Slow 4G as Lighthouse has it: 150 ms of latency and 1.6 Mbit/s. */
const slow = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

/** Records the shifts of the layout. */
const observe = `
  window.shift = 0
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) shift += value })
    .observe({ type: "layout-shift", buffered: true })
`

layer(layered, { excludeTestServices: true })("On slow 4G and a phone", (it) => {
  it.effect("the home page is painted after one style, shifts nothing, and is 14 kB, 50 kB with everything", () =>
    Effect.gen(function* () {
      const site = yield* Site
      const author = yield* Effect.promise(() => site.join())
      for (let posts = 0; posts < 8; posts++) {
        const [title, content] = [
          `How do you plan a long journey by train? ${posts}`,
          "We travel twice a year. ".repeat(20)
        ]
        yield* Effect.promise(() => site.publish(author, { title, content }))
      }
      yield* withPage(site, { isPhone: true }, async (page) => {
        await page.goto("/") // the server's caches are warm, those of the browser are not
        await page.context().addInitScript(observe)
        const network = await page.context().newCDPSession(page)
        const bytes: Array<number> = []
        network.on("Network.loadingFinished", ({ encodedDataLength }) => bytes.push(encodedDataLength))
        await network.send("Network.enable")
        await network.send("Network.setCacheDisabled", { cacheDisabled: true })
        await network.send("Network.emulateNetworkConditions", slow)
        await page.goto("/", { waitUntil: "networkidle" })
        const shift = await page.evaluate<number>("shift")
        const blocking = await page.evaluate<ReadonlyArray<string>>(
          `performance.getEntriesByType("resource")
              .filter(({ renderBlockingStatus }) => renderBlockingStatus === "blocking").map(({ name }) => name)`
        )
        const [document = 0] = bytes
        const total = bytes.reduce((sum, one) => sum + one, 0)
        ok(blocking.length === 1 && blocking[0]?.endsWith(".css"), blocking.join())
        ok(shift === 0, `${shift}`)
        ok(document <= 14_000 && total <= 50_000, `page ${document} bytes, everything ${total} bytes`)
      })
    })
  )
})
