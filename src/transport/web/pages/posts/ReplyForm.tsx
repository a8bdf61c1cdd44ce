import { Option } from "effect"
import type { PostDocument } from "../../../../domain/posts/Post.ts"
import { joinFor, signInFor } from "../../Browser.ts"
import { Trail } from "../../Components.tsx"
import { Area, Form } from "../../Form.tsx"
import { Markup } from "../../Markup.tsx"
import { useWebRequest, valueOf } from "../../WebRequest.ts"
import { type CommentDocument, RepliedTo } from "./CommentView.tsx"

interface ReplyProps {
  readonly id: number
  /** The readers for whom it is written: those of the post as the writer saw it. */
  readonly audience: string
  /** The comment that the form replies to, and the words of it that it quotes. */
  readonly repliedTo?: CommentDocument | undefined
  readonly quote?: string | undefined
}

const quoted = (text: string) => `> ${text.trim().replaceAll(/\s*\n\s*/g, "\n> ")}\n\n`

const ReplyForm = ({ audience, repliedTo, id, quote }: ReplyProps) => {
  const { form, t } = useWebRequest()
  const replyTo = repliedTo === undefined ? valueOf(form.values, "replyTo") : String(repliedTo.id)
  const draft = replyTo === "" ? `comment-${id}` : `comment-${id}-${replyTo}`
  return (
    <Form action={`/posts/${id}/comments`} draft={draft} fields={{ content: t.writing.comment }}>
      {replyTo === "" ? null : <input type="hidden" name="replyTo" value={replyTo} />}
      <input type="hidden" name="audience" value={audience} />
      <Area
        name="content"
        value={quote === undefined ? undefined : quoted(quote)}
        hint={t.writing.markdownHint}
        rows={6}
        isMarked
        postId={id}
      />
      {form.problem?.isGone === true ? null : (
        <div class="actions">
          <button>{t.writing.sendReply}</button>
          <button class="second" name="prepare" value="preview">
            {t.writing.showPreview}
          </button>
        </div>
      )}
    </Form>
  )
}

/** The form of a comment by itself: to reply to another, with its preview, or refused. */
export const ReplyPage = ({ preview, ...props }: ReplyProps & { readonly preview?: string | undefined }) => {
  const { repliedTo, id } = props
  const { form, t } = useWebRequest()
  return (
    <div class="reading answer">
      {form.problem?.isGone === true ? (
        <Trail href="/posts" label={t.layout.posts} />
      ) : (
        <Trail href={`/posts/${id}`} label={t.moderation.targets.post} />
      )}
      <h1>{t.writing.writeReply}</h1>
      {preview === undefined ? null : (
        <div class="preview" role="status">
          <h2>{t.writing.preview}</h2>
          <Markup html={preview} name="preview" />
        </div>
      )}
      {repliedTo === undefined ? null : (
        <RepliedTo id={repliedTo.id} by="reply" username={repliedTo.author.username} quoted={repliedTo} isAlone />
      )}
      <ReplyForm {...props} />
    </div>
  )
}

/** The form at the end of a thread; none where nobody may reply. */
export const Write = ({ post }: { readonly post: Pick<PostDocument, "id" | "audience" | "locked" | "hidden"> }) => {
  const { t, viewer } = useWebRequest()
  const { audience, id } = post
  if (post.locked || post.hidden === true) return null
  if (Option.isNone(viewer)) {
    const here = `/posts/${id}#write`
    return (
      <section aria-labelledby="write" class="panel">
        <h2 id="write">{t.writing.writeReply}</h2>
        <p>{t.writing.membersReply}</p>
        <div class="actions">
          <a class="button" href={joinFor(here)}>
            {t.layout.join}
          </a>
          <a href={signInFor(here)}>{t.writing.signInToReply}</a>
        </div>
      </section>
    )
  }
  return (
    <section aria-labelledby="write" class="panel answer">
      <h2 id="write">{t.writing.writeReply}</h2>
      <ReplyForm id={id} audience={audience} />
    </section>
  )
}
