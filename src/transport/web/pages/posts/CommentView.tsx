import { Option } from "effect"
import { actsAsModerator, isOwnerOrAdmin, type SignedInUser } from "../../../../domain/accounts/CurrentUser.ts"
import type { PostDocument } from "../../../../domain/posts/Post.ts"
import { BlockedText } from "../../BlockedText.tsx"
import { signInFor } from "../../Browser.ts"
import { Done, Likes, OtherLanguage, When, Who } from "../../Components.tsx"
import { Act, Form } from "../../Form.tsx"
import { areaText } from "../../FormFields.ts"
import { numberIn, textLanguage } from "../../Languages.ts"
import { useMentions } from "../../Marks.tsx"
import { Markup } from "../../Markup.tsx"
import { useWebRequest } from "../../WebRequest.ts"
import { anchorOf, savedComment } from "./ThreadPaths.ts"
import { TextBody } from "./Translated.tsx"

export type CommentDocument = PostDocument["comments"][number]

interface CommentProps {
  readonly comment: CommentDocument
  /** The comment that it answers, where the page has it. */
  readonly quoted?: CommentDocument | undefined
  readonly isLocked?: boolean
  /** True for the author of the post, who says what helped. */
  readonly mayMark?: boolean
}

interface RepliedToProps {
  readonly id: number
  /** The id of the comment on this page that answers it; `reply` for the form. */
  readonly by: number | "reply"
  readonly username: string
  readonly quoted: CommentDocument | undefined
  /** True on a page without the thread: it shows the words at once, and leads to the thread. */
  readonly isAlone?: boolean
}

/** True for a text of the reader's own. */
export const isOf = (viewer: Option.Option<SignedInUser>, author: { readonly id: number }) =>
  Option.exists(viewer, ({ id }) => id === author.id)

/** A button after a question, which works without a script. */
export const Remove = ({ action, question }: { readonly action: string; readonly question: string }) => {
  const { t } = useWebRequest()
  return (
    <details class="ask">
      <summary>{t.writing.remove}</summary>
      <p>{question}</p>
      <Act action={action} label={t.writing.removeNow} />
    </details>
  )
}

/** The way of a moderator to a decision about a text. */
export const Moderate = ({ id, type }: { readonly id: number; readonly type: string }) => {
  const { t, viewer } = useWebRequest()
  return Option.exists(viewer, actsAsModerator) ? (
    <a href={`/moderation?type=${type}&id=${id}`}>{t.moderation.decide}</a>
  ) : null
}

interface Liked {
  readonly id: number
  readonly author: { readonly id: number }
  readonly likeCount: number
  readonly liked?: boolean | undefined
}

/** The button that likes a text of another; on one's own, how many like it. */
export const Like = ({ path, text }: { readonly path: string; readonly text: Liked }) => {
  const { author, likeCount, liked } = text
  const { language, t, viewer } = useWebRequest()
  if (isOf(viewer, author)) return <Likes of={text} />
  const label = likeCount === 0 ? t.writing.like : `${t.writing.like} · ${numberIn(language, likeCount)}`
  return Option.isNone(viewer) ? (
    <a class="button second" href={signInFor(path)}>
      {label}
    </a>
  ) : (
    <Act
      action={`${path}/like`}
      fields={{ like: liked === true ? "no" : "yes" }}
      pressed={liked === true}
      isSwitch
      label={label}
    />
  )
}

export const Edited = ({ editedAt }: { readonly editedAt: string | null }) =>
  editedAt === null ? null : (
    <span>
      {useWebRequest().t.reading.edited} <When at={editedAt} />
    </span>
  )

/** The member whom a comment answers, with their comment folded where the page has it. */
export const RepliedTo = ({ by, id, isAlone = false, quoted, username }: RepliedToProps) => {
  const { t } = useWebRequest()
  return quoted === undefined ? (
    <p class="facts">
      <a href={`/comments/${id}`}>{t.writing.inReplyTo({ name: username })}</a>
    </p>
  ) : (
    <details class="quoted" open={isAlone}>
      <summary>{isAlone ? t.writing.wroteThis({ name: username }) : t.writing.inReplyTo({ name: username })}</summary>
      <blockquote lang={textLanguage(quoted)}>
        <Markup html={quoted.contentHtml} name={`quote-${by}`} />
      </blockquote>
      <a href={isAlone ? `/comments/${id}` : `#${anchorOf(id)}`}>{t.writing.toReply}</a>
    </details>
  )
}

const Actions = ({ comment, isLocked = false, mayMark = false }: CommentProps) => {
  const { t, viewer } = useWebRequest()
  const { author, content, helped, id } = comment
  return (
    <div class="actions small">
      {isLocked ? null : (
        <a href={`/comments/${id}/reply`} aria-label={t.writing.replyTo({ name: author.username })} data-quote>
          {t.writing.reply}
        </a>
      )}
      <Like path={`/comments/${id}`} text={comment} />
      {mayMark && !isOf(viewer, author) ? (
        <Act
          action={`/comments/${id}/helped`}
          fields={{ helped: helped ? "no" : "yes" }}
          pressed={helped}
          label={t.writing.thisHelped}
        />
      ) : null}
      {isOf(viewer, author) ? null : (
        <a href={`/report?type=comment&id=${id}`} aria-label={t.reading.reportComment({ name: author.username })}>
          {t.writing.report}
        </a>
      )}
      <Moderate type="comment" id={id} />
      {Option.exists(viewer, isOwnerOrAdmin(author.id)) ? (
        <>
          <details class="ask">
            <summary>{t.writing.edit}</summary>
            <Form action={`/comments/${id}/edit`} draft={`/comments/${id}/edit`}>
              <div class="field">
                <label for={`edit-${id}`}>{t.writing.comment}</label>
                <textarea id={`edit-${id}`} name="content" rows={6} dir="auto" {...useMentions(comment.postId)}>
                  {areaText(content)}
                </textarea>
              </div>
              <button>{t.writing.save}</button>
            </Form>
          </details>
          <Remove action={`/comments/${id}/delete`} question={t.writing.removeComment} />
        </>
      ) : null}
    </div>
  )
}

/**
 * A comment of a thread. The event stream of a page sends it without `quoted`, so it links to the comment that it
 * answers.
 */
export const CommentItem = (props: CommentProps) => {
  const { comment, quoted } = props
  const { author, createdAt, editedAt, helped, id, replyTo } = comment
  const { query, t, viewer } = useWebRequest()
  const isSaved = query["done"] === savedComment(id) && Option.isSome(viewer)
  return (
    <li id={anchorOf(id)} class="comment faced" itemProp="comment" itemScope itemType="https://schema.org/Comment">
      <p class="facts">
        <Who author={author} />
        <OtherLanguage of={comment} />
        {helped ? <span class="badge helped">{t.writing.helped}</span> : null}
        <a href={`#${anchorOf(id)}`}>
          <meta itemProp="datePublished" content={createdAt} />
          <When at={createdAt} ago />
        </a>
        <Edited editedAt={editedAt} />
      </p>
      {isSaved ? <Done>{t.settings.saved}</Done> : null}
      <BlockedText author={author}>
        {replyTo === null ? null : (
          <RepliedTo id={replyTo.id} by={id} username={replyTo.author.username} quoted={quoted} />
        )}
        <TextBody type="comment" text={comment} anchor={`#${anchorOf(id)}`} />
        <Actions {...props} />
      </BlockedText>
    </li>
  )
}
