import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { community } from "../support/Community.ts"
import { pushService } from "../support/push/PushService.ts"
import { unlimited } from "../support/Unlimited.ts"
import { until } from "../support/Waiting.ts"
import { press, Site, untilTrue, withPage } from "./Site.ts"

const variables = { ...unlimited, OUTGOING_PRIVATE: "on", COMMUNITY_NAME: "Our Community" }
const layered = Site.layer.pipe(Layer.provideMerge(community(Memory.layer, variables)))

/** Subscribes at a push service of this machine, since that of Chromium is on the Internet. */
const subscribesAt = ({ endpoint, keys }: { readonly endpoint: string; readonly keys: object }) =>
  `PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    if (applicationServerKey.length !== 87) throw new Error("no key")
    return { toJSON: () => (${JSON.stringify({ endpoint, keys })}) }
  }`

const titles = `navigator.serviceWorker.ready
  .then((registration) => registration.getNotifications())
  .then((shown) => shown.map(({ title, body, data }) => [title, body, new URL(data).pathname]))`

layer(layered, { excludeTestServices: true })("A device", (it) => {
  it.effect("tells its member of a reply, after a press of a button, by the worker that the page installs", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const site = yield* Site
        const [maria, bob] = yield* Effect.promise(() => Promise.all([site.join(), site.join()]))
        const { delivered, subscription } = (yield* pushService).device()
        const runtime = yield* Effect.runtime()
        yield* withPage(site, { as: maria, isPhone: true }, async (page) => {
          await page.context().grantPermissions(["notifications"])
          await page.addInitScript(subscribesAt(subscription))
          const browser = await page.context().newCDPSession(page)
          const registered = new Promise<string>((resolve) =>
            browser.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
              if (first !== undefined) resolve(first.registrationId)
            })
          )
          await browser.send("ServiceWorker.enable")
          await page.goto("/notifications")
          await press(page, "Notify me on this device")
          await page.getByText("You’ll be notified on this device from now on.").waitFor()
          const post = await site.publish(maria)
          await site.answer(bob, post.id)
          await Effect.runPromise(Effect.provide(until(Effect.sync(() => delivered.length === 1)), runtime))
          const data = JSON.stringify(delivered[0]?.shown)
          await browser.send("ServiceWorker.deliverPushMessage", {
            origin: site.url,
            registrationId: await registered,
            data
          })
          await untilTrue(page, `${titles}.then(({ length }) => length === 1)`)
          deepStrictEqual(await page.evaluate(titles), [["1\u00a0new reply", "Open to read.", "/notifications"]])
          await page.goto("/notifications")
          strictEqual(await page.getByRole("button", { name: "Notify me on this device" }).isVisible(), false)
          await page.goto("/settings/notifications")
          await press(page, "Remove")
          await page.getByText("None so far.").waitFor()
          await page.goto("/notifications")
          await page.getByRole("button", { name: "Notify me on this device" }).waitFor()
        })
      })
    )
  )

  it.effect("offers to install the community, under its name", () =>
    Effect.gen(function* () {
      const site = yield* Site
      yield* withPage(site, { isPhone: true }, async (page) => {
        await page.goto("/")
        const browser = await page.context().newCDPSession(page)
        const { data = "", errors } = await browser.send("Page.getAppManifest")
        deepStrictEqual(errors, [])
        const { display, name } = JSON.parse(data)
        deepStrictEqual([display, name], ["standalone", "Our Community"])
        const { installabilityErrors } = await browser.send("Page.getInstallabilityErrors")
        // The pages of a test share no profile with others.
        deepStrictEqual(
          installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"),
          []
        )
      })
    })
  )
})
