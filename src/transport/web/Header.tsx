import { Option } from "effect"
import { actsAsAdmin, actsAsModerator, type SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import { maxSearchCharacters } from "../../domain/Text.ts"
import { Avatar } from "./Avatar.tsx"
import type { Brand } from "./Brand.ts"
import { nextPath } from "./Browser.ts"
import { countForms, numberIn } from "./Languages.ts"
import { useWebRequest } from "./WebRequest.ts"

interface LinkProps {
  readonly href: string
  readonly label: string
  /** The number of items that wait there; it is not shown for 0. */
  readonly waiting?: number
}

interface CountProps {
  readonly of: number
  readonly said: (given: { readonly count: number }) => string
}

/** A number, read out in words. */
const Count = ({ of: count, said }: CountProps) => (
  <>
    <span aria-hidden="true">{numberIn(useWebRequest().language, count)}</span>
    <span class="aside">{said({ count })}</span>
  </>
)

/** A link that is marked on its page, and on the pages below it. */
const Link = ({ href, label, waiting = 0 }: LinkProps) => {
  const { pathname, t } = useWebRequest()
  const current = pathname === href ? "page" : pathname.startsWith(`${href}/`) ? "true" : undefined
  return (
    <li>
      <a href={href} aria-current={current}>
        {label}
        {waiting === 0 ? null : (
          <>
            {" "}
            <span class="count">
              <Count of={waiting} said={t.layout.waiting} />
            </span>
          </>
        )}
      </a>
    </li>
  )
}

const Sections = () => {
  const { t } = useWebRequest()
  return (
    <>
      <Link href="/diseases" label={t.layout.diseases} />
      <Link href="/posts" label={t.layout.posts} />
      <Link href="/news" label={t.layout.news} />
    </>
  )
}

/** The search for diseases; the script makes a combobox of it. */
const Find = () => {
  const { t } = useWebRequest()
  const label = t.reading.searchDisease
  return (
    <form
      action="/diseases"
      role="search"
      aria-label={label}
      class="find"
      data-combobox="/api/diseases"
      data-label={t.reading.suggestions}
      data-english={t.disease.inEnglishMark}
    >
      <input
        id="find"
        name="search"
        type="search"
        aria-label={label}
        placeholder={t.reading.search}
        maxLength={maxSearchCharacters}
        autocomplete="off"
        spellcheck={false}
        dir="auto"
      />
      <button>
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M10 4a6 6 0 1 1 0 12a6 6 0 0 1 0-12zm4.5 10.500 5.500 5.500" />
        </svg>
        <span class="aside">{t.reading.search}</span>
      </button>
    </form>
  )
}

/** The way to the notifications, with the number of the unread ones. */
const Bell = () => {
  const { language, pathname, t, unread } = useWebRequest()
  return (
    <a class="bell" href="/notifications" aria-current={pathname === "/notifications" ? "page" : undefined}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M6 17V11a6 6 0 0 1 12 0v6l1.500 1.500H4.500zm4 4h4M12 5V3" />
      </svg>
      <span class="aside">{t.layout.notifications}</span>
      <span
        id="unread"
        class={unread === 0 ? "count none" : "count"}
        data-count={unread}
        data-forms={JSON.stringify(countForms(language, (count) => t.layout.unread({ count })))}
      >
        {unread === 0 ? "" : <Count of={unread} said={t.layout.unread} />}
      </span>
    </a>
  )
}

/** The button that ends the session, as a link of the menu or beside another button. */
export const SignOut = ({ look }: { readonly look: "plain" | "second" }) => (
  <form method="post" action="/sign-out">
    <button class={look}>{useWebRequest().t.layout.signOut}</button>
  </form>
)

/** The links of a member; on a phone those of the sections, too. */
const MemberMenu = ({ viewer }: { readonly viewer: SignedInUser }) => {
  const { t, waiting } = useWebRequest()
  const { id, username } = viewer
  return (
    <details class="menu">
      <summary>
        <Avatar of={{ id, username }} />
        <span class="phone">{t.layout.menu}</span>
        <span class="desk name">
          <span class="aside">{t.layout.you} </span>
          <bdi>{username}</bdi>
        </span>
      </summary>
      <div class="sheet">
        <ul class="phone">
          <Sections />
        </ul>
        <ul>
          <Link href={`/members/${id}`} label={t.layout.ownPage} />
          <Link href="/members" label={t.layout.members} />
          <Link href="/settings" label={t.layout.settings} />
          {actsAsModerator(viewer) ? <Link href="/moderation" label={t.layout.moderation} waiting={waiting} /> : null}
          {actsAsAdmin(viewer) ? <Link href="/admin" label={t.layout.admin} /> : null}
          <li>
            <SignOut look="plain" />
          </li>
        </ul>
      </div>
    </details>
  )
}

/** The ways to sign in and to join; in a menu on a phone. */
const VisitorLinks = () => {
  const { pathname, t, url } = useWebRequest()
  const isAside = ["/", "/sign-in", "/register"].includes(pathname)
  const signIn = isAside ? "/sign-in" : `/sign-in?next=${encodeURIComponent(nextPath(url))}`
  const links = (
    <>
      <Link href={signIn} label={t.layout.signIn} />
      <Link href="/register" label={t.layout.join} />
    </>
  )
  return (
    <>
      <ul class="nav desk">{links}</ul>
      <details class="menu phone">
        <summary>{t.layout.menu}</summary>
        <div class="sheet">
          <ul>
            <Sections />
          </ul>
          <ul>{links}</ul>
        </div>
      </details>
    </>
  )
}

interface HeaderProps extends Pick<Brand["Type"], "assets"> {
  /** True for a page that begins with a larger search of its own. */
  readonly hasOwnSearch: boolean
}

/** The frame above every page: one row on every screen. */
export const Header = ({ assets, hasOwnSearch }: HeaderProps) => {
  const { t, viewer } = useWebRequest()
  return (
    <header>
      <div class={hasOwnSearch ? "wide bar" : "wide bar searching"}>
        <a class="brand" href="/">
          <img src={assets.icon.path} alt="" width="36" height="36" />
          <span>{t.layout.site}</span>
        </a>
        <nav class="desk" aria-label={t.layout.sections}>
          <ul class="nav">
            <Sections />
          </ul>
        </nav>
        {hasOwnSearch ? null : <Find />}
        <nav class="account" aria-label={t.layout.account}>
          {Option.match(viewer, {
            onNone: () => <VisitorLinks />,
            onSome: (member) => (
              <>
                <Bell />
                <MemberMenu viewer={member} />
              </>
            )
          })}
        </nav>
      </div>
    </header>
  )
}
