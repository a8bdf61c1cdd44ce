import { Effect, Option } from "effect"
import { sharedUntilChanged } from "../../../api/Keeps.ts"
import type { PageLanguage } from "../../../domain/Language.ts"
import { ContentFilter } from "../../../services/posts/ContentFilter.ts"
import { Translations } from "../../../services/posts/Translations.ts"
import { Brand } from "../Brand.ts"
import { Done } from "../Components.tsx"
import { markOf } from "../Languages.ts"
import { Markup } from "../Markup.tsx"
import { forAnyone, page } from "../Route.ts"
import type { DocumentName } from "../texts/OwnFiles.ts"
import { ContactLine, isReachable } from "./ContactLine.tsx"
import { Contents } from "./Contents.tsx"

interface Section {
  readonly heading: string
  readonly html: string
}

/** The rest of its line is for a community that says how it is reached. */
const contactMark = /\{contact\}(.*)/g

/** A document in one language: its first line is its title, and each line with two marks begins a section. */
const read = (brand: Brand["Type"], name: DocumentName, tag: PageLanguage) =>
  Effect.gen(function* () {
    const filter = yield* ContentFilter
    const { language, text } = brand.document(tag, name)
    const said = text.replace(contactMark, isReachable(brand) ? "$1" : "")
    const sections = yield* Effect.forEach(said.split(/^##\s+/m), (section) => {
      const [heading = "", ...lines] = section.split("\n")
      // A title that a section follows at once has no text of its own.
      return filter.content(lines.join("\n"), Effect.succeed([])).pipe(
        Effect.catchTag("InvalidText", () => Effect.succeed({ html: "" })),
        Effect.map(({ html }): Section => ({ heading: heading.replace(/^#\s*/, ""), html })),
        Effect.orDie
      )
    })
    const [first = { heading: "", html: "" }, ...rest] = sections
    return { language, title: first.heading, lead: first.html, sections: rest }
  })

/** The sections of a document, under links to each of them. */
const Sections = ({ of }: { readonly of: ReadonlyArray<Section> }) => {
  const named = of.map((section, index) => ({ ...section, id: `section-${index + 1}` }))
  return (
    <>
      <Contents parts={named.map(({ heading, id }) => ({ id, label: heading }))} />
      {named.map(({ heading, html, id }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id}>{heading}</h2>
          <Markup html={html} name={id} keepsLines={false} />
        </section>
      ))}
    </>
  )
}

const routeOf = Effect.fnUntraced(function* (own: Brand["Type"], name: DocumentName) {
  const { host, isOn } = yield* Translations
  const inEnglish = yield* read(own, name, "en")
  const others = own.languages.filter((tag) => tag !== "en")
  const texts = new Map(
    yield* Effect.forEach(others, (tag) => Effect.map(read(own, name, tag), (text) => [tag, text] as const))
  )
  return page({
    ...forAnyone,
    path: `/${name}`,
    isOpenToSuspended: true,
    policy: sharedUntilChanged,
    show: ({ language, query, t, viewer }) => {
      const { language: written, lead, sections, title } = texts.get(language) ?? inEnglish
      return Effect.succeed({
        title,
        canonical: `/${name}`,
        tags: ["site" as const],
        body: (
          <div class="reading document">
            {query["done"] === "joined" && Option.isSome(viewer) ? <Done>{t.reading.joined}</Done> : null}
            <div {...markOf(language, written === language ? undefined : written)}>
              <h1>{title}</h1>
              <Markup html={lead} name="lead" under={1} keepsLines={false} />
            </div>
            {name === "imprint" ? null : <ContactLine brand={own} />}
            <div {...markOf(language, written === language ? undefined : written)}>
              <Sections of={sections} />
            </div>
            {isOn && name === "privacy" ? (
              <>
                <h2>{t.translation.privacy}</h2>
                <p>{t.translation.privacyLead({ host })}</p>
              </>
            ) : null}
          </div>
        )
      })
    }
  })
})

/** The operator's documents for everybody: help, terms and privacy, and an imprint where there is one. */
export const routes = Effect.flatMap(Brand, (own) => Effect.forEach(own.documents, (name) => routeOf(own, name)))
