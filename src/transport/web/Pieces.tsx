import { DateTime, Option } from "effect"
import type { ComponentChildren } from "preact"
import { formerMember } from "../../domain/accounts/Leaving.ts"
import type { Role } from "../../domain/accounts/Role.ts"
import type { ListedPost } from "../../domain/posts/Post.ts"
import { withParameters } from "./Browser.ts"
import { english } from "./DiseaseNames.tsx"
import { dayIn, numberIn, timeIn } from "./Languages.ts"
import type { Moment, Visit } from "./Visit.ts"

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

/** A moment as a day in words; its time is in the attribute. */
export const When = ({
  at,
  exact,
  visit
}: {
  readonly at: Moment
  readonly exact?: boolean
  readonly visit: Visit
}) => {
  const date = dateOf(at)
  return (
    <time dateTime={date.toISOString()}>
      {exact === true ? timeIn(visit.language, date) : dayIn(visit.language, date)}
    </time>
  )
}

/** The place where the HTML of a content enters a page: it was sanitised when it was written. */
export const Markup = ({
  html,
  inline,
  sinksBy = 2
}: {
  readonly html: string
  readonly inline?: boolean
  /** The levels by which its headings sink below those of the page. */
  readonly sinksBy?: number
}) => {
  const shown = { __html: inline === true ? html : belowPage(html, sinksBy) }
  return inline === true ? (
    <span dangerouslySetInnerHTML={shown} />
  ) : (
    <div class="text" dangerouslySetInnerHTML={shown} />
  )
}

/** Sinks headings, and shows the boxes of task lists as signs: nobody can tick them here. */
const belowPage = (html: string, sinksBy: number): string =>
  html
    .replace(/<(\/?)h([1-6])\b/g, (_, slash, level) => `<${slash}h${Math.min(6, Number(level) + sinksBy)}`)
    .replace(/<input\b[^>]*>/g, (box) => (/\bchecked\b/.test(box) ? "☑" : "☐"))
    .replace(/<table>/g, '<table tabindex="0">')

const verifiedAsOf = ({ verifiedAs }: AuthorRecord): string =>
  typeof verifiedAs === "string" ? verifiedAs : Option.getOrElse(verifiedAs ?? Option.none(), () => "")

/** The standing of an author in words, so that everybody sees who speaks. */
const Badges = ({ author, visit: { t } }: { readonly author: AuthorRecord; readonly visit: Visit }) => {
  const { kind, role, verified } = author
  const title = verifiedAsOf(author)
  return (
    <>
      {role === "admin" ? <span class="badge staff">{t.frame.roleAdmin}</span> : null}
      {role === "moderator" ? <span class="badge staff">{t.frame.roleModerator}</span> : null}
      {verified ? (
        <span class="badge verified">
          {t.frame.verified}
          {title === "" ? "" : ": "}
          <bdi>{title}</bdi>
        </span>
      ) : null}
      {role === "expert" && !verified ? <span class="badge unverified">{t.frame.unverified}</span> : null}
      {kind === "agent" ? <span class="badge agent">{t.frame.agent}</span> : null}
    </>
  )
}

/** The name of an author with a link and their standing. */
export const Who = ({ author, visit }: { readonly author: AuthorRecord; readonly visit: Visit }) => (
  <span class="who">
    {author.id === formerMember.id ? (
      <span>{visit.t.frame.formerMember}</span>
    ) : (
      <a href={`/members/${author.id}`} rel="author">
        <bdi>{author.username}</bdi>
      </a>
    )}
    <Badges author={author} visit={visit} />
  </span>
)

interface Place {
  readonly page: number
  readonly totalPages: number
  readonly total: number
}

/** Links to the pages before and after. */
export const Pages = ({ pagination, visit }: { readonly pagination: Place; readonly visit: Visit }) => {
  const { page, totalPages } = pagination
  const { language, t, url } = visit
  if (totalPages <= 1) return null
  const at = (number: number) =>
    withParameters(url, { page: number === 1 ? undefined : number, lang: undefined, done: undefined })
  return (
    <nav class="pages" aria-label={t.frame.pages}>
      {page > 1 ? (
        <a rel="prev" href={at(Math.min(page - 1, totalPages))}>
          {t.frame.previousPage}
        </a>
      ) : null}
      <span>{t.frame.pageOf(numberIn(language, page), numberIn(language, totalPages))}</span>
      {page < totalPages ? (
        <a rel="next" href={at(page + 1)}>
          {t.frame.nextPage}
        </a>
      ) : null}
    </nav>
  )
}

/** A post of a list. */
export const PostItem = ({ post, visit }: { readonly post: ListedPost; readonly visit: Visit }) => {
  const { language, t } = visit
  const { author, category, createdAt, disease, excerpt, highlight, id, likeCount, replyCount, title } = post
  return (
    <li class="card">
      <h3>
        <a href={`/posts/${id}`} dir="auto">
          {highlight?.title == null ? title : <Markup html={highlight.title} inline />}
        </a>
      </h3>
      <p class="facts">
        <Who author={author} visit={visit} />
        <When at={createdAt} visit={visit} />
        <span>{t.reading.categories[category]}</span>
        {Option.isSome(disease) ? (
          <a href={`/diseases/${disease.value.id}`} lang={english(visit)}>
            {disease.value.name}
          </a>
        ) : null}
      </p>
      <p dir="auto">{highlight?.text == null ? excerpt : <Markup html={highlight.text} inline />}</p>
      <p class="facts">
        <span>{t.reading.replies(replyCount, numberIn(language, replyCount))}</span>
        <span>{t.reading.likes(likeCount, numberIn(language, likeCount))}</span>
      </p>
    </li>
  )
}

/** A list, or a sentence where it is empty. */
export const List = ({
  children,
  empty,
  plain
}: {
  readonly children: ReadonlyArray<ComponentChildren>
  readonly empty: string
  readonly plain?: boolean
}) =>
  children.length === 0 ? <p class="empty">{empty}</p> : <ul class={plain === true ? "rows" : "cards"}>{children}</ul>

/** The way to a page from those above it. */
export const Trail = ({
  links,
  visit
}: {
  readonly links: ReadonlyArray<readonly [href: string, label: string]>
  readonly visit: Visit
}) => (
  <nav class="trail" aria-label={visit.t.frame.trail}>
    <ol>
      {links.map(([href, label]) => (
        <li key={href}>
          <a href={href}>{label}</a>
        </li>
      ))}
    </ol>
  </nav>
)

/** A confirmation after a form that was accepted. */
export const Done = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="done" role="status">
    {children}
  </p>
)
