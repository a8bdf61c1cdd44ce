import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { newDisease, stored } from "../../../contracts/diseases/newDiseases.ts"
import { community } from "../../../support/Community.ts"
import { answer, publish } from "../../../support/Given.ts"
import { join } from "../../../support/Members.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { joinByForm, open, publishByForm, seen } from "../support/Browse.ts"

/** The section of a page with this id. */
const sectionOf = (html: string, id: string) =>
  /^.*?<\/section>/s.exec(html.slice(html.indexOf(`id="${id}"`)))?.[0] ?? ""

const pageOf = (id: number, language = "en") =>
  Effect.map(open(`/diseases/${id}`, { headers: { "accept-language": language } }), ({ text }) => text)

layer(community(Memory.layer, unlimited), { excludeTestServices: true })("The page of a disease", (it) => {
  it.effect("says in order what it is, its other names, what now, who has it, its signs and its codes", () =>
    Effect.gen(function* () {
      const { headers } = yield* open("/diseases/ORPHA:558")
      const { text } = yield* open(String(headers.location))
      const places = ["<h1", 'id="also"', 'id="now"', 'id="posts"', 'id="signs"', 'id="codes"'].map((one) =>
        text.indexOf(one)
      )
      deepStrictEqual(
        places,
        places.toSorted((one, other) => one - other)
      )
      assertTrue(!places.includes(-1), String(places))
    })
  )

  it.effect("has each other name once, whatever the order of its words, and names of an index last", () =>
    Effect.gen(function* () {
      const synonyms = [
        "Dystrophy, Duchenne",
        "Lack, dystrophin",
        "Duchenne type dystrophy",
        "Duchenne’s disease",
        "DMD"
      ]
      const [id] = yield* stored(newDisease({ name: "Duchenne dystrophy", synonyms }))
      assertTrue((yield* pageOf(id)).includes("<p>Duchenne’s disease · DMD · Lack, dystrophin</p>"))
    })
  )

  it.effect("is found by a name in another script, which a list shows only to who searches in that script", () =>
    Effect.gen(function* () {
      const found = (search: string) =>
        Effect.map(open(`/diseases?search=${encodeURIComponent(search)}`), ({ text }) => [
          text.includes(">Tay-Sachs disease<"),
          text.includes("Tay-Sachs病</span>")
        ])
      deepStrictEqual(
        [yield* found("tey sax"), yield* found("Tay-Sachs病")],
        [
          [true, false],
          [true, true]
        ]
      )
    })
  )

  it.effect("is found by an everyday name of another language, which a list shows only to who typed it whole", () =>
    Effect.gen(function* () {
      const found = (search: string, language: string) =>
        Effect.map(
          open(`/diseases?search=${encodeURIComponent(search)}`, { headers: { "accept-language": language } }),
          ({ text }) => [text.includes(">Osteogenesis imperfecta<"), text.includes(">Glasknochenkrankheit</span>")]
        )
      deepStrictEqual(yield* found("Glasknochenkrankheiten", "en"), [true, false])
      deepStrictEqual(yield* found("Glasknochenkrankheit", "en"), [true, true])
      assertTrue((yield* found("Glasknochenkrankheiten", "de"))[1])
    })
  )

  it.effect("says of an English name that it is English on pages in other languages, wherever it stands", () =>
    Effect.gen(function* () {
      const group = newDisease({ name: "Grouped marbling" })
      const [parent, id] = yield* stored(group, newDisease({ name: "Only marbling", parents: [group.key] }))
      const marked = (name: string, mark: string) => `<span lang="en">${name}</span> <span class="soft">${mark}</span>`
      const list = (language: string) =>
        Effect.map(
          open("/diseases?search=only+marbling", { headers: { "accept-language": language } }),
          ({ text }) => text
        )
      for (const [language, mark] of [
        ["de", "(englisch)"],
        ["fr", "(en anglais)"]
      ] as const) {
        const page = yield* pageOf(id, language)
        assertTrue(page.includes(`<h1>${marked("Only marbling", mark)}</h1>`))
        assertTrue(page.includes(`<a href="/diseases/${parent}">${marked("Grouped marbling", mark)}</a>`))
        assertTrue((yield* list(language)).includes(marked("Only marbling", mark)))
      }
      assertTrue(!(yield* pageOf(id)).includes('<span class="soft">(in English)'))
    })
  )

  it.effect("shows two sentences of a description, and folds the rest", () =>
    Effect.gen(function* () {
      const [long, short] = yield* stored(
        newDisease({ description: "It is rare. It begins early. It affects the skin. It lasts." }),
        newDisease({ description: "It is rare. It begins early." })
      )
      const text = yield* pageOf(long)
      assertTrue(/<p>It is rare\. It begins early\.<\/p><details><summary>Read more</.test(text))
      assertTrue(text.includes("<p>It affects the skin. It lasts.</p></details>"))
      assertTrue(!(yield* pageOf(short)).includes("Read more"))
    })
  )

  it.effect(
    "names the network of a group above the disease before that of its category, and says how to reach it",
    () =>
      Effect.gen(function* () {
        const group = newDisease({ codes: { mondo: ["MONDO:0019118"] } })
        const middle = newDisease({ parents: [group.key] })
        const [, , id] = yield* stored(
          group,
          middle,
          newDisease({ parents: [middle.key], categories: ["Rare bone disease"] })
        )
        // A search brings the index of the catalogue up to date.
        yield* open("/diseases?search=amber")
        for (const [language, title, about, doctor] of [
          ["en", "What can I do now?", "eye diseases", "ask your doctor to get in touch"],
          ["de", "Wie geht es weiter?", "Augenerkrankungen", "über Ihre Ärztin oder Ihren Arzt"],
          ["fr", "Que faire maintenant\u00a0?", "maladies des yeux", "Parlez-en à votre médecin"]
        ] as const) {
          const now = sectionOf(yield* pageOf(id, language), "now")
          for (const words of [title, about, doctor]) assertTrue(now.includes(words), words)
          assertTrue(now.indexOf("ERN-EYE") < now.indexOf("ERN BOND"))
          assertTrue(now.includes('href="https://www.ern-eye.eu" rel="noopener"'))
        }
      })
  )

  it.effect("leads readers of other languages to Orphanet's page in theirs, and folds the English text", () =>
    Effect.gen(function* () {
      const path = String((yield* open("/diseases/ORPHA:558")).headers.location)
      const linkIn = (language: string) =>
        Effect.map(open(path, { headers: { "accept-language": language } }), ({ text }) =>
          /<a class="button second" href="(https:\/\/www\.orpha\.net[^"]+)">([^<]+)<.*?<summary>([^<]+)</
            .exec(text)
            ?.slice(1, 4)
        )
      const orphanet = (language: string) => `https://www.orpha.net/${language}/disease/detail/558`
      deepStrictEqual(yield* linkIn("de"), [
        orphanet("de"),
        "Orphanet-Seite auf Deutsch lesen",
        "Beschreibung auf Englisch"
      ])
      deepStrictEqual(yield* linkIn("fr"), [
        orphanet("fr"),
        "Lire la fiche Orphanet en français",
        "Description en anglais"
      ])
      strictEqual(yield* linkIn("en"), undefined)
    })
  )

  it.effect("says of dominant and X-linked diseases that the change may be new in a child, and of no others", () =>
    Effect.gen(function* () {
      const saysNew = (inheritance: string) =>
        Effect.gen(function* () {
          const [id] = yield* stored(newDisease({ inheritance: [inheritance] }))
          return (yield* pageOf(id)).includes("the change appears for the first time in a child")
        })
      deepStrictEqual(
        [
          yield* saysNew("Autosomal dominant"),
          yield* saysNew("X-linked recessive"),
          yield* saysNew("Autosomal recessive")
        ],
        [true, true, false]
      )
    })
  )

  it.effect("names a clinic for genetics where no network is known", () =>
    Effect.gen(function* () {
      const [id] = yield* stored(newDisease())
      const now = sectionOf(yield* pageOf(id), "now")
      assertTrue(now.includes("a clinic for genetics"))
      assertTrue(!now.includes("ask your doctor to get in touch"))
    })
  )

  it.effect("names the alliances of the reader's countries first, and folds the others", () =>
    Effect.gen(function* () {
      const [id] = yield* stored(newDisease())
      for (const [language, first, folded] of [
        ["en", "Genetic Alliance UK", "ACHSE"],
        ["de", "ACHSE", "UNIAMO"],
        ["fr", "Alliance Maladies Rares", "ACHSE"]
      ] as const) {
        const [shown = "", others = ""] = sectionOf(yield* pageOf(id, language), "now").split("<details>")
        assertTrue(shown.includes(first) && !shown.includes(folded), first)
        assertTrue(others.includes(folded) && !others.includes(first), folded)
      }
    })
  )

  it.effect("leads to its entries elsewhere by its codes, and to publications and open studies by its name", () =>
    Effect.gen(function* () {
      const name = "Amber & ash disease"
      const [id] = yield* stored(
        newDisease({ name, codes: { orpha: ["ORPHA:99001"], omim: ["OMIM:699001"], gard: ["GARD:0099001"] } })
      )
      const now = seen(sectionOf(yield* pageOf(id, "fr"), "now"))
      for (const address of [
        "https://www.orpha.net/fr/disease/detail/99001",
        "https://rarediseases.info.nih.gov/diseases/99001/index",
        "https://omim.org/entry/699001",
        "https://pubmed.ncbi.nlm.nih.gov/?term=%22Amber+%26+ash+disease%22&sort=date",
        "https://clinicaltrials.gov/search?cond=Amber+%26+ash+disease&aggFilters=status%3Arec"
      ])
        assertTrue(now.includes(`href="${address}"`), address)
    })
  )

  it.effect("lists the questions that wait for an answer before the posts", () =>
    Effect.gen(function* () {
      const [id] = yield* stored(newDisease())
      const { cookie } = yield* joinByForm()
      strictEqual((yield* pageOf(id)).includes("Still looking for help"), false)
      yield* publishByForm(cookie, { title: "Who knows a clinic?", diseaseId: String(id) })
      yield* publishByForm(cookie, { title: "My story", category: "experience", diseaseId: String(id) })
      const [, questions = "", ...rest] = sectionOf(yield* pageOf(id), "posts").split("<h3>")
      const posts = rest.join()
      assertTrue(questions.includes("Still looking for help"))
      assertTrue(questions.includes("Who knows a clinic?") && !questions.includes("My story"))
      assertTrue(
        posts.includes("Posts about this disease") &&
          posts.includes("My story") &&
          !posts.includes("Who knows a clinic?")
      )
      for (const number of [1, 2, 3]) yield* publishByForm(cookie, { title: `More ${number}`, diseaseId: String(id) })
      const [, all = ""] =
        /<a class="more" href="(\/posts\?[^"]+)">All questions still looking for help/.exec(yield* pageOf(id)) ?? []
      const list = yield* open(seen(all))
      assertTrue(/<h1>Still looking for help<\/h1>/.test(list.text) && list.text.includes("Who knows a clinic?"))
      assertTrue(!list.text.includes("My story"))
    })
  )

  it.effect(
    "says of a question that has no reply yet that it has none, and of others that they still look for help",
    () =>
      Effect.gen(function* () {
        const [id] = yield* stored(newDisease())
        const asker = yield* join()
        const { id: post } = yield* publish(asker, {
          diseaseId: id,
          category: "question",
          title: "Who knows a clinic?"
        })
        const questions = Effect.map(pageOf(id), (page) => sectionOf(page, "posts").split("<h3>")[1] ?? "")
        const before = yield* questions
        yield* answer(yield* join(), post)
        const after = yield* questions
        deepStrictEqual(
          [before, after].map((shown) => [shown.includes("Still looking for help"), shown.includes("No reply yet")]),
          [
            [true, true],
            [true, false]
          ]
        )
      })
  )

  it.effect("leads to its parts, and says where a text is in English", () =>
    Effect.gen(function* () {
      const [id, bare] = yield* stored(newDisease({ inheritance: ["Autosomal dominant"] }), newDisease())
      const english = yield* pageOf(id)
      for (const part of ["now", "posts", "facts"]) {
        assertTrue(english.includes(`<a href="#${part}">`) && english.includes(`<h2 id="${part}">`), part)
      }
      assertTrue(!(yield* pageOf(bare)).includes("#facts"), "a disease of which only codes are known")
      deepStrictEqual(
        [english, yield* pageOf(id, "fr")].map((text) => text.includes("Ce texte est en anglais.")),
        [false, true]
      )
    })
  )
})
