import { Effect } from "effect"
import { ContentFilter } from "../../../services/posts/ContentFilter.ts"
import { Translations } from "../../../services/posts/Translations.ts"
import { sharedUntilChanged } from "../../cache/CachePolicies.ts"
import { Brand } from "../Assets.ts"
import { Done } from "../Components.tsx"
import type { Language } from "../Languages.ts"
import { Markup } from "../Markup.tsx"
import { forAnyone, page } from "../Route.ts"

const names = ["help", "terms", "privacy", "imprint"] as const

/** A document in one language; its first line is its title. */
const read = ({ own, read }: Brand["Type"], name: (typeof names)[number], language: Language) =>
  Effect.gen(function* () {
    const filter = yield* ContentFilter
    const text =
      name === "imprint" ? (own(`imprint.${language}.md`) ?? own("imprint.en.md")) : read(`${name}.${language}.md`)
    const [heading = "", ...lines] = (text ?? "").split("\n")
    const { html } = yield* Effect.orDie(filter.content(lines.join("\n"), Effect.succeed([])))
    return { title: heading.replace(/^#\s*/, ""), html }
  })

const routeOf = Effect.fnUntraced(function* (own: Brand["Type"], name: (typeof names)[number]) {
  const { host, isOn } = yield* Translations
  const texts = yield* Effect.all({ en: read(own, name, "en"), de: read(own, name, "de"), fr: read(own, name, "fr") })
  return page({
    ...forAnyone,
    path: `/${name}`,
    policy: sharedUntilChanged,
    show: ({ language, query, t }) => {
      const { html, title } = texts[language]
      return Effect.succeed({
        title,
        canonical: `/${name}`,
        tags: ["site" as const],
        body: (
          <div class="reading document">
            {query["done"] === "joined" ? <Done>{t.reading.joined}</Done> : null}
            <h1>{title}</h1>
            <Markup html={html} sinksBy={0} />
            {isOn && name === "privacy" ? (
              <>
                <h2>{t.translation.privacy}</h2>
                <p>{t.translation.privacyLead(host)}</p>
              </>
            ) : null}
          </div>
        )
      })
    }
  })
})

/** What the operator says to everybody: help, terms and privacy, and an imprint where there is one. */
export const routes = Effect.flatMap(Brand, (own) =>
  Effect.forEach(
    names.filter((name) => name !== "imprint" || own.hasImprint),
    (name) => routeOf(own, name)
  )
)
