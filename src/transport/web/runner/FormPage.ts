import type { Endpoint } from "../../http/Endpoints.ts"
import { withParameters } from "../Browser.ts"
import { type Values, valueOf, type WebRequest } from "../WebRequest.ts"

/** The maximum number of characters of a value that goes into the address of a page. */
const maxValueCharacters = 2_000

/** Makes the addresses of the pages that forms are on: links of an answer to POST lead there. */
export const formPages = (routes: ReadonlyArray<Endpoint>) => {
  const pages = new Set(routes.flatMap(({ method, path }) => (method === "GET" ? [path] : [])))
  const nearest = (path: string): string => (pages.has(path) ? path : nearest(path.replace(/\/[^/]*$/, "") || "/"))

  /** The address of the page of a form: its own where GET reads it, or else the nearest above it. */
  return ({ method, path }: Endpoint, { pathname, url }: Pick<WebRequest, "pathname" | "url">): string => {
    const page = method === "POST" ? nearest(path) : path
    if (page === path || page === "/") return page === path ? url : page
    return pathname.split("/").slice(0, page.split("/").length).join("/")
  }
}

/** An address with those parameters of its page that the form repeats, such as the target of a report. */
export const withRepeated = (url: string, { parameters }: Endpoint, values: Values): string => {
  const repeated = [...parameters].map((name) => [name, valueOf(values, name)] as const)
  return withParameters(
    url,
    Object.fromEntries(repeated.filter(([, value]) => value !== "" && value.length <= maxValueCharacters))
  )
}
