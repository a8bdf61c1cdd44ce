import { Array, Effect, Either } from "effect"
import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { Viewer } from "../../../../domain/accounts/CurrentUser.ts"
import { CommentId, PostId } from "../../../../domain/Ids.ts"
import { unknownLanguage } from "../../../../domain/Language.ts"
import type { TextTarget } from "../../../../domain/moderation/Target.ts"
import type { PostDocument } from "../../../../domain/posts/Post.ts"
import type { Translation } from "../../../../domain/posts/Translation.ts"
import { Translations } from "../../../../services/posts/Translations.ts"
import { signInFor, withParameters } from "../../Browser.ts"
import { languageIn, textLanguage } from "../../Languages.ts"
import { Markup } from "../../Markup.tsx"
import { useWebRequest, type WebRequest } from "../../WebRequest.ts"

/** The longest that a page waits for new translations of its texts; a later one has them. */
const longestWait = "5 seconds"

type Kind = TextTarget["type"]

interface Text {
  readonly id: number
  readonly language: string
  readonly contentHtml: string
}

type Outcome = Either.Either<Translation, { readonly _tag: string }>

const keyOf = (type: Kind, { id }: Pick<Text, "id">) => `${type} ${id}`

const targetOf = (type: Kind, id: number): TextTarget =>
  type === "post" ? { type, id: PostId.make(id) } : { type, id: CommentId.make(id) }

const isForeign = (text: Pick<Text, "language">, to: string) =>
  text.language !== to && text.language !== unknownLanguage

/**
 * The translations of a thread, or why there are none. Empty for a reader who wants none; undefined where no engine may
 * have its texts.
 */
export const ThreadTranslations = createContext<ReadonlyMap<string, Outcome> | undefined>(undefined)

/** Translates a page of a thread, as far as its reader wants that. */
export const makeTranslated = Effect.map(
  Translations,
  ({ isOn, ofAll }) =>
    ({ isTranslating, textsLanguage: to }: WebRequest, post: PostDocument) => {
      if (!isOn || post.hidden === true || post.audience !== "everyone") return Effect.succeed(undefined)
      const targetsOf = (type: Kind, texts: ReadonlyArray<Text>) =>
        isTranslating ? texts.filter((text) => isForeign(text, to)).map(({ id }) => targetOf(type, id)) : []
      const targets = [...targetsOf("post", [post]), ...targetsOf("comment", post.comments)]
      const outcomes: Effect.Effect<ReadonlyArray<Outcome>, never, Viewer> = Effect.catchTag(
        ofAll(targets, to, longestWait),
        "Unavailable",
        (lost) => Effect.succeed(targets.map(() => Either.left(lost)))
      )
      return Effect.map(
        outcomes,
        (found): ReadonlyMap<string, Outcome> =>
          new Map(Array.zip(targets, found).map(([target, one]) => [keyOf(target.type, target), one]))
      )
    }
)

/** The translation of a text on its page. */
export const useTranslation = (type: Kind, text: Pick<Text, "id">): Translation | undefined => {
  const found = useContext(ThreadTranslations)?.get(keyOf(type, text))
  return found === undefined || Either.isLeft(found) ? undefined : found.right
}

const useTranslateLink = (translate: "yes" | "no", anchor: string) =>
  withParameters(useWebRequest().url, { translate, lang: undefined, done: undefined }) + anchor

/** Why a text that its reader wants in another language has stayed as it is. */
const Reason = ({ anchor, reason }: { readonly anchor: string; readonly reason: string }) => {
  const { pathname, t } = useWebRequest()
  const again = useTranslateLink("yes", anchor)
  if (reason === "NotSignedIn") return <a href={signInFor(pathname)}>{t.translation.signIn}</a>
  if (reason === "TranslationUnwanted") return <>{t.translation.unwanted}</>
  return (
    <>
      {t.translation.failed} <a href={again}>{t.translation.again}</a>
    </>
  )
}

/** The level of the heading that a text of its thread is below: the title, or that of the replies. */
const headingOf = { post: 1, comment: 2 } as const

const Original = ({ text, type }: { readonly text: Text; readonly type: Kind }) => (
  <div itemProp="text" lang={textLanguage(text)}>
    <Markup html={text.contentHtml} name={`${type}-${text.id}`} under={headingOf[type]} />
  </div>
)

interface Shown {
  readonly type: Kind
  readonly translation: Translation
  readonly text: Text & { readonly title?: string }
  readonly anchor: string
}

const InOtherWords = ({ anchor, text, translation, type }: Shown) => {
  const { language, t } = useWebRequest()
  const stop = useTranslateLink("no", anchor)
  return (
    <>
      <div lang={translation.to}>
        <Markup html={translation.contentHtml} name={`translation-${type}-${text.id}`} under={headingOf[type]} />
      </div>
      <p class="hint">
        {t.translation.byMachine} <a href={stop}>{t.translation.stop}</a>
      </p>
      <details>
        <summary>{t.translation.original({ language: languageIn(language, text.language) })}</summary>
        {text.title === undefined ? null : (
          <p class="strong" lang={text.language}>
            {text.title}
          </p>
        )}
        <Original text={text} type={type} />
      </details>
    </>
  )
}

interface TextProps {
  readonly type: Kind
  readonly text: Shown["text"]
  /** The fragment of the text's element. */
  readonly anchor?: string
}

/** A text, in the language of its reader where they want that. */
export const TextBody = ({ anchor = "", text, type }: TextProps) => {
  const { language, t, textsLanguage } = useWebRequest()
  const translations = useContext(ThreadTranslations)
  const link = useTranslateLink("yes", anchor)
  if (translations === undefined || !isForeign(text, textsLanguage)) return <Original text={text} type={type} />
  const found = translations.get(keyOf(type, text))
  if (found !== undefined && Either.isRight(found)) {
    return <InOtherWords type={type} translation={found.right} text={text} anchor={anchor} />
  }
  return (
    <>
      <Original text={text} type={type} />
      <p class="hint">
        {found === undefined ? (
          <a href={link} rel="nofollow">
            {t.translation.translate}
            {textsLanguage === language ? "" : ` (${languageIn(language, textsLanguage)})`}
          </a>
        ) : (
          <Reason anchor={anchor} reason={found.left._tag} />
        )}
      </p>
    </>
  )
}
