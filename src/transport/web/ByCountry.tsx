import type { ComponentChildren } from "preact"
import { countriesOf, countryIn } from "./Languages.ts"
import { useWebRequest } from "./WebRequest.ts"

interface ByCountryProps<Item> {
  readonly of: ReadonlyArray<Item>
  /** The codes of regions that come behind the near countries: `EU`. */
  readonly also?: ReadonlyArray<string>
  readonly children: (some: ReadonlyArray<Item>) => ComponentChildren
}

/** What is near the readers of the page's language, and folded what is in other countries, by their names. */
export const ByCountry = <Item extends { readonly country: string }>({
  also = [],
  children,
  of
}: ByCountryProps<Item>) => {
  const { language, t } = useWebRequest()
  const near = [...countriesOf(language), ...also]
  const byName = (one: Item, other: Item) =>
    countryIn(language, one.country).localeCompare(countryIn(language, other.country), language)
  const here = near.flatMap((code) => of.filter(({ country }) => country === code))
  const elsewhere = of.filter(({ country }) => !near.includes(country)).toSorted(byName)
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
