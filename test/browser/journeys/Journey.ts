import type { Page } from "playwright-core"
import type { Opened, Site } from "../Site.ts"

/** What somebody does on the pages. It must work with and without the script. */
export interface Journey {
  readonly title: string
  readonly isPhone?: true
  /** The member whose session the browser has; nobody where it is absent. */
  readonly as?: (site: Site["Type"]) => Promise<NonNullable<Opened["as"]>>
  readonly go: (page: Page, site: Site["Type"]) => Promise<void>
}
