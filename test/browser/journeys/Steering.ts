import { strictEqual } from "node:assert/strict"
import { arrive, press, see } from "../Site.ts"
import type { Journey } from "./Journey.ts"

export const steering: ReadonlyArray<Journey> = [
  {
    title: "a moderator hides a comment, its author appeals, and another moderator reverses the decision",
    as: (site) => site.joinModerator(),
    go: async (page, site) => {
      const [author, writer, second] = [await site.join(), await site.join(), await site.joinModerator()]
      const post = await site.publish(author)
      const comment = await site.answer(writer, post.id, "It helped my son.")
      await page.goto(`/moderation?type=comment&id=${comment.id}`)
      await page.locator("[name=action][value=hide]").check()
      await page.locator("[name=rule]").fill("No advice about medicines")
      await page.locator("[name=reason]").fill("It names a dose.")
      await press(page, "Save decision")
      await see(page, "Decided.")
      const member = await site.open({ as: writer, hasScript: false })
      await member.page.goto("/decisions")
      await member.page.locator("main a[href^='/decisions/']").first().click()
      const address = new URL(member.page.url()).pathname
      await member.page.locator("[name=text]").fill("It names none.")
      await press(member.page, "Send appeal")
      await see(member.page, "Your appeal has been sent.")
      const other = await site.open({ as: second, hasScript: false })
      await other.page.goto("/moderation")
      await other.page.locator(`a[href='${address}']`).first().click()
      await other.page.locator("[name=outcome][value=reversed]").check()
      await other.page.locator("[name=reason]").fill("You are right.")
      await press(other.page, "Save decision")
      await see(other.page, "You are right.")
      await page.goto(`/posts/${post.id}`)
      await see(page, "It helped my son.")
      await member.page.goto("/notifications")
      await member.page.locator("main a[href^='/decisions/']").first().waitFor()
      for (const { close } of [member, other]) await close()
    }
  },
  {
    title: "an expert asks to be verified, and an admin answers from the list of requests",
    as: (site) => site.join("expert"),
    go: async (page, site) => {
      await page.goto("/settings/profile")
      await page
        .locator("#verification ~ form [name=as], [aria-labelledby=verification] [name=as]")
        .first()
        .fill("nurse")
      await page.locator("[aria-labelledby=verification] [name=text]").fill("Register number 12345.")
      await page.locator("[aria-labelledby=verification] form button").first().click()
      await arrive(page, /^\/settings\/profile/)
      const admin = await site.open({ as: await site.joinAdmin(), hasScript: false })
      await admin.page.goto("/admin")
      const request = admin.page.locator(".card").filter({ hasText: "Register number 12345." })
      await request.locator("form[action$='/verify'] button").click()
      await admin.close()
      await page.goto("/notifications")
      await see(page, "verified")
    }
  },
  {
    title: "an admin deletes a news item, which readers no longer see",
    as: (site) => site.joinAdmin(),
    go: async (page) => {
      await page.goto("/admin/news")
      const item = page.locator(".row:has(a[href^='/news/'])").first()
      const address = (await item.locator("a[href^='/news/']").first().getAttribute("href")) ?? ""
      await item.locator("details.ask summary").click()
      await item.locator("form[action$='/delete'] button").click()
      await arrive(page, /^\/admin\/news\?done=deleted$/)
      strictEqual((await page.goto(address))?.status(), 404)
    }
  },
  {
    title: "an admin closes registration during a flood of new accounts, and opens it again",
    as: (site) => site.joinAdmin(),
    go: async (page, site) => {
      const set = async (state: string) => {
        await page.goto("/admin/community")
        await page.locator(`[name=registration][value=${state}]`).check()
        await page.locator("form[action='/admin/community'] button").click()
        await arrive(page, /done=saved$/)
      }
      const visitors = await Promise.all([1, 2, 3].map(() => site.open({ hasScript: false })))
      for (const { page: form } of visitors) await form.goto("/register")
      await set("closed")
      try {
        for (const [number, { page: form }] of visitors.entries()) {
          await form.locator("[name=username]").fill(`flood${number}_${process.pid}`)
          await form.locator("[name=email]").fill(`flood${number}_${process.pid}@example.org`)
          await form.locator("[name=password]").fill("correct horse battery")
          await form.locator("main form[action='/register'] button").last().click()
          await form.locator(".notice").first().waitFor()
        }
      } finally {
        await set("open")
      }
      for (const visitor of visitors) {
        await visitor.page.goto("/register")
        await visitor.page.locator("[name=username]").waitFor()
        await visitor.close()
      }
    }
  }
]
