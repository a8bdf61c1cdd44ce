import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { shippedLanguages } from "../../../../src/domain/Language.ts"
import { community } from "../../../support/Community.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { open, seen, textOf } from "../support/Browse.ts"

/** The address that a link asks for. The reader goes on at the signs, but on the empty form. */
const withoutAnchor = (href: string) => {
  strictEqual(href.endsWith("#understood"), href !== "/diseases?symptoms=")
  return href.replace("#understood", "")
}

/** The address of the first link with these words that changes the signs of a search. */
const changeOf = (html: string, words: string) => {
  const [, href = ""] = new RegExp(`<a[^>]*href="([^"]+)"[^>]*>(?:<span[^>]*>)?${words}`).exec(html) ?? []
  return withoutAnchor(seen(href))
}

const signsOf = (symptoms: string, headers = {}) =>
  open(`/diseases?symptoms=${encodeURIComponent(symptoms)}`, { headers })

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("The search by signs on pages", (it) => {
    it.effect("is a form with a warning where nothing was typed", () =>
      Effect.gen(function* () {
        const { status, text } = yield* open("/diseases?symptoms=")
        strictEqual(status, 200)
        assertTrue(text.includes('<textarea id="symptoms" name="symptoms"'))
        assertTrue(text.includes("This is not a diagnosis"))
        const urgent = textOf(text, '<div class="notice urgent">', "</ul>")
        assertTrue(/112.*difficulty breathing.*can’t be woken/.test(urgent), urgent)
        assertTrue(!text.includes("What we understood"))
        assertTrue((yield* open("/")).text.includes('href="/diseases?symptoms="'))
      })
    )

    it.effect("has help lines first where the words may say that somebody thinks of ending their life", () =>
      Effect.gen(function* () {
        const hasLines = (text: string) => /You can get help right now.*tel:112.*What we understood/s.test(text)
        for (const words of ["I want to die", "seizures, she wants to kill herself", "suicidal thoughts"])
          assertTrue(hasLines((yield* signsOf(words)).text), words)
        for (const words of [
          "no suicidal thoughts, seizures",
          "I want to know if my son will die, seizures",
          "seizures"
        ])
          assertTrue(!(yield* signsOf(words)).text.includes("You can get help right now"), words)
        assertTrue(hasLines((yield* open("/diseases?search=i%20want%20to%20die")).text))
        const { text } = yield* signsOf("ich will sterben", { "accept-language": "de" })
        assertTrue(
          /Hier hilft jetzt jemand.*Deutschland.*Österreich.*Europäische Union.*<summary>.*Belgien/s.test(text)
        )
      })
    )

    it.effect("has the same help lines on the search of posts", () =>
      Effect.gen(function* () {
        const searched = (words: string, language: string) =>
          Effect.map(
            open(`/posts?search=${encodeURIComponent(words)}`, { headers: { "accept-language": language } }),
            ({ text }) => text
          )
        assertTrue(/You can get help right now.*tel:112.*Nothing found/s.test(yield* searched("I want to die", "en")))
        assertTrue(/Hier hilft jetzt jemand.*Deutschland/s.test(yield* searched("ich will sterben", "de")))
        assertTrue(!(yield* searched("how do i bath my baby", "en")).includes("You can get help right now"))
      })
    )

    it.effect("keeps the codes of the sources of a hit apart in each language", () =>
      Effect.forEach(shippedLanguages, (language) =>
        Effect.gen(function* () {
          const signs = "long fingers, dislocated lens, tall stature, scoliosis, flat feet, mitral valve prolapse"
          const { text } = yield* signsOf(signs, { "accept-language": language })
          const sources = Array.from(text.matchAll(/<p class="hint"[^>]*>(.*?)<\/p>/g), ([, html = ""]) =>
            html.replace(/<[^>]*>/g, "")
          )
          assertTrue(
            sources.some((words) => /^(?:ORPHA|OMIM):\d+ · (?:ORPHA|OMIM):\d+ · /.test(words)),
            `${language}: ${sources[0]}`
          )
        })
      )
    )

    it.effect("says what was recognised, what was denied, and what was not understood", () =>
      Effect.gen(function* () {
        const { status, text } = yield* signsOf("long fingers, no seizures, qwertyish")
        strictEqual(status, 200)
        const understood = textOf(text, 'id="understood"', "</section>")
        assertTrue(
          /What you’ve noticed Arachnodactyly \(.+\) HP:0001166 .*long fingers.*What you haven’t noticed Seizure .*seizures/.test(
            understood
          )
        )
        assertTrue(understood.includes("Not understood qwertyish"))
        strictEqual(text.match(/noindex/)?.length, 1)
      })
    )

    it.effect(
      "denies, brings back and removes each symptom by links, which keep the words that are not understood",
      () =>
        Effect.gen(function* () {
          const { text } = yield* signsOf("long fingers, seizures, qwertyish")
          const notThis = changeOf(text, "I haven’t noticed this")
          strictEqual(notThis, "/diseases?symptoms=qwertyish&phenotypes=HP%3A0001250&excluded=HP%3A0001166")
          const struck = yield* open(notThis)
          const understood = textOf(struck.text, 'id="understood"', "</section>")
          assertTrue(
            /What you’ve noticed Seizure .*HP:0001250 .*What you haven’t noticed Arachnodactyly .*HP:0001166 .*understood qwertyish/.test(
              understood
            )
          )
          assertTrue(struck.text.includes('name="excluded" value="HP:0001166"'))
          strictEqual(
            changeOf(struck.text, "I have noticed this"),
            "/diseases?symptoms=qwertyish&phenotypes=HP%3A0001250%2CHP%3A0001166"
          )
          const removed = changeOf(struck.text, "✕")
          strictEqual(removed, "/diseases?symptoms=qwertyish&excluded=HP%3A0001166")
          strictEqual((yield* open(removed)).status, 200)
        })
    )

    it.effect("shows apart what a relative has, and says whose it is in the links that keep it", () =>
      Effect.gen(function* () {
        const { text } = yield* signsOf("Her mother has scoliosis. She has long fingers, no seizures.")
        const understood = textOf(text, 'id="understood"', "</section>")
        assertTrue(/Someone in the family has this\. .*Scoliosis.*Her mother: scoliosis/.test(understood), understood)
        const kept = new URLSearchParams(changeOf(text, "I haven’t noticed this").split("?")[1])
        strictEqual(kept.get("symptoms"), "Her mother: scoliosis")
        const again = textOf((yield* open(changeOf(text, "✕"))).text, 'id="understood"', "</section>")
        assertTrue(/Someone in the family has this\. .*Her mother: scoliosis/.test(again), again)
      })
    )

    it.effect("shows signs that are not there without a list, and the form where the last sign is removed", () =>
      Effect.gen(function* () {
        const { status, text } = yield* open("/diseases?excluded=HP:0001250")
        strictEqual(status, 200)
        assertTrue(/What you haven’t noticed Seizure/.test(textOf(text, 'id="understood"', "</section>")))
        assertTrue(!text.includes("Diseases to ask a doctor about"))
        strictEqual(changeOf(text, "✕"), "/diseases?symptoms=")
      })
    )

    it.effect("shows ten diseases, and more by a link that leads to the next one", () =>
      Effect.gen(function* () {
        const asName = yield* open("/diseases?search=he+has+seizures+every+morning")
        for (const { text } of [yield* signsOf("seizures"), asName]) {
          strictEqual(text.match(/id="hit-\d+"/g)?.length, 10)
          const [, href = ""] = /<a class="more" href="([^"]+)">\d+\u00a0more diseases/.exec(text) ?? []
          assertTrue(href.endsWith("limit=20#hit-11"), href)
          const longer = yield* open(seen(href).split("#", 1)[0] ?? "")
          assertTrue(longer.text.includes('id="hit-11"'))
        }
      })
    )

    it.effect("folds diseases with only related symptoms behind the others, and neither on paper nor after more", () =>
      Effect.gen(function* () {
        const { text } = yield* signsOf("long fingers, no seizures")
        const [shown = "", folded = ""] = text.split(/<summary>\d+\u00a0diseases with only similar symptoms/)
        const [fits, related] = ["<dt>Matches", "<dt>Similar, but not the same"]
        deepStrictEqual([shown.includes(fits), folded.includes(fits), folded.includes(related)], [true, false, true])
        strictEqual(text.match(/id="hit-\d+"/g)?.length, 10)
        for (const more of ["limit=20", "print=1"]) {
          const all = yield* open(`/diseases?symptoms=${encodeURIComponent("long fingers, no seizures")}&${more}`)
          assertTrue(all.text.includes(related) && !all.text.includes("with only similar symptoms"), more)
        }
      })
    )

    it.effect("says that one or two symptoms of the reader fit many diseases, not of three, and not on paper", () =>
      Effect.gen(function* () {
        const few = "One or two symptoms match many diseases"
        const isSaid = (symptoms: string, more = "") =>
          Effect.map(open(`/diseases?symptoms=${encodeURIComponent(symptoms)}${more}`), ({ text }) =>
            text.includes(few)
          )
        const [two, three] = ["long fingers, seizures, no scoliosis", "long fingers, seizures, deafness"]
        deepStrictEqual(
          [yield* isSaid(two), yield* isSaid(three), yield* isSaid(two, "&print=1")],
          [true, false, false]
        )
      })
    )

    it.effect("has a page to print, with the ids of signs and the sources, and without forms", () =>
      Effect.gen(function* () {
        const { text } = yield* signsOf("long fingers, no seizures")
        const [, href = ""] = /href="([^"]+)">Print for your doctor/.exec(text) ?? []
        const printed = yield* open(seen(href))
        strictEqual(printed.status, 200)
        const main = printed.text.slice(printed.text.indexOf("<main"), printed.text.indexOf("</main>"))
        for (const words of ["HP:0001166", "HP:0001250", "OMIM:154700", "Human Phenotype Ontology (6 May 2025)"])
          assertTrue(main.includes(words), words)
        for (const words of ["<form", "I haven’t noticed this", "✕"]) assertTrue(!main.includes(words), words)
      })
    )

    it.effect("reads words that no name fits as signs, and says so", () =>
      Effect.gen(function* () {
        const { text } = yield* open("/diseases?search=long%20fingers%2C%20seizures")
        assertTrue(text.includes("These match the symptoms you describe"))
        assertTrue(
          /What you’ve noticed Arachnodactyly .*long fingers/.test(textOf(text, 'id="understood"', "</section>"))
        )
        assertTrue(text.includes(">Marfan syndrome<"))
        const named = yield* open("/diseases?search=marfan")
        assertTrue(!named.text.includes("These match the symptoms you describe"))
        const feared = yield* open(`/diseases?search=${encodeURIComponent("I am afraid of seizures")}`)
        assertTrue(feared.text.includes("Tell us which of these symptoms you mean"))
        const absent = yield* open(`/diseases?search=${encodeURIComponent("no seizures")}`)
        assertTrue(absent.text.includes("No disease has this name. Add a symptom that you’ve noticed."))
        assertTrue(!absent.text.includes("Tell us which of these symptoms you mean"))
        const beside = yield* open("/diseases?search=marfann%20syndrome%20long%20fingers")
        assertTrue(
          beside.text.includes("The first disease is the one you named. The others match the symptoms you describe.")
        )
        assertTrue(!beside.text.includes("Not understood"))
        const second = yield* open("/diseases?search=marfann%20syndrome%20long%20fingers&page=2")
        assertTrue(!second.text.includes("No disease has this name"))
        const nothing = yield* open("/diseases?search=qwertyish")
        assertTrue(nothing.text.includes("No matching diseases"))
        assertTrue(nothing.text.includes('href="/diseases?symptoms=qwertyish"'))
        for (const next of ["/posts?search=qwertyish", "/posts/new?title=qwertyish"]) {
          assertTrue(nothing.text.includes(`href="${next}"`), next)
        }
      })
    )

    it.effect("asks about a sign that was understood in part, and a link adds it or takes it out", () =>
      Effect.gen(function* () {
        const { text } = yield* signsOf("Blasen")
        const [, href = ""] = /Did you mean.*?<a href="([^"]+)"/s.exec(text) ?? []
        strictEqual(seen(href), "/diseases?phenotypes=HP%3A0008066#understood")
        const added = yield* open(withoutAnchor(seen(href)))
        assertTrue(!added.text.includes("Did you mean"))
        assertTrue(
          textOf(added.text, 'id="understood"', "</section>").includes(
            "What you’ve noticed Abnormal blistering of the skin"
          )
        )
        assertTrue(added.text.includes('name="phenotypes" value="HP:0008066"'))
        for (const [language, question] of [
          ["de", "Meinten Sie"],
          ["fr", "Vouliez-vous dire"]
        ])
          assertTrue((yield* signsOf("Blasen", { "accept-language": language })).text.includes(String(question)))
      })
    )

    it.effect(
      "says the reader's own words where a sign of the disease differs, and where a frequency is not recorded",
      () =>
        Effect.gen(function* () {
          const { text } = yield* signsOf("very tall, long fingers")
          const hits = textOf(text, 'id="hit-1"', "</main>")
          assertTrue(/\(you said: “[^”]+”\)/.test(hits), hits)
          assertTrue(/ · frequency not recorded/.test(hits), hits)
        })
    )

    it.effect("says for each disease what fits, what speaks against it, and the sources with their versions", () =>
      Effect.gen(function* () {
        const { text } = yield* signsOf("long fingers, dislocated lens, no seizures, no scoliosis")
        const marfan = text.slice(text.indexOf(">Marfan syndrome<"))
        assertTrue(
          /Matches Arachnodactyly.*Can be part of this disease, but you haven’t noticed it.*Scoliosis/.test(
            textOf(marfan, ">", "</li>")
          )
        )
        assertTrue(textOf(marfan, ">", "</li>").includes("OMIM:154700"))
        assertTrue(text.includes("Human Phenotype Ontology (6 May 2025), Orphanet"))
        const order = ['id="understood"', "<details><summary>Change or add", "This is not a diagnosis", 'id="hit-1"']
        const places = order.map((part) => text.indexOf(part))
        deepStrictEqual(
          places,
          places.toSorted((one, other) => one - other)
        )
        assertTrue(places.every((place) => place > 0))
        assertTrue((yield* signsOf("qwertyish\nthing")).text.includes('href="/posts/new?title=qwertyish+thing"'))
      })
    )

    it.effect("shows a refusal of the API as a page", () =>
      Effect.gen(function* () {
        for (const query of ["symptoms=fits&search=marfan", `symptoms=${"a".repeat(2_001)}`]) {
          strictEqual((yield* open(`/diseases?${query}`)).status, 400)
        }
      })
    )
  })
}
