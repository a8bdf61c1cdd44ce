import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { community } from "../../../support/Community.ts"
import { joinAdmin } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { at } from "../../../support/Wire.ts"
import { cookieFor, invalidIn, open, submit } from "../support/Browse.ts"

/** The steps that are done, by the address of each. */
const doneIn = (text: string) =>
  Array.from(text.matchAll(/<li class="row">.*?<\/li>/gs), ([row]) => row).flatMap((row) =>
    row.includes(">Done<") ? [/href="([^"]+)"/.exec(row)?.[1] ?? "set by a variable"] : []
  )

const given = { name: "Marfan Together", contact: "us@marfan.example", colour: "#17456f" }

for (const storage of memoryOnly) {
  const site = community(storage.layer, { ...unlimited, SAMPLES: "off" })
  layer(site, { excludeTestServices: true })("Setting up a community", (it) => {
    it.effect("shows what is done, from what the server knows, and keeps name, contact and colour", () =>
      Effect.gen(function* () {
        const cookie = cookieFor(yield* joinAdmin)
        const before = yield* open("/admin/setup", { cookie })
        deepStrictEqual(doneIn(before.text), ["/settings/security", "/admin/news"])
        const sent = yield* submit("/admin/setup", given, { cookie })
        deepStrictEqual([sent.status, sent.headers.location], [303, "/admin/setup?done=saved"])
        const after = yield* open("/admin/setup", { cookie })
        deepStrictEqual(doneIn(after.text), ["#name", "#contact", "/settings/security", "/admin/news"])
        for (const text of Object.values(given)) assertTrue(after.text.includes(`value="${text}"`), text)
        assertTrue((yield* open("/admin/audit", { cookie })).text.includes("name: “Marfan Together”"))
      })
    )

    it.effect("counts a second moderator, and refuses what is no contact and a colour that hides white text", () =>
      Effect.gen(function* () {
        const admin = yield* joinAdmin
        const cookie = cookieFor(admin)
        const { user } = yield* join()
        yield* send("PATCH", `/api/users/${user.id}`, { as: admin.token, body: { role: "moderator" } })
        assertTrue(doneIn((yield* open("/admin/setup", { cookie })).text).includes("/admin/invitations"))
        const refused = yield* submit("/admin/setup", { ...given, contact: "us", colour: "#ffee88" }, { cookie })
        deepStrictEqual([refused.status, invalidIn(refused)], [400, ["contact", "colour"]])
        const cleared = yield* submit("/admin/setup", { name: "", contact: "", colour: "" }, { cookie })
        strictEqual(cleared.status, 303)
        const member = yield* open("/admin/setup", { cookie: cookieFor(yield* join()) })
        strictEqual(member.status, 403)
      })
    )
  })

  const set = community(storage.layer, { ...unlimited, COMMUNITY_NAME: "Rett Circle", CONTACT: "help@rett.example" })
  layer(set, { excludeTestServices: true })("Setting up a community with variables", (it) => {
    it.effect("leaves what they set to them, and says which", () =>
      Effect.gen(function* () {
        const admin = yield* joinAdmin
        const cookie = cookieFor(admin)
        yield* submit("/admin/setup", { name: "Another", contact: "", colour: "#17456f" }, { cookie })
        const { text } = yield* open("/admin/setup", { cookie })
        assertTrue(text.includes("Rett Circle</b>") && text.includes("(set on the server: COMMUNITY_NAME)"))
        assertTrue(!text.includes('name="name"') && !text.includes("Another") && text.includes('value="#17456f"'))
        strictEqual(doneIn(text).filter((path) => path === "set by a variable").length, 2)
        const { body } = yield* send("GET", "/api/audit?limit=1", { as: admin.token })
        assertTrue(JSON.stringify(at(body, "data")).includes("colour"))
      })
    )
  })
}
