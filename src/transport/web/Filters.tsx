import type { ComponentChildren } from "preact"
import { type Choice, options } from "./Form.tsx"
import { useWebRequest } from "./WebRequest.ts"

interface FiltersProps {
  readonly action: string
  readonly children: ComponentChildren
  readonly search?: { readonly label: string; readonly value: string | undefined } | undefined
  /** Where it is said, the menus fold on a phone; true while none of them is set. */
  readonly isFolded?: boolean
}

/** The form above a list, with the words that it searches for where it has a `search`. */
export const Filters = ({ action, children, isFolded, search }: FiltersProps) => {
  const { t } = useWebRequest()
  return (
    <form action={action} role="search" class="filters">
      {search === undefined ? null : (
        <div class="field grow">
          <label for="search">{search.label}</label>
          <div class="joined">
            <input id="search" name="search" type="search" value={search.value ?? ""} dir="auto" autocomplete="off" />
            {isFolded === undefined ? null : <button>{t.reading.search}</button>}
          </div>
        </div>
      )}
      {isFolded === undefined ? (
        <>
          {children}
          <button>{t.reading.show}</button>
        </>
      ) : (
        <details class="menus" open={!isFolded}>
          <summary>{t.reading.filters}</summary>
          <div class="filters">
            {children}
            <button class="second">{t.reading.search}</button>
          </div>
        </details>
      )}
    </form>
  )
}

interface FilterMenuProps {
  readonly name: string
  readonly label: string
  readonly value?: string | undefined
  /** The label of the choice that filters nothing. */
  readonly every?: string
  readonly choices: ReadonlyArray<Choice>
}

/** A menu of the form above a list. */
export const FilterMenu = ({ choices, every, label, name, value = "" }: FilterMenuProps) => (
  <div class="field">
    <label for={name}>{label}</label>
    <select id={name} name={name}>
      {options(every === undefined ? choices : [{ value: "", label: every }, ...choices], value)}
    </select>
  </div>
)
