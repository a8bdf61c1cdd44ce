import { DateTime, Option } from "effect"
import type { VNode } from "preact"
import { renderToString } from "preact-render-to-string"
import { localeOf } from "../../domain/Language.ts"
import type { Brand } from "./Brand.ts"
import { chosenLanguage, nextPath, withParameters } from "./Browser.ts"
import { Done } from "./Components.tsx"
import { Header } from "./Header.tsx"
import { autonymOf, dayIn, isRightToLeft, textLanguage } from "./Languages.ts"
import { withEnglishElements } from "./texts/EnglishMarks.ts"
import { CurrentWebRequest, useWebRequest, type View, type WebRequest } from "./WebRequest.ts"

/** The look of the site, and its address. */
type Site = Brand["Type"] & { readonly origin: string }

/** The notice of the community, above every page. */
const PinnedNotice = () => {
  const { notice, t } = useWebRequest()
  return Option.isNone(notice) ? null : (
    <section class="pinned" aria-label={t.layout.notice}>
      <p class="wide" dir="auto" lang={textLanguage(notice.value)}>
        {notice.value.text}
      </p>
    </section>
  )
}

/** The beginnings of the paths on which staff are told of the factor that they lack; the home page is another one. */
const pagesOfStaff = /^\/(?:admin|decisions|moderation|news|reports)?(?:\/|$)/

/** The days that are left to a moderator or an admin who has neither a passkey nor codes of an app. */
const FactorNotice = () => {
  const { factorDays, language, pathname, t, viewer } = useWebRequest()
  const due = Option.flatMapNullable(viewer, ({ factorDue }) => factorDue)
  if (Option.isNone(due) || factorDays === undefined || !pagesOfStaff.test(pathname)) return null
  return (
    <section class="pinned" aria-label={t.settings.pages.security}>
      <p class="wide">
        {factorDays === 0
          ? t.factors.over
          : t.factors.due({ day: dayIn(language, DateTime.toDateUtc(due.value.at)), days: factorDays })}{" "}
        <a href="/settings/security">{t.factors.setUpNow}</a>
      </p>
    </section>
  )
}

const Footer = ({ contact, documents }: Site) => {
  const { language, t, url } = useWebRequest()
  return (
    <footer>
      <div class="wide">
        <p>{t.layout.notAdvice}</p>
        <nav aria-label={t.layout.more}>
          <ul class="nav">
            {[...documents.filter((name) => name !== "moderating"), "statistics" as const].map((page) => (
              <li key={page}>
                <a href={`/${page}`}>{t.layout[page]}</a>
              </li>
            ))}
            {contact === undefined ? null : (
              <li>
                <a href={contact.href}>{t.layout.contact}</a>
              </li>
            )}
            <li>
              <a href="/docs">{t.layout.forPrograms}</a>
            </li>
          </ul>
        </nav>
        <nav aria-label={t.layout.languages}>
          <ul class="nav">
            {t.languages.map((one) => (
              <li key={one}>
                <a
                  href={withParameters(nextPath(url), { lang: one })}
                  lang={one}
                  hreflang={one}
                  aria-current={one === language ? "true" : undefined}
                >
                  {autonymOf(one)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}

const Head = ({ site: { assets, colour, origin, touchIcon }, view }: { readonly view: View; readonly site: Site }) => {
  const { query, t } = useWebRequest()
  const { site: name, tagline } = t.layout
  const { canonical, description = tagline, feed, title } = view
  const inLanguage = (path: string, lang: string | undefined) => origin + withParameters(path, { lang })
  const chosen = chosenLanguage(t, query)
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title === name ? name + t.layout.colon + tagline : `${title} – ${name}`}</title>
      <meta name="description" content={description} />
      <meta name="color-scheme" content="light dark" />
      {canonical === undefined ? <meta name="robots" content="noindex" /> : null}
      {canonical === undefined ? null : <link rel="canonical" href={inLanguage(canonical, chosen)} />}
      {canonical === undefined
        ? null
        : t.languages.map((one) => <link key={one} rel="alternate" hreflang={one} href={inLanguage(canonical, one)} />)}
      {canonical === undefined ? null : <link rel="alternate" hreflang="x-default" href={origin + canonical} />}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:site_name" content={name} />
      <meta property="og:type" content="website" />
      {canonical === undefined ? null : <meta property="og:url" content={inLanguage(canonical, chosen)} />}
      {feed === undefined ? null : (
        <link rel="alternate" type="application/atom+xml" href={feed.href} title={feed.title} />
      )}
      <link rel="icon" href={assets.icon.path} type="image/svg+xml" />
      <link rel="apple-touch-icon" href={touchIcon} />
      <link rel="manifest" href="/manifest.webmanifest" />
      <meta name="theme-color" content={colour} />
      <link rel="stylesheet" href={assets.style.path} />
      <script type="module" src={assets.script.path}></script>
    </head>
  )
}

/** Says what a form did that leads back to any page (`next`). */
const DoneBefore = () => {
  const { query, t, viewer } = useWebRequest()
  return query["done"] === "followed" && Option.isSome(viewer) ? <Done>{t.account.followedOne}</Done> : null
}

/** Renders parts of a page for the reader of a request. */
export const renderFor = (request: WebRequest, parts: VNode): string =>
  withEnglishElements(
    renderToString(<CurrentWebRequest.Provider value={request}>{parts}</CurrentWebRequest.Provider>),
    request.language
  )

/** True for a page that begins with a larger search of its own. */
const hasOwnSearch = ({ pathname }: WebRequest, { status }: View) =>
  pathname === "/" || pathname === "/diseases" || status === 404

/** The document of a page. */
export const documentOf = (request: WebRequest, view: View, site: Site): string => {
  const { language, t } = request
  return `<!doctype html>${renderFor(
    request,
    <html lang={language} dir={isRightToLeft(language) ? "rtl" : undefined}>
      <Head site={site} view={view} />
      <body
        data-locale={localeOf(language)}
        data-now={t.layout.justNow}
        data-unsent={t.layout.unsent}
        data-member={Option.match(request.viewer, { onNone: () => undefined, onSome: ({ id }) => id })}
      >
        <a class="skip" href="#main">
          {t.layout.skip}
        </a>
        <Header {...site} hasOwnSearch={hasOwnSearch(request, view)} />
        <PinnedNotice />
        <FactorNotice />
        <main id="main" class="wide" tabIndex={-1}>
          <DoneBefore />
          {view.body}
        </main>
        <Footer {...site} />
        <p id="said" class="aside" role="status"></p>
        <p id="counted" class="aside" role="status"></p>
      </body>
    </html>
  )}`
}
