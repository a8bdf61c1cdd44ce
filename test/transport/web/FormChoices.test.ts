import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { community } from "../../support/Community.ts"
import { joinAdmin } from "../../support/Given.ts"
import { memoryOnly } from "../../support/Storage.ts"
import { unlimited } from "../../support/Unlimited.ts"
import { alertOf, invalidIn, joinByForm, open, publishByForm, submit } from "./support/Browse.ts"

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("Forms of pages", (it) => {
    it.effect("refuse a disease that was typed and not chosen, and show those found", () =>
      Effect.gen(function* () {
        const { cookie } = yield* joinByForm()
        const typed = { title: "Living with it", content: "Who else?", category: "topic", disease: "marfan" }
        const refused = yield* submit("/posts/new", typed, { cookie })
        deepStrictEqual(
          [refused.status, alertOf(refused), invalidIn(refused)],
          [400, "choose the disease from the list, or leave its field empty", ["disease"]]
        )
        const [, id = ""] = /name="diseaseId" value="(\d+)"/.exec(refused.text) ?? []
        const noneTicked = !/name="diseaseId"[^>]*checked/.test(refused.text)
        strictEqual(noneTicked, true)
        const searched = { ...typed, searched: "marfan" }
        const unanswered = yield* submit("/posts/new", searched, { cookie })
        strictEqual(unanswered.status, 400)
        const path = yield* publishByForm(cookie, { ...searched, diseaseId: id })
        assertTrue((yield* open(path)).text.includes(`href="/diseases/${id}"`))
        for (const without of [
          { ...searched, diseaseId: "" },
          { ...typed, disease: " " }
        ]) {
          strictEqual((yield* submit("/posts/new", without, { cookie })).status, 303)
        }
        // A browser sends the disease of the post, which is ticked, and the name that was typed since.
        const edited = yield* submit(`${path}/edit`, { ...typed, diseaseId: id, disease: "fabry" }, { cookie })
        strictEqual(edited.status, 400)
        const settings = { diseasesVisibleTo: "members", disease: "marfan" }
        const own = yield* submit("/settings/diseases", settings, { cookie })
        deepStrictEqual([own.status, own.text.includes(`name="diseaseIds" value="${id}"`)], [400, true])
        const chosen = { ...settings, searched: "marfan", diseaseIds: id }
        strictEqual((yield* submit("/settings/diseases", chosen, { cookie })).status, 303)
      })
    )

    it.effect("go on at the first disease that was found, and at the name where none was, which is said", () =>
      Effect.gen(function* () {
        const { cookie } = yield* joinByForm()
        const focusedIn = (text: string) => {
          const inputs = Array.from(text.matchAll(/<input[^>]* autofocus[^>]*>/g), ([input]) => input)
          return inputs.map((input) => /name="(\w+)"/.exec(input)?.[1])
        }
        for (const [path, choice] of [
          ["/posts/new", "diseaseId"],
          ["/welcome", "diseaseId"],
          ["/settings/diseases", "diseaseIds"]
        ] as const) {
          const search = (disease: string) => {
            const values = { disease, diseasesVisibleTo: "members", prepare: "disease" }
            return Effect.map(submit(path, values, { cookie }), ({ text }) => text)
          }
          deepStrictEqual([path, focusedIn(yield* search("marfan"))], [path, [choice]])
          const nothing = yield* search("xqzvwk")
          deepStrictEqual([path, focusedIn(nothing)], [path, ["disease"]])
          assertTrue(/id="[\w-]+-disease-hint">\s*Nothing found\./.test(nothing), path)
          deepStrictEqual([path, focusedIn((yield* open(path, { cookie })).text)], [path, []])
        }
      })
    )

    it.effect("list the languages of a text by the names that their reader reads", () =>
      Effect.gen(function* () {
        const { cookie } = yield* joinByForm({}, "de")
        const { text } = yield* open(`${yield* publishByForm(cookie)}/edit`, { cookie })
        const menu = text.slice(text.indexOf('name="language"'))
        const names = Array.from(
          menu.slice(0, menu.indexOf("</select>")).matchAll(/<option value="\w[^>]*>([^<]+)/g),
          ([, name = ""]) => name
        )
        assertTrue(names.length > 10)
        deepStrictEqual(names, names.toSorted(new Intl.Collator("de").compare))
      })
    )

    it.effect("keep what narrows the list of posts when its filters are sent", () =>
      Effect.gen(function* () {
        const narrowing = {
          diseaseId: "1",
          authorId: "1",
          authorKind: "agent",
          includeDescendants: "true",
          answered: "false"
        }
        const query = new URLSearchParams({ ...narrowing, search: "sleep", category: "question", sort: "views" })
        const { text } = yield* open(`/posts?${query}`)
        const sent = Array.from(
          text.matchAll(/<input type="hidden" name="(\w+)" value="(\w+)"/g),
          ([, name, value]) => [name, value]
        )
        deepStrictEqual(Object.fromEntries(sent), narrowing)
      })
    )

    it.effect("offer to set the server up until there is an admin", () =>
      Effect.gen(function* () {
        const offersCode = Effect.map(open("/register"), ({ text }) => text.includes('name="adminCode"'))
        strictEqual(yield* offersCode, true)
        yield* joinAdmin
        strictEqual(yield* offersCode, false)
      })
    )

    it.effect("show a disease that is chosen already as the answer, with the search for another folded", () =>
      Effect.gen(function* () {
        const { cookie } = yield* joinByForm()
        const found = yield* submit("/posts/new", { disease: "marfan", prepare: "disease" }, { cookie })
        const [, id = ""] = /name="diseaseId" value="(\d+)"/.exec(found.text) ?? []
        assertTrue(found.text.includes("<legend>Which one is it?</legend>"))
        const chosen = { title: "Sports", content: "Which?", disease: "marfan", searched: "marfan", diseaseId: id }
        const forms = [
          yield* open(`/posts/new?diseaseId=${id}`, { cookie }),
          yield* submit("/posts/new", { ...chosen, prepare: "preview" }, { cookie })
        ]
        for (const { text } of forms) {
          assertTrue(new RegExp(`name="diseaseId" value="${id}" checked`).test(text), text)
          assertTrue(text.includes("<legend>Disease (optional)</legend>") && !text.includes("Which one is it?"))
          assertTrue(text.includes("<summary>Choose another disease</summary>"))
        }
        // What such a form sends: its box, beside an empty search.
        const path = yield* publishByForm(cookie, { ...chosen, disease: "", searched: "" })
        assertTrue((yield* open(path)).text.includes(`href="/diseases/${id}"`))
      })
    )

    it.effect("propose that nobody else sees a member's diseases until one is named, and then keep the choice", () =>
      Effect.gen(function* () {
        const { cookie } = yield* joinByForm()
        const visibleTo = (path: string) =>
          Effect.map(
            open(path, { cookie }),
            ({ text }) => /name="diseasesVisibleTo" value="(\w+)" checked/.exec(text)?.[1]
          )
        deepStrictEqual([yield* visibleTo("/welcome"), yield* visibleTo("/settings/diseases")], ["me", "me"])
        const found = yield* submit("/settings/diseases", { disease: "marfan", prepare: "disease" }, { cookie })
        const [, id = ""] = /name="diseaseIds" value="(\d+)"/.exec(found.text) ?? []
        yield* submit("/settings/diseases", { diseaseIds: id, diseasesVisibleTo: "members" }, { cookie })
        deepStrictEqual([yield* visibleTo("/welcome"), yield* visibleTo("/settings/diseases")], ["members", "members"])
      })
    )

    it.effect("choose nothing for the texts of a member who leaves, and ask until one is chosen", () =>
      Effect.gen(function* () {
        const { cookie, values } = yield* joinByForm()
        const isChosen = (text: string) => /name="posts"[^>]* checked/.test(text)
        strictEqual(isChosen((yield* open("/settings/data", { cookie })).text), false)
        const refused = yield* submit("/settings/data", { password: values.password }, { cookie })
        deepStrictEqual([refused.status, invalidIn(refused), isChosen(refused.text)], [400, ["posts", "posts"], false])
      })
    )

    it.effect("keep a box unticked that was unticked, also if it was the only one", () =>
      Effect.gen(function* () {
        const { cookie } = yield* joinByForm()
        const found = yield* submit("/settings/diseases", { disease: "marfan", prepare: "disease" }, { cookie })
        const [, id = ""] = /name="diseaseIds" value="(\d+)"/.exec(found.text) ?? []
        yield* submit("/settings/diseases", { diseaseIds: id, diseasesVisibleTo: "members" }, { cookie })
        const ticked = (text: string) => new RegExp(`name="diseaseIds" value="${id}"[^>]*checked`).test(text)
        strictEqual(ticked((yield* open("/settings/diseases", { cookie })).text), true)
        const searching = { diseasesVisibleTo: "members", disease: "fabry", prepare: "disease" }
        strictEqual(ticked((yield* submit("/settings/diseases", searching, { cookie })).text), false)
      })
    )

    it.effect("write a post and a comment once, however often the same form is sent", () =>
      Effect.gen(function* () {
        const { cookie } = yield* joinByForm()
        const keyIn = (text: string) => /name="key" value="([^"]+)"/.exec(text)?.[1] ?? ""
        const key = keyIn((yield* open("/posts/new", { cookie })).text)
        const post = { title: "Once", content: "Only once", category: "topic", key }
        const sendPost = (values: object) =>
          Effect.map(submit("/posts/new", { ...post, ...values }, { cookie }), ({ headers }) => {
            strictEqual(String(headers["location"]).endsWith("?done=published"), true)
            return String(headers["location"]).split("?")[0]
          })
        const [path, ...again] = yield* Effect.all([sendPost({}), sendPost({})], { concurrency: 2 })
        deepStrictEqual(again, [path])
        deepStrictEqual([yield* sendPost({}), (yield* sendPost({ content: "Other words" })) === path], [path, false])
        const form = `${path}/comments`
        const comment = { content: "A comment", key: keyIn((yield* open(String(path), { cookie })).text) }
        const [first, second] = [yield* submit(form, comment, { cookie }), yield* submit(form, comment, { cookie })]
        deepStrictEqual([first.status, second.headers["location"]], [303, first.headers["location"]])
        const { text } = yield* open(String(path), { cookie })
        strictEqual(Array.from(text.matchAll(/id="comment-\d+"/g)).length, 1)
        const refused = yield* submit(form, { ...comment, content: " " }, { cookie })
        strictEqual(keyIn(refused.text), comment.key)
      })
    )
  })

  const closed = { ...unlimited, REGISTRATION: "closed" }
  layer(community(storage.layer, closed), { excludeTestServices: true })(
    "The page to join while registration is closed",
    (it) => {
      it.effect("says so before anything is typed, and has the form only for whoever sets the server up", () =>
        Effect.gen(function* () {
          const { text } = yield* open("/register")
          assertTrue(text.includes("you need an invitation link"))
          assertTrue(/<details><summary>I set up this server<\/summary>.*name="adminCode".*<\/details>/s.test(text))
          assertTrue(!text.includes('name="role"'))
          const { answer } = yield* joinByForm()
          deepStrictEqual([answer.status, answer.text.includes("<details open>")], [403, true])
        })
      )
    }
  )

  const experts = { ...unlimited, REGISTRATION_ROLES: "expert" }
  layer(community(storage.layer, experts), { excludeTestServices: true })("The page to join", (it) => {
    it.effect("offers only the roles that are open at registration", () =>
      Effect.gen(function* () {
        const roles = Array.from(
          (yield* open("/register")).text.matchAll(/name="role" value="(\w+)"/g),
          ([, role]) => role
        )
        deepStrictEqual(roles, ["expert"])
      })
    )
  })
}
