import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { AxeBuilder } from "@axe-core/playwright"
import { layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { community } from "../support/Community.ts"
import { unlimited } from "../support/Unlimited.ts"
import { Site, withPage } from "./Site.ts"

const layered = Site.layer.pipe(Layer.provideMerge(community(Memory.layer, unlimited)))

layer(layered, { excludeTestServices: true })("/docs", (it) => {
  it.effect("shows and calls the interface, and its policy refuses nothing that it does", () =>
    Effect.gen(function* () {
      const site = yield* Site
      yield* withPage(site, {}, async (page) => {
        await page.goto("/docs")
        await page.locator(".opblock").first().waitFor()
        const axe = new AxeBuilder({ page }).setLegacyMode().withRules(["landmark-one-main", "region"])
        deepStrictEqual(
          (await axe.analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
          []
        )
        const stats = page.locator(".opblock").filter({ hasText: "/api/stats" })
        await stats.locator(".opblock-summary-control").click()
        await stats.locator(".try-out__btn").click()
        await stats.locator(".execute").click()
        await stats.locator(".live-responses-table .response .response-col_status").first().waitFor()
        strictEqual(
          (await stats.locator(".live-responses-table .response .response-col_status").first().textContent())?.slice(
            0,
            3
          ),
          "200"
        )
        await page.locator(".btn.authorize").first().click()
        await page.locator(".auth-container input").first().fill("rdc_nothing")
        await page.locator(".auth-btn-wrapper .authorize").first().click()
        await page.locator(".auth-btn-wrapper .btn-done").first().click()
        await page.locator(".operation-filter-input").fill("disease")
        await page.keyboard.press("Enter")
        await stats.waitFor({ state: "detached" })
      })
    })
  )
})
