import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { community } from "../../support/Community.ts"
import { answer, diseaseNamed, joinAdmin, joinModerator, publish } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { memoryOnly } from "../../support/Storage.ts"
import { unlimited } from "../../support/Unlimited.ts"
import { at } from "../../support/Wire.ts"
import { decide, report } from "../http/moderation/Given.ts"
import { arrive, cookieFor, joinByForm, open, seen, submit } from "./support/Browse.ts"

const locationOf = ({ headers }: Effect.Effect.Success<ReturnType<typeof open>>) => String(headers.location)

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("The page after joining", (it) => {
    it.effect(
      "names a disease, follows it, shows its people, and leads on; from then on the home page leads to it",
      () =>
        Effect.gen(function* () {
          const author = yield* join()
          const disease = yield* diseaseNamed(author, "cystic fibrosis")
          yield* publish(author, { diseaseId: disease.id })
          const { answer: joined, cookie } = yield* joinByForm({ next: "/news" })
          strictEqual(locationOf(joined), "/welcome?next=%2Fnews")
          const asked = yield* open(locationOf(joined), { cookie })
          assertTrue(asked.text.includes('<a href="/news">Not now</a>'), "skippable")
          const form = { next: "/news", disease: "cystic fibrosis", diseasesVisibleTo: "me" }
          const found = yield* submit("/welcome", { ...form, prepare: "disease" }, { cookie })
          assertTrue(found.text.includes(`name="diseaseId" value="${disease.id}"`), "found without a script")
          const chosen = { ...form, searched: form.disease, diseaseId: String(disease.id) }
          const saved = yield* submit("/welcome", chosen, { cookie })
          const { text } = yield* arrive(saved, cookie)
          assertTrue(text.includes("You now follow Cystic fibrosis") && text.includes(author.user.username))
          assertTrue(/<a class="button" href="\/news">/.test(text), "leads on")
          const settings = yield* open("/settings/diseases", { cookie })
          assertTrue(settings.text.includes(`value="${disease.id}" checked`))
          assertTrue(/value="me" checked/.test(settings.text), "seen by its member only")
          assertTrue((yield* open(`/diseases/${disease.id}`, { cookie })).text.includes('name="follow" value="no"'))
          const link = `<a href="/diseases/${disease.id}"><span>Cystic fibrosis</span>`
          const home = (yield* open("/", { cookie })).text.split('id="own"')[1]?.split("</section>")[0] ?? ""
          deepStrictEqual([home.includes(link), (yield* open("/")).text.includes('id="own"')], [true, false])
        })
    )

    it.effect("leads straight on where nobody writes about the disease, and says there that it is followed", () =>
      Effect.gen(function* () {
        const disease = yield* diseaseNamed(yield* join(), "cystinosis")
        const { cookie } = yield* joinByForm()
        const chosen = { disease: "cystinosis", searched: "cystinosis", diseaseId: String(disease.id) }
        const { id } = yield* publish(yield* join())
        for (const [next, place] of [
          [`/diseases/${disease.id}`, `/diseases/${disease.id}?done=followed`],
          [`/posts/${id}#write`, `/posts/${id}?done=followed#write`],
          ["", "/help?done=followed"]
        ] as const) {
          const saved = yield* submit("/welcome", { ...chosen, next }, { cookie })
          deepStrictEqual([saved.status, locationOf(saved)], [303, place])
          assertTrue((yield* arrive(saved, cookie)).text.includes("You now follow this disease."), place)
        }
        assertTrue(!(yield* open("/help?done=followed")).text.includes("You now follow this disease."), "a visitor")
      })
    )

    it.effect("goes on without a disease, and leaves none out without a word", () =>
      Effect.gen(function* () {
        const { answer: joined, cookie } = yield* joinByForm()
        strictEqual(locationOf(joined), "/welcome")
        strictEqual(locationOf(yield* submit("/welcome", { disease: "" }, { cookie })), "/help?done=joined")
        const typed = yield* submit("/welcome", { disease: "cystic fibrosis" }, { cookie })
        deepStrictEqual([typed.status, typed.text.includes("Which one is it?")], [400, true])
        strictEqual((yield* open("/welcome")).status, 303)
      })
    )
  })

  layer(community(storage.layer, unlimited), { excludeTestServices: true })("The page for writing a post", (it) => {
    it.effect("asks for the kind first, as a question", () =>
      Effect.gen(function* () {
        const { cookie } = yield* joinByForm()
        const { text } = yield* open("/posts/new", { cookie })
        assertTrue(text.includes("<legend>Type of post</legend>"))
        assertTrue(text.indexOf('name="category"') < text.indexOf('name="title"'))
        deepStrictEqual(
          Array.from(text.matchAll(/name="category" value="(\w+)"/g), ([, kind]) => kind),
          ["question", "experience", "topic"]
        )
      })
    )

    it.effect("has buttons for marks that its script shows", () =>
      Effect.gen(function* () {
        const { cookie } = yield* joinByForm()
        const { text } = yield* open("/posts/new", { cookie })
        const [bar = ""] = /<div class="marks"[^>]*hidden.*?<\/div>/s.exec(text) ?? []
        deepStrictEqual(
          Array.from(bar.matchAll(/<button type="button"[^>]*data-mark="(\w+)"/g), ([, mark]) => mark),
          ["bold", "list", "link", "quote"]
        )
      })
    )

    it.effect("says that the post is published, once", () =>
      Effect.gen(function* () {
        const { cookie } = yield* joinByForm()
        const post = { title: "Stairs", content: "They hurt", category: "topic" }
        const sent = yield* submit("/posts/new", post, { cookie })
        const said = "Published. When someone replies, you’ll see it here and under the bell."
        assertTrue((yield* arrive(sent, cookie)).text.includes(said))
        const [path = ""] = locationOf(sent).split("?")
        assertTrue(!(yield* open(path, { cookie })).text.includes(said))
      })
    )

    it.effect("has help lines for who says in a post, a reply or a change that they want to end their life", () =>
      Effect.gen(function* () {
        const { cookie } = yield* joinByForm()
        const cry = "The pain does not stop. I want to kill myself."
        const post = { title: "At night", content: "I sleep badly", category: "topic" }
        const hasLines = ({ text }: { readonly text: string }) => /You can get help right now.*tel:112/s.test(text)
        const seenAfter = (path: string, values: Readonly<Record<string, string>>) =>
          Effect.flatMap(submit(path, values, { cookie }), (sent) => arrive(sent, cookie))
        const [path = ""] = locationOf(yield* submit("/posts/new", post, { cookie })).split("?")
        const seen = [
          yield* seenAfter("/posts/new", post),
          yield* seenAfter("/posts/new", { ...post, content: cry }),
          yield* seenAfter(`${path}/comments`, { content: "Same here" }),
          yield* seenAfter(`${path}/comments`, { content: cry }),
          yield* seenAfter(`${path}/edit`, { ...post, content: cry }),
          yield* open(path, { cookie }),
          yield* open(`${path}?help=1`)
        ]
        deepStrictEqual(seen.map(hasLines), [false, true, false, true, true, false, false])
      })
    )
  })

  layer(community(storage.layer, unlimited), { excludeTestServices: true })("A text", (it) => {
    it.effect("of a blocked member is folded for the blocker only, on every page", () =>
      Effect.gen(function* () {
        const [reader, blocked] = [yield* join(), yield* join()]
        const disease = yield* diseaseNamed(reader, "cystic fibrosis")
        const { id } = yield* publish(blocked, { diseaseId: disease.id })
        yield* answer(blocked, id, "What they answered")
        const cookie = cookieFor(reader)
        const fold = /<details class="folded"><summary>You blocked this member\./g
        const foldsAt = (path: string, by: string | undefined = cookie) =>
          Effect.map(open(path, { cookie: by }), ({ text }) => text.match(fold)?.length ?? 0)
        strictEqual(yield* foldsAt(`/posts/${id}`), 0)
        yield* submit(`/members/${blocked.user.id}/block`, {}, { cookie })
        strictEqual(yield* foldsAt(`/posts/${id}`), 2)
        const [, comment = ""] = (yield* open(`/posts/${id}`, { cookie })).text.split('<ol class="comments"')
        assertTrue(
          comment.indexOf('href="/report?type=comment') < comment.indexOf("</details></li>"),
          "the buttons, too"
        )
        for (const path of ["/", "/posts", `/diseases/${disease.id}`]) strictEqual(yield* foldsAt(path), 1, path)
        strictEqual(yield* foldsAt(`/posts/${id}`, cookieFor(blocked)), 0)
        strictEqual((yield* open(`/posts/${id}`)).text.match(fold), null)
      })
    )

    it.effect("begins as a question in its form, unless another kind is chosen", () =>
      Effect.gen(function* () {
        const cookie = cookieFor(yield* join())
        const checked = ({ text }: { readonly text: string }) => /name="category" value="(\w+)" checked/.exec(text)?.[1]
        strictEqual(checked(yield* open("/posts/new", { cookie })), "question")
        strictEqual(checked(yield* submit("/posts/new", { category: "topic" }, { cookie })), "topic")
      })
    )

    it.effect("of one's own is neither reported nor liked, and the likes of another are counted", () =>
      Effect.gen(function* () {
        const [author, reader] = [yield* join(), yield* join()]
        const { id } = yield* publish(author)
        yield* answer(author, id)
        const offered = ({ text }: { readonly text: string }) => [
          text.match(/href="\/report\?/g)?.length ?? 0,
          text.includes(`action="/posts/${id}/like"`)
        ]
        const own = yield* open(`/posts/${id}`, { cookie: cookieFor(author) })
        deepStrictEqual(offered(own), [0, false])
        const other = yield* open(`/posts/${id}`, { cookie: cookieFor(reader) })
        deepStrictEqual(offered(other), [2, true])
        assertTrue(!/Like ·/.test(other.text))
        yield* submit(`/posts/${id}/like`, {}, { cookie: cookieFor(reader) })
        const liked = yield* open(`/posts/${id}`, { cookie: cookieFor(reader) })
        assertTrue(liked.text.includes("Like · 1"))
        assertTrue((yield* open(`/posts/${id}`, { cookie: cookieFor(author) })).text.includes("1\u00a0like"))
      })
    )

    it.effect("that is reported is shown to the reporter, with its author", () =>
      Effect.gen(function* () {
        const [author, reader] = [yield* join(), yield* join()]
        const { id, title } = yield* publish(author, { title: "Buy <this>", content: "Only today" })
        const comment = yield* answer(author, id, "And **this**, too")
        const cookie = cookieFor(reader)
        const shown = (target: string) => Effect.map(open(`/report?${target}`, { cookie }), ({ text }) => seen(text))
        const post = yield* shown(`type=post&id=${id}`)
        assertTrue(post.includes(title) && post.includes("Only today") && post.includes(author.user.username))
        const reply = yield* shown(`type=comment&id=${comment.id}`)
        assertTrue(reply.includes("And this, too") && reply.includes(author.user.username), reply)
        const member = yield* shown(`type=user&id=${author.user.id}`)
        assertTrue(member.includes(author.user.username))
        strictEqual((yield* open("/report?type=post&id=999999", { cookie })).status, 200)
      })
    )

    it.effect("that tells of a danger leads to help lines by the names of countries, the reader's first", () =>
      Effect.gen(function* () {
        const { id } = yield* publish(yield* join())
        const cookie = cookieFor(yield* join())
        const headers = { "accept-language": "de-AT,de;q=0.9" }
        const report = { type: "post", id: String(id), reason: "danger" }
        const { headers: sent } = yield* submit("/report", report, { cookie, headers })
        const { text } = yield* open(String(sent["location"]), { cookie, headers })
        const names = Array.from(text.matchAll(/<strong>([^<]+)<\/strong> <a href="tel:/g), ([, name]) => name)
        strictEqual(names[0], "Österreich")
        assertTrue(names.includes("Deutschland") && names.every((name = "") => name.length > 2), names.join())
      })
    )
  })

  layer(community(storage.layer, unlimited), { excludeTestServices: true })("The notifications on pages", (it) => {
    it.effect("are grouped by thread, lead to the oldest unread reply, and are read with it", () =>
      Effect.gen(function* () {
        const [author, reader] = [yield* join(), yield* join()]
        const { id } = yield* publish(author, { title: "Stairs" })
        const first = yield* answer(reader, id)
        for (let more = 0; more < 2; more += 1) yield* answer(reader, id)
        yield* submit(`/posts/${id}/like`, {}, { cookie: cookieFor(reader) })
        const cookie = cookieFor(author)
        const { text } = yield* open("/notifications", { cookie })
        const rows = Array.from(text.matchAll(/<li class="row leads[^"]*">.*?<\/li>/gs), ([row]) => row)
        strictEqual(rows.length, 2, text)
        assertTrue(rows[0]?.includes(`${reader.user.username}`) && rows[0].includes("liked your post"), rows[0])
        assertTrue(seen(rows[1] ?? "").includes("replied 3\u00a0times"), rows[1])
        assertTrue(rows[1]?.includes(`href="/comments/${first.id}"`), rows[1])
        yield* arrive(yield* open(`/comments/${first.id}`, { cookie }), cookie)
        const later = yield* open("/notifications", { cookie })
        assertTrue(!/class="row leads[^"]*unread/.test(later.text) && seen(later.text).includes("replied 3\u00a0times"))
      })
    )

    it.effect("tell whether one other member replied too, or several", () =>
      Effect.gen(function* () {
        const [author, one, two, three] = [yield* join(), yield* join(), yield* join(), yield* join()]
        const { id } = yield* publish(author)
        const told = Effect.map(open("/notifications", { cookie: cookieFor(author) }), ({ text }) => seen(text))
        yield* answer(one, id)
        yield* answer(two, id)
        assertTrue((yield* told).includes("and another member replied"))
        yield* answer(two, id)
        assertTrue((yield* told).includes("and another member wrote 3\u00a0replies"))
        yield* answer(three, id)
        assertTrue((yield* told).includes("and others wrote 4\u00a0replies"))
      })
    )

    it.effect("say in words what a moderator did, and how a request to be verified was answered", () =>
      Effect.gen(function* () {
        const [author, reporter] = [yield* join("expert"), yield* join()]
        const post = yield* publish(author)
        const reply = yield* answer(author, post.id, "Wrong words")
        const moderator = yield* joinModerator
        const target = { type: "comment", id: reply.id } as const
        yield* report(reporter.token, target)
        yield* decide(moderator.token, target, "hide")
        const wordsFor = (cookie: string) => Effect.map(open("/notifications", { cookie }), ({ text }) => seen(text))
        const told = yield* wordsFor(cookieFor(author))
        assertTrue(told.includes("A moderator hid your reply") && told.includes("Wrong words"), told)
        const heard = yield* wordsFor(cookieFor(reporter))
        assertTrue(heard.includes("A moderator hid a reply that you reported"), heard)
        const admin = yield* joinAdmin
        const request = () =>
          send("PUT", "/api/users/me/verification-request", {
            as: author.token,
            body: { as: "nurse", text: "I am one" }
          })
        yield* request()
        const list = yield* send("GET", "/api/verification-requests", { as: admin.token })
        const id = at(list.body, "data", 0, "id")
        const body = { reason: "No proof" }
        yield* send("DELETE", `/api/verification-requests/${id}`, { as: admin.token, body })
        const refused = yield* wordsFor(cookieFor(author))
        assertTrue(refused.includes("We couldn’t verify you: No proof"), refused)
        yield* request()
        const verified = { as: "nurse in Lyon" }
        yield* send("PUT", `/api/users/${author.user.id}/verification`, { as: admin.token, body: verified })
        assertTrue((yield* wordsFor(cookieFor(author))).includes("You are now verified as nurse in Lyon"))
      })
    )
  })
}
