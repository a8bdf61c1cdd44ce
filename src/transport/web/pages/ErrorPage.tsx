import { Option, Predicate } from "effect"
import type { WireError } from "../../../api/WireErrors.ts"
import { NotAllowed } from "../../../domain/accounts/CurrentUser.ts"
import { partsOfReason, type Suspension } from "../../../domain/accounts/Suspension.ts"
import { nextPath } from "../Browser.ts"
import { Fact, reading, When } from "../Components.tsx"
import { Sentences } from "../Form.tsx"
import { SignOut } from "../Header.tsx"
import { errorTexts, faultsOf } from "../texts/FaultTexts.ts"
import type { View, WebRequest } from "../WebRequest.ts"
import { DiseaseSearchForm } from "./diseases/DiseasesPage.tsx"

/** Statuses whose sentence helps the reader to go on. */
const telling: ReadonlySet<number> = new Set([400, 403, 409, 413, 415, 429])

type Link = readonly [href: string, label: string]

const Links = ({ links }: { readonly links: ReadonlyArray<Link> }) => (
  <ul class="links">
    {links.map(([href, label]) => (
      <li key={href}>
        <a href={href}>{label}</a>
      </li>
    ))}
  </ul>
)

/** Why and until when a member is suspended, and what is open to them. */
const suspendedView = ({ t }: WebRequest, { reason, until }: Suspension): View => {
  const { decision, text } = partsOfReason(reason)
  const content = (
    <>
      <dl class="facts-list">
        <Fact label={decision === undefined ? t.moderation.explanation : t.layout.brokenRule} dir="auto">
          {decision === undefined ? text : t.ruleIn(text)}
        </Fact>
        <Fact label={t.layout.suspensionEnds}>
          {Option.isNone(until) ? t.layout.noEnd : <When at={until.value} exact />}
        </Fact>
      </dl>
      <p>{decision === undefined ? t.layout.suspendedByAdmin : t.layout.suspendedText}</p>
      <div class="actions">
        {decision === undefined ? null : (
          <a class="button" href={`/decisions/${decision}`}>
            {t.layout.readOrAppeal}
          </a>
        )}
        <SignOut look="second" />
      </div>
      <Links links={[["/settings/data", t.settings.hints.data.replace(/\.$/, "")]]} />
    </>
  )
  return { ...reading(t.layout.suspended, content), status: 403 }
}

interface Failure {
  readonly status: number
  readonly error: WireError
  /** The address of a page that could be read again; a form has none. */
  readonly address: string | undefined
  /** The suspension of the reader, while it is in force. */
  readonly suspension: Option.Option<Suspension>
}

/** True for a refusal of staff whose powers rest until they have a factor. */
const lacksFactor = ({ cause }: WireError) => cause instanceof NotAllowed && cause.action === "guardAccount"

/** True for the address of a post or a comment, which may be for members: the same for one that there is not. */
const isOfPost = (url: string) => /^\/(posts|comments)\/\d/.test(url)

/** A failure as a page. */
export const errorView = (request: WebRequest, { address, error, status, suspension }: Failure): View => {
  const { t, viewer } = request
  if (status === 403 && Option.isSome(suspension)) return suspendedView(request, suspension.value)
  const { text, title } = errorTexts(t, status)
  const faults = faultsOf(t, error).filter(({ sentence }) => sentence !== text)
  const signIn: Link = [`/sign-in?next=${encodeURIComponent(nextPath(request.url))}`, t.layout.signIn]
  const body = (
    <>
      <p class="lead">{text}</p>
      {(telling.has(status) || Predicate.hasProperty(error.cause, "signsRead")) && faults.length > 0 ? (
        <p class="problem">
          <Sentences faults={faults} />
        </p>
      ) : null}
      {status === 404 && Option.isNone(viewer) && isOfPost(request.url) ? <p>{t.layout.signInForPost}</p> : null}
      {status === 404 ? <DiseaseSearchForm value="" /> : null}
      <p>{t.layout.goOn}</p>
      <Links
        links={[
          ...(lacksFactor(error) ? [["/settings/security", t.settings.pages.security] as const] : []),
          ...(status === 503 && address !== undefined ? [[nextPath(address), t.layout.retry] as const] : []),
          ...(status === 404 ? [] : [["/diseases", t.reading.searchDisease] as const]),
          ["/posts", t.reading.allPosts],
          ["/help", t.layout.help],
          ["/", t.layout.home],
          ...(status < 429 && Option.isNone(viewer) ? [signIn] : [])
        ]}
      />
      <button type="button" class="second scripted" data-back>
        {t.layout.back}
      </button>
    </>
  )
  return { ...reading(title, body), status }
}
