import type { IncomingHttpHeaders } from "node:http"
import { type Visit, valueOf } from "./Visit.ts"

/** Headers of every page: it runs, shows and calls nothing of another origin, and is shown in no frame. */
export const pageHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; " +
    "frame-ancestors 'none'; base-uri 'none'",
  "referrer-policy": "same-origin",
  vary: "Cookie, Accept-Language, Accept-Encoding"
}

/** True if a form came from a page of this site: a browser says so, and a page of another site cannot. */
export const isSameOrigin = (headers: IncomingHttpHeaders, isHttps: boolean): boolean => {
  const site = headers["sec-fetch-site"]
  if (site !== undefined) return site === "same-origin"
  return headers.host !== undefined && headers.origin === `http${isHttps ? "s" : ""}://${headers.host}`
}

/** True for a client that takes HTML, and before JSON: a browser, and not a program. */
export const prefersHtml = (accept = ""): boolean => {
  const members = accept.split(",", 20).map((member) => {
    const [type = "", ...parameters] = member.split(";").map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith("q="))
    return { type, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
  })
  const html = members.findIndex(({ type, weight }) => type === "text/html" && weight > 0)
  const json = members.findIndex(({ type }) => type === "application/json")
  if (html === -1 || json === -1) return html !== -1
  const [htmlWeight = 0, jsonWeight = 0] = [members[html]?.weight, members[json]?.weight]
  return htmlWeight > jsonWeight || (htmlWeight === jsonWeight && html < json)
}

/** A path of this site to go on at; the home page for anything else. */
export const nextPath = (next: string): string => {
  if (!/^\/(?![/\\])/.test(next) || /[\p{Cc}\\]/u.test(next)) return "/"
  const { hash, origin, pathname, search } = new URL(next, "http://site.invalid")
  return origin === "http://site.invalid" && !pathname.startsWith("//") ? pathname + search + hash : "/"
}

/** A path with changed parameters; an empty or undefined value takes one away. */
export const withParameters = (url: string, changes: Readonly<Record<string, string | number | undefined>>): string => {
  const [pathname = "/", search = ""] = url.split("?", 2)
  const parameters = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === "") parameters.delete(name)
    else parameters.set(name, String(value))
  }
  return parameters.size === 0 ? pathname : `${pathname}?${parameters}`
}

/** The page that a button belongs to: `next` of its form, else the path above that of the button. */
export const backFrom = ({ form, pathname }: Pick<Visit, "form" | "pathname">): string => {
  const next = valueOf(form.values, "next")
  return next === "" ? pathname.slice(0, pathname.lastIndexOf("/")) || "/" : nextPath(next)
}
