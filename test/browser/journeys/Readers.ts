import { strictEqual } from "node:assert/strict"
import { said } from "../../support/languages/Said.ts"
import { arrive, focused, follow, press, see } from "../Site.ts"
import type { Journey } from "./Journey.ts"

/** Presses Tab until an element has the focus. */
const tabTo = async (page: Parameters<Journey["go"]>[0], name: string) => {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Tab")
    if ((await focused(page)) === name) return
  }
  throw new Error(`Tab does not reach ${name}`)
}

export const readers: ReadonlyArray<Journey> = [
  {
    title: "a reader finds a disease by name and reads its page",
    go: async (page) => {
      await page.goto("/")
      await page.locator("#search").fill("marfan syndrom")
      await page.locator("#search").press("Enter")
      await follow(page, "Marfan syndrome")
      await arrive(page, /^\/diseases\/\d+$/)
      await see(page, "Also called")
      await see(page, "Sources and licences")
    }
  },
  {
    title: "a reader searches by symptoms on a phone, and reads what fits and what speaks against it",
    isPhone: true,
    go: async (page) => {
      await page.goto("/")
      await follow(page, "Search by symptoms")
      await page.locator("#symptoms").fill("long fingers, dislocated lens, no seizures")
      await press(page, "Find diseases")
      await see(page, "This is not a diagnosis")
      await see(page, "What you haven’t noticed")
      await follow(page, "Marfan syndrome")
      await see(page, "Symptoms")
    }
  },
  {
    title: "a reader looks through the diseases of a group",
    go: async (page) => {
      await page.goto("/diseases")
      await page.locator(".chips a").first().click()
      await arrive(page, /category=\d+/)
      await page.locator(".row a").first().click()
      await arrive(page, /^\/diseases\/\d+$/)
    }
  },
  {
    title: "a reader opens the newest post of the home page and reads its answers",
    go: async (page, site) => {
      const author = await site.join()
      const post = await site.publish(author, { title: "How do you sleep?", content: "I wake up **often**." })
      await site.answer(author, post.id, "With two pillows.")
      await page.goto("/")
      await follow(page, "How do you sleep?")
      await arrive(page, new RegExp(`^/posts/${post.id}$`))
      await see(page, "With two pillows.")
    }
  },
  {
    title: "a reader filters posts by kind, orders them, and keeps both on the next search",
    go: async (page, site) => {
      const author = await site.join()
      await site.publish(author, { title: "Only a question", category: "question" })
      await site.publish(author, { title: "An experience", category: "experience" })
      await page.goto("/posts")
      await page.getByLabel("Type", { exact: true }).selectOption("experience")
      await page.getByLabel("Sort by", { exact: true }).selectOption("replies")
      await page.locator(".menus button").click()
      await arrive(page, /category=experience/)
      await see(page, "An experience")
      strictEqual(await page.getByText("Only a question").count(), 0)
      strictEqual(await page.getByLabel("Sort by", { exact: true }).inputValue(), "replies")
    }
  },
  {
    title: "a reader whose search finds nothing is told so",
    go: async (page) => {
      await page.goto("/posts?search=xqzvwk")
      await see(page, "Nothing found.")
    }
  },
  {
    title: "a reader reads the news and goes back",
    go: async (page) => {
      await page.goto("/")
      await follow(page, "All news")
      await arrive(page, /^\/news$/)
      const heading = page.locator(".rows h2 a, .cards h2 a").first()
      await heading.click()
      await arrive(page, /^\/news\/\d+$/)
      await page.goBack()
      await arrive(page, /^\/news$/)
    }
  },
  {
    title: "a reader chooses German, which the next pages keep",
    go: async (page) => {
      await page.goto("/help")
      await follow(page, "Deutsch")
      strictEqual(await page.locator("html").getAttribute("lang"), "de")
      await follow(page, "Erkrankungen")
      strictEqual(await page.locator("html").getAttribute("lang"), "de")
      await page.goto("/?lang=en")
    }
  },
  {
    title: "a reader sees the numbers of the community in tables",
    go: async (page) => {
      await page.goto("/")
      await follow(page, "Statistics")
      await page.locator("tr td.number").first().waitFor()
    }
  },
  {
    title: "a reader who wants to write signs in and comes back to the form",
    go: async (page, site) => {
      const { payload } = await site.join()
      await page.goto("/posts")
      await follow(page, "Write a post")
      await arrive(page, /^\/register\?next=/)
      await follow(page, "Already a member? Sign in")
      await arrive(page, /^\/sign-in/)
      await page.locator("[name=email]").fill(payload.email)
      await page.locator("[name=password]").fill("correct horse battery")
      await press(page, "Sign in")
      await arrive(page, /^\/posts\/new/)
    }
  },
  {
    title: "a reader jumps to the content, and searches, by keyboard alone",
    go: async (page) => {
      await page.goto("/")
      await page.keyboard.press("Tab")
      strictEqual(await focused(page), "skip")
      await page.keyboard.press("Enter")
      await tabTo(page, "search")
      await page.keyboard.type("cystic fibrosis")
      await page.keyboard.press("Enter")
      await arrive(page, /search=cystic/)
      await see(page, "Cystic fibrosis")
    }
  },
  {
    title: "a reader at an address without a page finds a way on, on a phone",
    isPhone: true,
    go: async (page) => {
      const answered = await page.goto("/no/such/page")
      strictEqual(answered?.status(), 404)
      await page.locator("main a").first().click()
      await page.waitForURL((url) => !url.pathname.startsWith("/no"))
    }
  },
  {
    title: "a reader who forgot the password learns that this community sends no mail, and may join again",
    go: async (page) => {
      await page.goto("/forgot-password")
      await see(page, said("en").account.noContact)
      await page.locator("main a[href='/register']").click()
      await arrive(page, /^\/register/)
    }
  }
]
