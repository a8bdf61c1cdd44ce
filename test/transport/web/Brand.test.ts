import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, Layer } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { community } from "../../support/Community.ts"
import { joinModerator, publish } from "../../support/Given.ts"
import { join as joinCommunity } from "../../support/Members.ts"
import { ask } from "../../support/Raw.ts"
import { unlimited } from "../../support/Unlimited.ts"
import { assets, cookieFor, open } from "./support/Browse.ts"

const logo = '<svg xmlns="http://www.w3.org/2000/svg"/>'

const folder = Layer.unwrapScoped(
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "brand-"))),
      (path) => Effect.sync(() => rmSync(path, { recursive: true }))
    ),
    (path) => {
      writeFileSync(join(path, "logo.svg"), logo)
      writeFileSync(join(path, "imprint.en.md"), "# Who we are\n\nAtaxia Together, *Main Street 1*")
      writeFileSync(join(path, "terms.de.md"), "# Unsere Regeln\n\n<script>alert(1)</script>Freundlich sein.")
      writeFileSync(join(path, "help.fr.md"), "# Notre aide\n## Écrire\n\nÀ nous.")
      const own = {
        COMMUNITY_NAME: "Ataxia <Together>",
        COMMUNITY_COLOUR: "#1d4f91",
        COMMUNITY_DIR: path,
        CONTACT: "help@ataxia.example"
      }
      return community(Memory.layer, { ...unlimited, ...own })
    }
  )
)

layer(folder, { excludeTestServices: true })("The brand of a community", (it) => {
  it.effect("names it on every page, in titles too", () =>
    Effect.gen(function* () {
      const { text } = yield* open("/posts")
      assertTrue(
        text.includes("<title>Posts – Ataxia &lt;Together></title>") || text.includes("Ataxia &lt;Together&gt;</title>")
      )
      assertTrue(!text.includes("Rare Disease Community"))
    })
  )

  it.effect("has a document whose first section follows its title at once", () =>
    Effect.gen(function* () {
      const { text } = yield* open("/help", { headers: { "accept-language": "fr" } })
      assertTrue(text.includes("<h1>Notre aide</h1>") && text.includes('<p dir="auto">À nous.</p>'))
    })
  )

  it.effect("has its own colour and logo", () =>
    Effect.gen(function* () {
      const { text } = yield* open("/")
      const path = /<link rel="stylesheet" href="([^"]+)"/.exec(text)?.[1] ?? ""
      assertTrue(path !== assets.style.path)
      assertTrue((yield* ask("GET", path)).text.includes("--accent:#1d4f91"))
      strictEqual((yield* ask("GET", "/favicon.ico")).text, logo)
    })
  )

  it.effect("can be installed under its name, with its colour and logo", () =>
    Effect.gen(function* () {
      const { headers, text } = yield* ask("GET", "/manifest.webmanifest")
      strictEqual(headers["content-type"], "application/manifest+json")
      const { icons, name, theme_color } = JSON.parse(text)
      deepStrictEqual([name, theme_color], ["Ataxia <Together>", "#1d4f91"])
      strictEqual((yield* ask("GET", icons[0].src)).text, logo)
    })
  )

  it.effect("has pictures for home screens, in its colour", () =>
    Effect.gen(function* () {
      const { icons } = JSON.parse((yield* ask("GET", "/manifest.webmanifest")).text)
      const [, touch, ...others] = icons
      deepStrictEqual(
        [touch, ...others].map(({ sizes, type }) => [sizes, type]),
        ["180x180", "192x192", "512x512"].map((sizes) => [sizes, "image/png"])
      )
      assertTrue((yield* open("/")).text.includes(`<link rel="apple-touch-icon" href="${touch.src}"`))
      const { headers, status } = yield* ask("GET", touch.src)
      deepStrictEqual(
        [status, headers["content-type"], headers["cache-control"]],
        [200, "image/png", "public, max-age=31536000, immutable"]
      )
    })
  )

  it.effect("tells who has found a weakness where to report it, until half a year from now", () =>
    Effect.gen(function* () {
      const { headers, text } = yield* ask("GET", "/.well-known/security.txt")
      strictEqual(headers["content-type"], "text/plain")
      const fields = new Map(
        text
          .trim()
          .split("\n")
          .map((line) => line.split(": ", 2) as [string, string])
      )
      strictEqual(fields.get("Contact"), "mailto:help@ataxia.example")
      const { epochMillis } = yield* DateTime.now
      const days = (Date.parse(fields.get("Expires") ?? "") - epochMillis) / 86_400_000
      assertTrue(days > 178 && days <= 180)
    })
  )

  it.effect("says how to reach the operator in the footer, in the documents, and to who forgot a password", () =>
    Effect.gen(function* () {
      const link = '<a href="mailto:help@ataxia.example">'
      assertTrue((yield* open("/posts")).text.includes(`${link}Contact</a>`))
      for (const path of ["/privacy", "/terms", "/help", "/forgot-password"]) {
        assertTrue(
          (yield* open(path)).text.includes(
            `Contact us: ${link}help@ataxia.example</a>\u00A0· <a href="/imprint">Legal notice</a>`
          ),
          path
        )
      }
    })
  )

  it.effect("lists no rules where its terms have no headings, and has moderators write the rule alone", () =>
    Effect.gen(function* () {
      const { id } = yield* publish(yield* joinCommunity())
      const { text } = yield* open(`/moderation?type=post&id=${id}`, { cookie: cookieFor(yield* joinModerator) })
      assertTrue(text.includes('name="rule"') && !text.includes('name="listed"'), text)
      assertTrue(!text.includes("Only if no rule in the list fits."))
    })
  )

  it.effect("has its imprint, and its own texts in place of ours, filtered", () =>
    Effect.gen(function* () {
      assertTrue((yield* open("/")).text.includes('href="/imprint"'))
      for (const language of ["en", "de"]) {
        const { text } = yield* open("/imprint", { headers: { "accept-language": language } })
        assertTrue(text.includes("<em>Main Street 1</em>") && !text.includes("contents"), "no links to sections")
      }
      const terms = yield* open("/terms", { headers: { "accept-language": "de" } })
      assertTrue(terms.text.includes("Unsere Regeln</h1>") && !terms.text.includes("alert(1)"))
      assertTrue((yield* open("/terms", { headers: { "accept-language": "fr" } })).text.includes("<h1>"))
    })
  )
})

layer(community(Memory.layer, unlimited), { excludeTestServices: true })("A community without a brand", (it) => {
  it.effect("offers to join again where a password is forgotten and no mail is sent", () =>
    Effect.gen(function* () {
      const { text } = yield* open("/forgot-password")
      assertTrue(text.includes('class="button second" href="/register"') && !text.includes("mailto:"))
    })
  )

  it.effect("has no imprint, and no link to one", () =>
    Effect.gen(function* () {
      strictEqual((yield* open("/imprint")).status, 404)
      assertTrue(!(yield* open("/")).text.includes("/imprint"))
    })
  )
})
