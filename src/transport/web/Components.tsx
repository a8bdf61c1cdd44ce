import { DateTime, Effect, Option } from "effect"
import type { ComponentChildren } from "preact"
import type { Role } from "../../domain/accounts/CurrentUser.ts"
import { formerMember } from "../../domain/accounts/Leaving.ts"
import { baseOf } from "../../domain/Language.ts"
import { Avatar } from "./Avatar.tsx"
import type { Wording } from "./Brand.ts"
import { capitalised, dayIn, languageIn, markOf, numberIn, shortDayIn, textLanguage, timeIn } from "./Languages.ts"
import { type Moment, useWebRequest, type View, type WebRequest } from "./WebRequest.ts"

/** An author as records have it: decoded, or on the wire. */
export interface AuthorRecord {
  readonly id: number
  readonly username: string
  readonly role: Role
  readonly verified: boolean
  readonly verifiedAs?: string | Option.Option<string> | undefined
  readonly kind?: "human" | "agent"
}

const dateOf = (at: Moment): Date => (typeof at === "string" ? new Date(at) : DateTime.toDateUtc(at))

interface WhenProps {
  readonly at: Moment
  /** Shows the time, too: in UTC, and with the script in the reader's time zone. */
  readonly exact?: boolean
  /** The script turns a recent moment into "5 minutes ago": not where the words before it need a date. */
  readonly ago?: boolean
}

/** A moment as a day in words, with its time as the title. */
export const When = ({ ago, at, exact }: WhenProps) => {
  const { language } = useWebRequest()
  const date = dateOf(at)
  const time = timeIn(language, date)
  return (
    <time
      class={ago === true ? "ago" : exact === true ? "exact" : undefined}
      dateTime={date.toISOString()}
      title={time}
    >
      {exact === true ? time : ago === true ? shortDayIn(language, date) : dayIn(language, date)}
    </time>
  )
}

const verifiedAsOf = ({ verifiedAs }: AuthorRecord): string =>
  typeof verifiedAs === "string" ? verifiedAs : Option.getOrElse(verifiedAs ?? Option.none(), () => "")

const AgentBadge = ({ author: { kind } }: { readonly author: AuthorRecord }) =>
  kind === "agent" ? <span class="badge agent">{useWebRequest().t.layout.agent}</span> : null

/** The badge of a member who is of the staff, or says to be an expert. */
const RoleBadge = ({ role, verified }: Pick<AuthorRecord, "role" | "verified">) => {
  const { t } = useWebRequest()
  if (role === "admin") return <span class="badge staff">{t.layout.roleAdmin}</span>
  if (role === "moderator") return <span class="badge staff">{t.layout.roleModerator}</span>
  return role === "expert" && !verified ? <span class="badge unverified">{t.layout.unverified}</span> : null
}

/** The standing of an author in words, so that everybody sees who speaks. */
export const Badges = ({ author }: { readonly author: AuthorRecord }) => {
  const { t } = useWebRequest()
  const { role, verified } = author
  const title = verifiedAsOf(author)
  return (
    <>
      <RoleBadge role={role} verified={verified} />
      {verified ? (
        <span class="badge verified">
          {t.layout.verified}
          {title === "" ? "" : t.layout.colon}
          <bdi>{title}</bdi>
        </span>
      ) : null}
      <AgentBadge author={author} />
    </>
  )
}

interface WhoProps {
  readonly author: AuthorRecord
  /** True in rows that lead to a text with the whole standing: they tell only that an agent speaks. */
  readonly isBrief?: boolean
}

interface NamedMember {
  readonly id: number
  readonly username: string
}

/** The name of an author as the way to their page; a member who has left has none. */
export const MemberName = ({ of: { id, username } }: { readonly of: NamedMember }) =>
  id === formerMember.id ? (
    <span>{useWebRequest().t.layout.formerMember}</span>
  ) : (
    <a href={`/members/${id}`} rel="author">
      <bdi>{username}</bdi>
    </a>
  )

/** The name of an author with a link and their standing. */
export const Who = ({ author, isBrief = false }: WhoProps) => (
  <span class="who">
    <Avatar of={author} />
    <MemberName of={author} />
    {isBrief ? <AgentBadge author={author} /> : <Badges author={author} />}
  </span>
)

/** Says that a text is in another language than the page, with the name of that language. */
export const OtherLanguage = ({ of }: { readonly of: { readonly language: string } }) => {
  const { language } = useWebRequest()
  const tag = textLanguage(of)
  return tag === undefined || tag === baseOf(language) ? null : (
    <span class="badge language">{capitalised(languageIn(language, tag), language)}</span>
  )
}

/** How many like a text: a heart and the number, read out in words. */
export const Likes = ({ of: { likeCount } }: { readonly of: { readonly likeCount: number } }) => {
  const { language, t } = useWebRequest()
  const number = numberIn(language, likeCount)
  return likeCount === 0 ? null : (
    <span class="likes" title={t.reading.likes({ count: likeCount })}>
      <span aria-hidden="true">{number}</span>
      <span class="aside">{t.reading.likes({ count: likeCount })}</span>
    </span>
  )
}

/** A row of a list of facts. */
export const Fact = ({ children, label, ...attributes }: FactProps) => (
  <div>
    <dt>{label}</dt>
    <dd {...attributes}>{children}</dd>
  </div>
)

interface FactProps {
  readonly label: string
  readonly children: ComponentChildren
  readonly dir?: "auto"
  readonly lang?: string | undefined
}

interface LinkProps {
  readonly address: string | undefined
  readonly children: ComponentChildren
  readonly title?: string | undefined
}

/** A code, or a gene, that leads to its page elsewhere if it has one. */
export const Linked = ({ address, children, title }: LinkProps) =>
  address === undefined ? (
    <span class="code" title={title}>
      {children}
    </span>
  ) : (
    <a class="code" href={address} rel="noopener" title={title}>
      {children}
    </a>
  )

/** The way to a page from the one above it. */
export const Trail = ({ href, label }: { readonly href: string; readonly label: string }) => (
  <nav class="trail" aria-label={useWebRequest().t.layout.trail}>
    <ol>
      <li>
        <a href={href}>{label}</a>
      </li>
    </ol>
  </nav>
)

/** A page to read, below its title. */
export const reading = (title: string, body: ComponentChildren): View => ({
  title,
  body: (
    <div class="reading">
      <h1>{title}</h1>
      {body}
    </div>
  )
})

/** A form of a page that was refused, by itself. */
export const formAgain =
  (titleOf: (t: Wording) => string, Again: (props: { readonly path: string }) => ComponentChildren) =>
  ({ pathname, t }: WebRequest) =>
    Effect.succeed(reading(titleOf(t), <Again path={pathname} />))

/** A confirmation after a form that was accepted. */
export const Done = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="done" role="status">
    {children}
  </p>
)

/** The attributes of an English text, where the page has another language. */
export const inEnglish = (request: WebRequest) => markOf(request.language, english(request))

/** The language of an English name, where the page has another one. */
export const english = ({ language }: WebRequest) => (language === "en" ? undefined : "en")

export interface Named {
  readonly name: string
  readonly localName?: string | null | undefined
}

/** The language that names are asked for in; the catalogue is English itself. */
export const nameLanguage = ({ language }: WebRequest) => (baseOf(language) === "en" ? undefined : baseOf(language))

/** The name of a disease as a text: that in the page's language where one is known. */
export const nameOf = ({ localName, name }: Named): string => localName ?? name

/** A name of the sources with the apostrophe of print. */
export const printed = (name: string): string => name.replaceAll("'", "’")
