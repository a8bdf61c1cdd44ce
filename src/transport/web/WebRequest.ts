import type { HttpServerResponse } from "@effect/platform"
import type { DateTime, Option, Redacted } from "effect"
import { type ComponentChildren, createContext } from "preact"
import { useContext } from "preact/hooks"
import type { WireError } from "../../api/WireErrors.ts"
import type { SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import type { CacheTag } from "../wire/CacheTags.ts"
import type { Query } from "../wire/RequestTarget.ts"
import type { Tagged, VolatileField } from "../wire/Tagged.ts"
import type { Wording } from "./Brand.ts"
import type { Language } from "./Languages.ts"
import type { Fault, TranslatedError } from "./texts/FaultTexts.ts"

/** The values of a form by the names of its fields; a list where a field was sent several times. */
export type Values = Readonly<Record<string, string | ReadonlyArray<string>>>

/** The reason why a form was refused. */
export interface Problem {
  /** The message of the API, and the faults that it names. */
  readonly message: string
  readonly faults: ReadonlyArray<Fault>
  /** True where the session of the sender has ended. */
  readonly hasEnded: boolean
  /** True where what the form is about is no longer there. */
  readonly isGone: boolean
}

/** A form as it was sent, or an empty one. */
export interface Submitted {
  readonly values: Values
  readonly problem?: Problem
}

/** A request of a page. Its route decodes path and query. */
export interface WebRequest<Path = unknown, Parameters = unknown> {
  readonly language: Language
  readonly t: Wording
  /** The language in which the reader wants texts, where there is an engine for translations. */
  readonly textsLanguage: string
  /** True for a reader who wants the texts of others translated into it. */
  readonly isTranslating: boolean
  /** The code of the reader's country (ISO 3166-1), as far as the languages of the browser tell it. */
  readonly country: string | undefined
  readonly viewer: Option.Option<SignedInUser>
  /** The path of the script of passkeys, for the pages that use it. */
  readonly passkeyScript: string
  /**
   * The address at which passkeys work: browsers know none at IP addresses, and of these only one of this machine has a
   * name that is known, `localhost`.
   */
  readonly passkeys: "here" | "nowhere" | `http://localhost${string}`
  /** The days that are left to a reader of the staff who lacks a factor (`StaffFactor.ts`); undefined for others. */
  readonly factorDays: number | undefined
  /** The number of unread notifications of the reader. */
  readonly unread: number
  /** The number of cases that wait for the reader, who is a moderator or an admin. */
  readonly waiting: number
  /** The notice of the community, with its language as far as its words tell it. */
  readonly notice: Option.Option<{ readonly text: string; readonly language: string }>
  readonly pathname: string
  /** The path with its query; that of the page of a form. */
  readonly url: string
  /** The `:id` of its path, as it was sent. */
  readonly id: string | undefined
  readonly path: Path
  readonly parameters: Parameters
  /** The query as it was sent. */
  readonly query: Query
  readonly form: Submitted
  /** The key of the forms of this page that write once (`FormKey.ts`). */
  readonly formKey: string
  /** False for a reader who has been counted (`RequestContext.ts`). */
  readonly countsView: boolean
}

/** The request of the page that is being rendered, which all its parts depend on. */
export const CurrentWebRequest = createContext<WebRequest | undefined>(undefined)

export const useWebRequest = (): WebRequest => {
  const request = useContext(CurrentWebRequest)
  if (request === undefined) throw new Error("parts of pages are rendered within CurrentWebRequest")
  return request
}

/** A page to be shown. */
export interface View {
  readonly title: string
  readonly body: ComponentChildren
  readonly description?: string | undefined
  readonly status?: number
  /** The path under which search engines list the page; none for one that they leave out. */
  readonly canonical?: string
  readonly feed?: { readonly href: string; readonly title: string }
  /** The cache tags of all records that the page shows. A page without tags is not cached. */
  readonly tags?: ReadonlyArray<CacheTag>
  readonly volatile?: ReadonlyArray<VolatileField>
}

/** The answer to a form that was accepted: the browser is redirected. */
export interface Redirect {
  readonly location: string
  /** The session that begins, which the browser may keep, or `end` for the one that ends. */
  readonly session?: { readonly token: Redacted.Redacted; readonly isKept: boolean } | "end"
}

export type Answer =
  | View
  | Redirect
  | HttpServerResponse.HttpServerResponse
  | Tagged<HttpServerResponse.HttpServerResponse>

/** An error whose sentence pages do not show: they answer 401 with the sign-in, and 404 with their own words. */
interface UnshownError {
  readonly _tag: "MissingScope" | "NoSession" | "NotSignedIn" | `${string}NotFound`
  readonly message: string
}

/** The errors of a page: the runner turns errors of the domain into those of the API. */
export type PageError = WireError | TranslatedError | UnshownError

/** A time as records have it: decoded, or on the wire. */
export type Moment = DateTime.Utc | string

/** One value of a form, or an empty text. */
export const valueOf = (values: Values, name: string): string => {
  const value = values[name] ?? ""
  return typeof value === "string" ? value : (value[0] ?? "")
}

/** All values of a field. */
export const valuesOf = (values: Values, name: string): ReadonlyArray<string> => {
  const value = values[name]
  return value === undefined ? [] : [value].flat()
}

/** A value as a number where it looks like one, for the schema of the endpoint to judge. */
export const numberOf = (text: string): unknown => (text === "" ? null : /^\d{1,10}$/.test(text) ? Number(text) : text)

/** The value of a field for a local time, as a time in UTC; others as they are. */
export const timeOf = (value: string): string =>
  /T\d\d:\d\d$/.test(value) ? `${value}:00Z` : `${value}${/T[\d:.]+$/.test(value) ? "Z" : ""}`
