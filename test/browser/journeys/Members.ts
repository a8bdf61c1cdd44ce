import { match, ok, strictEqual } from "node:assert/strict"
import { said } from "../../support/languages/Said.ts"
import { arrive, focused, follow, openMenu, press, see, signOut } from "../Site.ts"
import type { Journey } from "./Journey.ts"

const password = "correct horse battery"

let last = 0
const fresh = () => `journey${++last}_${process.pid}`

/** A member who has joined, and is signed in. */
const as: Journey["as"] = (site) => site.join()

export const members: ReadonlyArray<Journey> = [
  {
    title: "somebody joins on a phone, reads how it works, and signs out",
    isPhone: true,
    go: async (page) => {
      const name = fresh()
      await page.goto("/")
      await openMenu(page)
      await follow(page, "Join")
      await page.locator("[name=username]").fill(name)
      await page.locator("[name=email]").fill(`${name}@example.org`)
      await page.locator("[name=password]").fill(password)
      await press(page, "Join")
      await see(page, "Your account is ready")
      await signOut(page)
      await page.waitForURL((url) => url.pathname === "/")
      await openMenu(page)
      await page.getByRole("link", { name: "Sign in" }).first().waitFor()
    }
  },
  {
    title: "a member with a wrong password reads why, and keeps the address",
    go: async (page, site) => {
      const { payload } = await site.join()
      await page.goto("/sign-in?next=/posts")
      await page.locator("[name=email]").fill(payload.email)
      await page.locator("[name=password]").fill("not this one")
      await press(page, "Sign in")
      await page.locator("[role=alert]").waitFor()
      strictEqual(await page.locator("[name=email]").inputValue(), payload.email)
      await page.locator("[name=password]").fill(password)
      await press(page, "Sign in")
      await arrive(page, /^\/posts$/)
    }
  },
  {
    title: "a member writes a post, looks at it first, and publishes it",
    as,
    go: async (page) => {
      await page.goto("/posts/new")
      await page.locator("[name=title]").fill("Stairs and braces")
      await page.locator("[name=content]").fill("They *hurt*.")
      await press(page, "Preview")
      await page.locator(".preview em").waitFor()
      await press(page, "Publish")
      await arrive(page, /^\/posts\/\d+\?done=published$/)
      await see(page, "Stairs and braces")
    }
  },
  {
    title: "a member who sends a post without a title is led to the field by keyboard alone",
    as,
    go: async (page) => {
      await page.goto("/posts/new")
      await page.locator("[name=content]").focus()
      await page.keyboard.type("Only a text")
      await page.getByRole("button", { name: "Publish" }).focus()
      await page.keyboard.press("Enter")
      await page.locator("[role=alert]").waitFor()
      await page.locator("[role=alert] a").first().focus()
      await page.keyboard.press("Enter")
      strictEqual(await page.locator("[name=content]").inputValue(), "Only a text")
      strictEqual(await page.locator("[name=title]").getAttribute("aria-invalid"), "true")
      strictEqual(await focused(page), "title")
    }
  },
  {
    title: "a member finds the disease of a post",
    as,
    go: async (page) => {
      await page.goto("/posts/new")
      await page.locator("[name=title]").fill("About it")
      await page.locator("[name=content]").fill("A text")
      await page.locator("[name=disease]").fill("Marfan syndrome")
      await page.keyboard.press("Tab") // closes the suggestions that the script shows
      await page.keyboard.press("Enter")
      await page.getByLabel("Marfan syndrome", { exact: true }).check()
      await press(page, "Publish")
      await arrive(page, /^\/posts\/\d+\?done=published$/)
      await see(page, "Marfan syndrome")
    }
  },
  {
    title: "a member changes their post",
    as,
    go: async (page) => {
      await page.goto("/posts/new")
      await page.locator("[name=title]").fill("First title")
      await page.locator("[name=content]").fill("A text")
      await press(page, "Publish")
      await arrive(page, /^\/posts\/\d+\?done=published$/)
      await follow(page, "Edit")
      await page.locator("[name=title]").fill("Second title")
      await press(page, "Save")
      await arrive(page, /^\/posts\/\d+\?done=saved$/)
      await see(page, "Second title")
      await see(page, "Edited on")
    }
  },
  {
    title: "a member deletes their post after a question",
    as,
    go: async (page) => {
      await page.goto("/posts/new")
      await page.locator("[name=title]").fill("Gone soon")
      await page.locator("[name=content]").fill("A text")
      await press(page, "Publish")
      await arrive(page, /^\/posts\/\d+\?done=published$/)
      const path = new URL(page.url()).pathname
      await page.locator("article summary").click()
      await press(page, "Yes, delete it")
      await arrive(page, /^\/posts\?done=deleted$/)
      strictEqual((await page.goto(path))?.status(), 404)
    }
  },
  {
    title: "a member answers on a phone, changes the answer, and deletes it",
    isPhone: true,
    as,
    go: async (page, site) => {
      const post = await site.publish(await site.join())
      await page.goto(`/posts/${post.id}`)
      await page.locator("form[data-draft] [name=content]").fill("My first words")
      await press(page, "Post reply")
      await page.waitForURL(({ hash }) => hash.startsWith("#comment-"))
      await see(page, "My first words")
      await page.locator(".comment summary").first().click()
      await page.locator(".comment [name=content]").fill("My better words")
      await press(page, "Save")
      await see(page, "My better words")
      await page.locator(".comment summary").last().click()
      await press(page, "Yes, delete it")
      await see(page, "No replies yet")
      await see(page, post.title)
    }
  },
  {
    title: "a member likes a post, and takes it back",
    as,
    go: async (page, site) => {
      const post = await site.publish(await site.join())
      await page.goto(`/posts/${post.id}`)
      await press(page, "Like")
      await page.locator("[aria-pressed=true]").filter({ hasText: "Like · 1" }).waitFor()
      await press(page, "Like")
      await page.locator("[aria-pressed=false]").filter({ hasText: "Like" }).waitFor()
    }
  },
  {
    title: "a member follows a disease and hears of a new post",
    as,
    go: async (page, site) => {
      await page.goto("/diseases/ORPHA:586")
      const diseaseId = Number(new URL(page.url()).pathname.split("/")[2])
      await press(page, "Follow")
      await page.getByRole("button", { name: "Unfollow" }).waitFor()
      const title = fresh()
      await site.publish(await site.join(), { title, diseaseId })
      do await page.goto("/notifications")
      while ((await page.getByText(title).count()) === 0)
      await press(page, "Mark all as read")
      await page.locator("#unread.none").waitFor({ state: "attached" })
    }
  },
  {
    title: "a member writes a profile, which others see",
    as,
    go: async (page) => {
      await page.goto("/settings")
      await follow(page, "Your profile")
      await page.locator("[name=bio]").fill("Mother of two")
      await press(page, "Save")
      await see(page, "Saved.")
      await openMenu(page)
      await page.locator("header a[href^='/members/']").click()
      await see(page, "Mother of two")
    }
  },
  {
    title: "a member names a disease, and keeps it private",
    as,
    go: async (page) => {
      await page.goto("/settings/diseases")
      await page.locator("[name=disease]").fill("Cystic fibrosis")
      await press(page, "Find")
      await page.getByLabel("Cystic fibrosis", { exact: true }).check()
      await page.getByLabel("Only me", { exact: true }).check()
      await press(page, "Save")
      await see(page, "Saved.")
    }
  },
  {
    title: "a member chooses what to hear of",
    as,
    go: async (page) => {
      await page.goto("/settings/notifications")
      const chosen = await page.locator("[name=on]:checked").count()
      await page.getByLabel("Likes on my posts", { exact: true }).click()
      await press(page, "Save")
      await see(page, "Saved.")
      strictEqual(await page.locator("[name=on]:checked").count(), chosen - 1)
    }
  },
  {
    title: "a member makes a key for an agent, sees it once, and revokes it",
    as,
    go: async (page) => {
      await page.goto("/settings/keys")
      await page.locator("[name=name]").fill("my agent")
      await press(page, "Create a key")
      match((await page.locator(".secret").first().textContent()) ?? "", /rdc_\w+/)
      await page.goto("/settings/keys")
      ok(!/rdc_\w{20}/.test(await page.content()))
      await page.locator("summary").filter({ hasText: "Delete key" }).click()
      await press(page, "Delete key")
      await see(page, "You have no keys.")
    }
  },
  {
    title: "a member sets another password, and ends the other sessions",
    as,
    go: async (page) => {
      await page.goto("/settings/password")
      await page.locator("[name=oldPassword]").fill(password)
      await page.locator("[name=newPassword]").fill("another long password")
      await press(page, "Save the new password")
      await see(page, "Saved.")
      await page.goto("/settings/sessions")
      await see(page, "This browser")
    }
  },
  {
    title: "a member reports a danger, and finds numbers to call",
    as,
    go: async (page, site) => {
      const post = await site.publish(await site.join())
      await page.goto(`/posts/${post.id}`)
      await follow(page, "Report")
      await page.getByLabel("Someone may be in danger", { exact: true }).check()
      await press(page, "Send report")
      await see(page, "You can get help right now")
      await page.locator("a[href^='tel:']").first().waitFor()
    }
  },
  {
    title: "a member blocks another, and lifts it",
    as,
    go: async (page, site) => {
      const other = await site.join()
      await page.goto(`/members/${other.user.id}`)
      await page.locator("summary").filter({ hasText: "Block" }).click()
      await press(page, "Block")
      await arrive(page, /^\/settings\/blocks\?done=/)
      await see(page, other.user.username)
      await press(page, "Unblock")
      await see(page, "You haven’t blocked anyone. To block someone, open their profile and choose “Block”.")
    }
  },
  {
    title: "a member leaves, and everything personal is gone",
    as,
    go: async (page) => {
      await page.goto("/settings/data")
      await page.locator("[name=password]").fill(password)
      await page.getByLabel(said("en").settings.leaveKeep, { exact: true }).check()
      await press(page, "Delete your account")
      await arrive(page, /^\/\?done=left$/)
      await page.getByRole("link", { name: "Sign in" }).first().waitFor()
    }
  }
]
