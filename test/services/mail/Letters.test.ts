import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { shippedLanguages } from "../../../src/domain/Language.ts"
import { MailKind } from "../../../src/domain/mail/Mail.ts"
import { mailOf } from "../../../src/services/mail/Letters.ts"
import { said } from "../../support/languages/Said.ts"

describe("mailOf", () => {
  const [name, site] = ["Rare & Kind", "https://community.example"]
  const facts = { to: "ana@example.org", language: "en", name, site, unsubscribe: "", count: 5 }

  it("counts the unread notifications of a digest in the subject and in the text", () => {
    const digest = (unread: number) => {
      const { subject, text = "" } = mailOf(said("en").mail, "digest", { ...facts, path: "/notifications", unread })
      return [subject, text.split("\n")[0]]
    }
    deepStrictEqual(digest(1), [
      "You have 1 unread notification",
      "You have 1 unread notification at Rare & Kind (https://community.example):"
    ])
    deepStrictEqual(digest(2), [
      "You have 2 unread notifications",
      "You have 2 unread notifications at Rare & Kind (https://community.example):"
    ])
  })

  it("counts further reports of danger in the subject and in the text", () => {
    const { subject, text } = mailOf(said("en").mail, "danger_more", { ...facts, path: "/moderation", unread: 0 })
    deepStrictEqual(
      [subject, text.split("\n")[0]],
      [
        "5\u00a0more reports of danger",
        "5\u00a0more reports at Rare & Kind (https://community.example) say that someone may be in danger. Please look now:"
      ]
    )
  })

  it("writes each kind in each language, says which in the HTML, and names the community", () => {
    for (const kind of MailKind.literals) {
      const mails = shippedLanguages.map((language) =>
        mailOf(said(language).mail, kind, { ...facts, language, path: "/help", unread: 3 })
      )
      strictEqual(new Set(mails.map(({ subject }) => subject)).size, shippedLanguages.length)
      for (const [index, { html, text }] of mails.entries()) {
        assertTrue(html.includes(`<html lang="${shippedLanguages[index]}">`))
        assertTrue(text.includes("https://community.example/help"))
        assertTrue(text.includes(`${name} (${site})`) && html.includes(`Rare &amp; Kind (${site})`), kind)
      }
    }
  })

  it("makes a link of its address alone, and not of a sentence that begins with it", () => {
    const { html = "" } = mailOf(said("en").mail, "webhook_off", { ...facts, path: "/admin/webhooks", unread: 0 })
    deepStrictEqual(html.match(/<a href="[^"]*"/g), ['<a href="https://community.example/admin/webhooks"'])
  })
})
