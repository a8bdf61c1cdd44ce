import { strictEqual } from "node:assert/strict"
import { said } from "../../support/languages/Said.ts"
import { arrive, follow, press, see } from "../Site.ts"
import type { Journey } from "./Journey.ts"

export const staff: ReadonlyArray<Journey> = [
  {
    title: "an expert answers, and readers see that nobody has verified them",
    as: (site) => site.join("expert"),
    go: async (page, site) => {
      const post = await site.publish(await site.join())
      await page.goto(`/posts/${post.id}`)
      await page.locator("form[data-draft] [name=content]").fill("I treat this.")
      await press(page, "Post reply")
      await see(page, "I treat this.")
      await page.locator(".comment .unverified").waitFor()
    }
  },
  {
    title: "a moderator hides a reported post from the queue",
    as: (site) => site.joinModerator(),
    go: async (page, site) => {
      const [author, reporter] = [await site.join(), await site.join()]
      const post = await site.publish(author)
      const other = await site.open({ as: reporter, hasScript: false })
      await other.page.goto(`/report?type=post&id=${post.id}`)
      await other.page.locator("[name=reason][value=spam]").check()
      await press(other.page, "Send report")
      await other.close()
      await page.goto("/moderation")
      await page.locator(`a[href*='id=${post.id}']`).first().click()
      await page.locator("[name=action]").first().waitFor()
      await page.locator("[name=action][value=hide]").check()
      await page.locator("[name=rule]").fill("No advertising")
      await page.locator("[name=reason]").fill("It sells something.")
      await press(page, "Save decision")
      await see(page, "Decided.")
      strictEqual((await (await site.open({})).page.goto(`/posts/${post.id}`))?.status(), 404)
    }
  },
  {
    title: "the author of a hidden post reads the reason, and appeals",
    go: async (page, site) => {
      const [author, moderator] = [await site.join(), await site.joinModerator()]
      const post = await site.publish(author)
      const other = await site.open({ as: moderator, hasScript: false })
      await other.page.goto(`/moderation?type=post&id=${post.id}`)
      await other.page.locator("[name=action][value=hide]").check()
      await other.page.locator("[name=rule]").fill("Be kind")
      await other.page.locator("[name=reason]").fill("It insults.")
      await press(other.page, "Save decision")
      await other.close()
      await page.goto("/sign-in")
      await page.locator("[name=email]").fill(author.payload.email)
      await page.locator("[name=password]").fill("correct horse battery")
      await press(page, "Sign in")
      await page.goto(`/posts/${post.id}`)
      await follow(page, "Read the decision")
      await see(page, "It insults.")
      await page.locator("[name=text]").fill("I meant no harm.")
      await press(page, "Send appeal")
      await see(page, "Your appeal has been sent.")
    }
  },
  {
    title: "an admin verifies an expert, whose texts carry it",
    as: (site) => site.joinAdmin(),
    go: async (page, site) => {
      const expert = await site.join("expert")
      const post = await site.publish(expert)
      await page.goto(`/admin?member=${expert.user.id}`)
      await page.locator("[name=as]").fill("neurologist")
      await press(page, "Verify")
      await page.goto(`/posts/${post.id}`)
      await page.locator(".verified").filter({ hasText: "neurologist" }).waitFor()
    }
  },
  {
    title: "an admin suspends a member, who learns of it when signing in",
    as: (site) => site.joinAdmin(),
    go: async (page, site) => {
      const member = await site.join()
      await page.goto(`/moderation?type=user&id=${member.user.id}`)
      await page.locator("[name=action][value=suspend]").check()
      await page.locator("[name=rule]").fill("Be kind")
      await page.locator("[name=reason]").fill("Threats.")
      await press(page, "Save decision")
      await see(page, "Decided.")
      const other = await site.open({ hasScript: false })
      await other.page.goto("/sign-in")
      await other.page.locator("[name=email]").fill(member.payload.email)
      await other.page.locator("[name=password]").fill("correct horse battery")
      await press(other.page, "Sign in")
      await see(other.page, said("en").layout.suspended)
      await other.close()
    }
  },
  {
    title: "an admin ends the sessions of a member, which the audit names",
    as: (site) => site.joinAdmin(),
    go: async (page, site) => {
      const member = await site.join()
      await page.goto(`/admin?member=${member.user.id}`)
      await page.locator("[name=reason]").fill("taken over")
      await press(page, "Sign out everywhere and delete keys")
      await page.goto("/admin/audit")
      await see(page, "taken over")
      await arrive(page, /^\/admin\/audit$/)
    }
  }
]
