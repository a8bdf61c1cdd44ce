import { Option } from "effect"
import type { DiseasePage } from "../../../../domain/diseases/Disease.ts"
import type { Wording } from "../../Brand.ts"
import { numberIn } from "../../Languages.ts"
import { labelOf } from "../../texts/Labels.ts"
import { useWebRequest, type WebRequest } from "../../WebRequest.ts"

type Category = Option.Option.Value<DiseasePage["categories"]>[number]

const unclassified: keyof Wording["groups"] = "Unclassified"

/** Groups in the order of their names on the page; the diseases of no group come last. */
const byLabel = ({ language, t }: WebRequest, categories: ReadonlyArray<Category>) =>
  categories
    .map((category) => ({ ...category, label: labelOf(t.groups, category.name, category.name) }))
    .sort((one, other) => {
      const isLast = Number(one.name === unclassified) - Number(other.name === unclassified)
      return isLast || one.label.localeCompare(other.label, language)
    })

/** The groups of diseases, as links to their lists. */
export const Groups = ({ page }: { readonly page: DiseasePage }) => {
  const request = useWebRequest()
  const categories = Option.getOrElse(page.categories, () => [])
  return categories.length === 0 ? null : (
    <section aria-labelledby="categories">
      <h2 id="categories">{request.t.reading.categoriesTitle}</h2>
      <ul class="chips groups">
        {byLabel(request, categories).map(({ diseaseCount, id, label }) => (
          <li key={id}>
            <a href={`/diseases?category=${id}`}>
              {label} <span class="count-plain">({numberIn(request.language, diseaseCount)})</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
