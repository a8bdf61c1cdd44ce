import type { ComponentChildren } from "preact"
import type { Wording } from "./Brand.ts"
import { withParameters } from "./Browser.ts"
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

interface PagePosition {
  readonly page: number
  readonly totalPages: number
}

interface PagesProps {
  readonly pagination: PagePosition
  readonly url?: string
  /** The parameter of the address that has the number of the page. */
  readonly name?: string
}

/** Links to the pages before and after. */
export const Pages = ({ name = "page", pagination, url }: PagesProps) => {
  const { page, totalPages } = pagination
  const { t, url: here } = useWebRequest()
  if (page <= 1 && totalPages <= 1) return null
  const at = (number: number) =>
    withParameters(url ?? here, { [name]: number === 1 ? undefined : number, lang: undefined, done: undefined })
  return (
    <nav class="pages" aria-label={t.layout.pages}>
      {page > 1 ? (
        <a rel="prev" href={at(Math.max(1, Math.min(page - 1, totalPages)))}>
          {t.layout.previousPage}
        </a>
      ) : null}
      {page > totalPages ? null : <span>{t.layout.pageOf({ page, pages: totalPages })}</span>}
      {page < totalPages ? (
        <a rel="next" href={at(page + 1)}>
          {t.layout.nextPage}
        </a>
      ) : null}
    </nav>
  )
}

/** A link that says what a reader may do. */
export interface NextStep {
  readonly href: string
  readonly label: string
}

interface ListProps {
  readonly children: ReadonlyArray<ComponentChildren>
  readonly empty: string
  /** The links below an empty list. */
  readonly next?: NextStep | ReadonlyArray<NextStep>
  readonly plain?: boolean
}

/** A list; where it is empty a sentence, and what to do next. */
export const List = ({ children, empty, next = [], plain }: ListProps) =>
  children.length > 0 ? (
    <ul class={plain === true ? "rows" : "cards"}>{children}</ul>
  ) : (
    <div class="empty">
      <p>{empty}</p>
      {[next].flat().map(({ href, label }) => (
        <a class="button second" href={href} key={href}>
          {label}
        </a>
      ))}
    </div>
  )

interface PagedListProps extends ListProps {
  readonly of: PagePosition & { readonly total: number }
  /** The parameter of the address that has the number of the page. */
  readonly name?: string
}

/** One page of a list, and the links to those before and after. A page past the end says so. */
export const PagedList = ({ name = "page", of: pagination, ...list }: PagedListProps) => {
  const { t } = useWebRequest()
  const isPastEnd = pagination.total > 0 && pagination.page > pagination.totalPages
  return (
    <>
      {isPastEnd ? <List empty={t.layout.pastTheEnd}>{[]}</List> : <List {...list} />}
      <Pages name={name} pagination={pagination} />
    </>
  )
}

interface TotalProps {
  readonly of: { readonly pagination: { readonly total: number; readonly totalExact?: boolean | undefined } }
  /** The number with the noun that is counted. */
  readonly counted: (given: { readonly count: number }) => string
}

/** The number of all that a list has, in words. */
export const totalIn = (t: Wording, { counted, of: { pagination } }: TotalProps) =>
  (pagination.totalExact === false ? t.reading.moreThan : counted)({ count: pagination.total })

/** The number of all that a list has; an empty one has a sentence of its own. */
export const Total = (props: TotalProps) => {
  const { t } = useWebRequest()
  return props.of.pagination.total === 0 ? null : <p role="status">{totalIn(t, props)}</p>
}
