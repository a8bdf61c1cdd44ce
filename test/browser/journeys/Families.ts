import { match, ok } from "node:assert/strict"
import type { Page } from "playwright-core"
import type { Language } from "../../../src/transport/web/Languages.ts"
import { said } from "../../support/languages/Said.ts"
import { arrive, see } from "../Site.ts"
import type { Journey } from "./Journey.ts"

let last = 0

/** Joins by the form, as somebody whose name nobody has. */
const join = async (page: Page) => {
  const name = `family${++last}_${process.pid}`
  await page.locator("main [name=username]").fill(name)
  await page.locator("main [name=email]").fill(`${name}@example.org`)
  await page.locator("main [name=password]").fill("correct horse battery")
  await page.locator("main form[action='/register'] button").last().click()
}

/** Presses the button of this name that the keyboard reaches. */
const send = async (page: Page, name: string) => {
  const button = page.getByRole("button", { name }).first()
  await button.focus()
  await page.keyboard.press("Enter")
}

const asks = (language: Language, words: string, typed: string, disease: string): Journey => ({
  title: `a parent who knows a misspelt name sends a question about the disease on a phone, in ${words}`,
  isPhone: true,
  go: async (page) => {
    await page.goto(`/?lang=${language}`)
    await page.locator("#search").fill(typed)
    await page.locator("#search").press("Enter")
    await page.locator("main .row a[href^='/diseases/']").first().click()
    await see(page, disease)
    await page.locator("main a[href^='/posts/new?diseaseId=']").first().click()
    await arrive(page, /^\/register\?next=/)
    await join(page)
    await arrive(page, /^\/welcome\?/)
    await see(page, disease)
    await send(page, said(language).account.welcomeSave)
    // Where members write about the disease already, they come first.
    await arrive(page, /^\/(?:welcome\?.*&diseaseId=\d+|posts\/new\?diseaseId=\d+&done=followed)$/)
    const goOn = page.getByRole("link", { name: said(language).account.goOn })
    if ((await goOn.count()) > 0) await goOn.click()
    await arrive(page, /^\/posts\/new\?diseaseId=\d+/)
    await page.locator("[name=category][value=question]").check()
    await page.locator("[name=title]").fill(`${words}: ${typed}?`)
    await page.locator("[name=content]").fill("…?")
    await send(page, said(language).writing.publish)
    await arrive(page, /^\/posts\/\d+\?done=published$/)
    await see(page, disease)
  }
})

const word = `lantern${process.pid}`

/** Looks for the title of a post in the source of a page. */
const isIn = async (page: Page, path: string) => {
  await page.goto(path)
  return (await page.content()).replaceAll(/<\/?mark>/g, "").includes(`Our ${word}`)
}

/** A post for members: its writer, another member and a visitor look for it. */
const forMembers: Journey = {
  title:
    "a parent writes for members only, whom alone the post is shown, in the list, the search and the source of pages",
  as: (site) => site.join(),
  isPhone: true,
  go: async (page, site) => {
    await page.goto("/posts/new")
    await page.locator("[name=category][value=experience]").check()
    await page.locator("[name=title]").fill(`Our ${word}`)
    await page.locator("[name=content]").fill("Nights are hard.")
    await page.locator("[name=audience][value=members]").check()
    await send(page, said("en").writing.preview)
    await page.locator("[name=audience][value=members]:checked").waitFor()
    await send(page, said("en").writing.publish)
    await arrive(page, /^\/posts\/\d+\?done=published$/)
    const path = new URL(page.url()).pathname
    const others = [await site.open({ as: await site.join() }), await site.open({})] as const
    const [member, visitor] = others.map((other) => other.page)
    if (member === undefined || visitor === undefined) throw new Error("nobody else reads")
    for (const place of [path, "/posts", `/posts?search=${word}`]) {
      ok(await isIn(member, place), `a member does not find it at ${place}`)
      ok(!(await isIn(visitor, place)), `a visitor finds it at ${place}`)
    }
    await visitor.goto(path)
    await see(visitor, said("en").layout.signInForPost)
    for (const { close } of others) await close()
  }
}

export const families: ReadonlyArray<Journey> = [
  forMembers,
  asks("en", "English", "marfen sindrom", "Marfan syndrome"),
  asks("de", "German", "Marfahn-Sündrom", "Marfan"),
  asks("fr", "French", "sindrome de marfan", "Marfan"),
  asks("es", "Spanish", "sindrome de marfán", "Marfan"),
  asks("it", "Italian", "sindrome di marfan", "Marfan"),
  asks("pt", "Portuguese", "sindroma de marfan", "Marfan"),
  {
    title: "a reader denies a symptom that was understood, and has the page to print for a doctor",
    isPhone: true,
    go: async (page) => {
      await page.goto("/diseases?symptoms=long+fingers,+dislocated+lens")
      await page.locator(".chips.signs a[href*='excluded=']").first().click()
      await arrive(page, /excluded=HP/)
      await see(page, "What you haven’t noticed")
      await page.locator("main a[href*='print']").first().click()
      const text = (await page.locator("main").textContent()) ?? ""
      for (const id of ["HP:0001166", "HP:0001083"]) match(text, new RegExp(id))
      ok(text.includes("Human Phenotype Ontology"))
    }
  },
  {
    title: "words that fit no name are read as signs in the one box of the home page, on a phone",
    isPhone: true,
    go: async (page) => {
      await page.goto("/")
      await page.locator("#search").fill("long fingers and a dislocated lens")
      await page.locator("#search").press("Enter")
      await page.locator(".chips.signs").first().waitFor()
      await page.getByRole("link", { name: "Marfan syndrome" }).first().waitFor()
    }
  }
]
