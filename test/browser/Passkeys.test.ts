import { ok, strictEqual } from "node:assert/strict"
import { type AddressInfo, connect, createServer } from "node:net"
import { HttpServer } from "@effect/platform"
import { layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { shippedLanguages } from "../../src/domain/Language.ts"
import { community } from "../support/Community.ts"
import { said } from "../support/languages/Said.ts"
import { unlimited } from "../support/Unlimited.ts"
import { codeOf } from "../transport/web/support/Totp.ts"
import { arrive, follow, openMenu, press, Site, see, withPage } from "./Site.ts"

/** A port that leads to the server under test: passkeys are for an address that is known before the server listens. */
const door = Effect.acquireRelease(
  Effect.async<{ readonly port: number; readonly leadTo: (port: number) => void; readonly close: () => void }>(
    (resume) => {
      let target = 0
      const server = createServer((socket) => {
        const onward = connect(target, "127.0.0.1")
        socket.on("error", () => onward.destroy()).pipe(onward)
        onward.on("error", () => socket.destroy()).pipe(socket)
      })
      server.listen(0, () => {
        const { port } = server.address() as AddressInfo
        const leadTo = (port: number) => {
          target = port
        }
        resume(Effect.succeed({ port, leadTo, close: () => server.close() }))
      })
    }
  ),
  ({ close }) => Effect.sync(close)
)

const layered = Layer.unwrapScoped(
  Effect.map(door, ({ leadTo, port }) => {
    const url = `http://localhost:${port}`
    const behind = Layer.effect(
      HttpServer.HttpServer,
      Effect.map(HttpServer.HttpServer, (server) => {
        if (server.address._tag === "TcpAddress") leadTo(server.address.port)
        return HttpServer.make({ ...server, address: { _tag: "TcpAddress", hostname: "localhost", port } })
      })
    )
    const site = Site.layer.pipe(Layer.provide(behind))
    return Layer.provideMerge(site, community(Memory.layer, { ...unlimited, PUBLIC_URL: url }))
  })
)

const password = "correct horse battery"

/** Gives the browser a device with a fingerprint. */
const addAuthenticator = async (page: Page) => {
  const browser = await page.context().newCDPSession(page)
  await browser.send("WebAuthn.enable")
  const { authenticatorId } = await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true
    }
  })
  return (isThere: boolean) => browser.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: isThere })
}

const leave = async (page: Page, signOut: string) => {
  await openMenu(page)
  await press(page, signOut)
  await page.waitForURL((url) => url.pathname === "/")
}

let last = 0

layer(layered, { excludeTestServices: true })("Passkeys", (it) => {
  for (const lang of shippedLanguages) {
    it.effect(`sign in, and take the place of the password, on a phone in ${lang}`, () =>
      Effect.flatMap(Site, (site) =>
        withPage(site, { isPhone: true, locale: lang }, async (page) => {
          const t = { ...said(lang).account, ...said(lang).factors }
          const isThere = await addAuthenticator(page)
          const name = `passkey${++last}_${process.pid}`
          await page.goto("/register")
          await page.locator("[name=username]").fill(name)
          await page.locator("[name=email]").fill(`${name}@example.org`)
          await page.locator("[name=password]").fill(password)
          await press(page, t.register)
          await arrive(page, /^\/welcome/)
          await follow(page, t.add)
          await arrive(page, /^\/settings\/security/)
          ok((await page.locator("[data-create] [name=name]").inputValue()) !== "")
          await press(page, t.add)
          await see(page, said(lang).settings.saved)
          await follow(page, t.goOn)
          await arrive(page, /^\/welcome/)
          // A device that does not know who holds it signs nobody in, and says so.
          await isThere(false)
          await leave(page, said(lang).layout.signOut)
          await page.goto("/sign-in?next=/settings/sessions")
          await press(page, t.signIn)
          await page.locator("[data-passkey] .fault").filter({ hasText: t.failed }).waitFor()
          await isThere(true)
          await page.getByRole("button", { name: t.signIn }).last().click()
          await arrive(page, /^\/settings\/sessions/)
          await see(page, t.begun.passkey)
          await page.goto("/settings/password")
          await page.locator("[name=newPassword]").fill("another horse battery")
          await press(page, t.use)
          await see(page, said(lang).settings.saved)
          await page.goto("/settings/email")
          await page.locator("[name=email]").fill(`${name}@example.com`)
          await press(page, t.use)
          await see(page, said(lang).settings.saved)
          await page.goto("/settings/security")
          await page.locator("summary").filter({ hasText: t.remove }).click()
          await page.locator("form .danger").first().click()
          await see(page, t.noPasskeys)
        })
      )
    )
  }

  it.effect("leave the code to a browser without a script", () =>
    Effect.gen(function* () {
      const site = yield* Site
      const member = yield* Effect.promise(() => site.join())
      yield* withPage(site, { as: member, hasScript: false, isPhone: true }, async (page) => {
        const t = said("en").factors
        await page.goto("/settings/security")
        await see(page, t.unable)
        await press(page, t.begin)
        const secret = await page.locator("[name=secret]").inputValue()
        await page.locator("[name=code]").fill(codeOf(secret))
        await press(page, t.turnOn)
        const [recovery = ""] = await page.locator("#recovery-codes li").allTextContents()
        await page.context().clearCookies()
        await page.goto("/sign-in?next=/settings/security")
        await page.locator("[name=email]").fill(member.payload.email)
        await page.locator("[name=password]").fill(password)
        await press(page, "Sign in")
        await page.locator("[name=code]").first().fill("000000")
        await press(page, "Sign in")
        await page.locator("[role=alert]").waitFor()
        await page.locator("summary").filter({ hasText: t.noPhone }).click()
        await page.locator("#recovery-code").fill(recovery.toLowerCase())
        await page.getByRole("button", { name: "Sign in" }).last().click()
        await arrive(page, /^\/settings\/security/)
        await see(page, t.codesLeft({ count: 9 }))
        strictEqual(await page.locator("[data-create]").isVisible(), false)
      })
    })
  )
})
