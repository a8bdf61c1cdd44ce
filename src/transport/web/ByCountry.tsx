import type { ComponentChildren } from "preact"
import { countriesOf, countryIn, type Language, sortedIn } from "./Languages.ts"
import { useWebRequest } from "./WebRequest.ts"

interface ByCountryProps<Item> {
  readonly of: ReadonlyArray<Item>
  /** The codes of countries that come before those of the page's language. */
  readonly first?: ReadonlyArray<string>
  /** The codes of regions that come behind the near countries: `EU`. */
  readonly also?: ReadonlyArray<string>
  readonly children: (some: ReadonlyArray<Item>) => ComponentChildren
}

/** What is in the near countries, in their order, and in others, by their names. */
const byNearness = <Item extends { readonly country: string }>(
  language: Language,
  of: ReadonlyArray<Item>,
  near: ReadonlyArray<string>
) => ({
  here: near.flatMap((code) => of.filter(({ country }) => country === code)),
  elsewhere: sortedIn(
    language,
    of.filter(({ country }) => !near.includes(country)),
    ({ country }) => countryIn(language, country)
  )
})

/** What is near the readers of the page's language, and folded what is in other countries, by their names. */
export const ByCountry = <Item extends { readonly country: string }>({
  also = [],
  children,
  first = [],
  of
}: ByCountryProps<Item>) => {
  const { language, t } = useWebRequest()
  const near = [...new Set([...first, ...countriesOf(language), ...also])]
  const { elsewhere, here } = byNearness(language, of, near)
  return (
    <>
      {here.length === 0 ? null : children(here)}
      {elsewhere.length === 0 ? null : (
        <details>
          <summary>{t.disease.otherCountries}</summary>
          {children(elsewhere)}
        </details>
      )}
    </>
  )
}
