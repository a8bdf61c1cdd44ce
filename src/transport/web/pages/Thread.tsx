import { Option } from "effect"
import { actsAsAdmin, actsAsModerator, type SignedInUser } from "../../../domain/accounts/CurrentUser.ts"
import type { PostDocument } from "../../../domain/posts/Post.ts"
import { english } from "../DiseaseNames.tsx"
import { Following } from "../Following.tsx"
import { Act, Area, Form, Summary } from "../Form.tsx"
import { numberIn } from "../Languages.ts"
import { Markup, Pages, Trail, When, Who } from "../Pieces.tsx"
import type { Visit } from "../Visit.ts"

type CommentDocument = PostDocument["comments"][number]

export interface Thread {
  readonly post: PostDocument
  /** The page of comments. */
  readonly page: number
  readonly isFollowing: boolean
  /** A preview of the comment that is being written. */
  readonly preview?: string | undefined
  readonly visit: Visit
}

/** The comments of a page. */
export const commentsOfPage = 100

const mayChange = (viewer: Option.Option<SignedInUser>, authorId: number) =>
  Option.exists(viewer, (user) => user.id === authorId || actsAsAdmin(user))

/** A button behind a question, which works without a script. */
const Remove = ({
  action,
  question,
  visit: { t }
}: {
  readonly action: string
  readonly question: string
  readonly visit: Visit
}) => (
  <details class="ask">
    <summary>{t.writing.remove}</summary>
    <p>{question}</p>
    <Act action={action} label={t.writing.removeNow} />
  </details>
)

/** The page for signing in, which leads back. */
export const signInFor = (path: string) => `/sign-in?next=${encodeURIComponent(path)}`

/** The way of a moderator to a decision about a text. */
const Moderate = ({
  id,
  type,
  visit: { t, viewer }
}: {
  readonly id: number
  readonly type: string
  readonly visit: Visit
}) =>
  Option.exists(viewer, actsAsModerator) ? (
    <a href={`/moderation?type=${type}&id=${id}`}>{t.moderation.decide}</a>
  ) : null

const Like = ({ post, visit }: Pick<Thread, "post" | "visit">) => {
  const { id, likeCount, liked } = post
  const { language, t, viewer } = visit
  const count = <span data-likes={id}>{t.reading.likes(likeCount, numberIn(language, likeCount))}</span>
  return Option.isNone(viewer) ? (
    <a class="button second" href={signInFor(`/posts/${id}`)}>
      {t.writing.like} · {count}
    </a>
  ) : (
    <Act
      action={`/posts/${id}/like`}
      fields={{ like: liked === true ? "no" : "yes" }}
      pressed={liked === true}
      isSwitch
      label={
        <>
          {t.writing.like} · {count}
        </>
      }
    />
  )
}

const Edited = ({ editedAt, visit }: { readonly editedAt: string | null; readonly visit: Visit }) =>
  editedAt === null ? null : (
    <span>
      {visit.t.reading.edited} <When at={editedAt} visit={visit} />
    </span>
  )

const Post = ({ isFollowing, post, visit }: Thread) => {
  const { author, category, content: _, contentHtml, createdAt, disease, editedAt, hidden, id, locked } = post
  const { t, viewer } = visit
  return (
    <article itemScope itemType="https://schema.org/DiscussionForumPosting">
      <h1 dir="auto" itemProp="headline">
        {post.title}
      </h1>
      <p class="facts">
        <span itemProp="author" itemScope itemType="https://schema.org/Person">
          <meta itemProp="name" content={author.username} />
          <Who author={author} visit={visit} />
        </span>
        <span>
          <meta itemProp="datePublished" content={createdAt} />
          <When at={createdAt} visit={visit} />
        </span>
        <span>{t.reading.categories[category]}</span>
        {disease === null ? null : (
          <a href={`/diseases/${disease.id}`} lang={english(visit)}>
            {disease.name}
          </a>
        )}
        <Edited editedAt={editedAt} visit={visit} />
      </p>
      {hidden === true ? (
        <p class="notice">
          {t.reading.hiddenPost}{" "}
          {post.decisionId === undefined ? null : <a href={`/decisions/${post.decisionId}`}>{t.reading.decision}</a>}
        </p>
      ) : null}
      <div itemProp="text">
        <Markup html={contentHtml} />
      </div>
      {locked ? <p class="notice">{t.reading.locked}</p> : null}
      <div class="actions">
        <Like post={post} visit={visit} />
        <Following path={`/posts/${id}`} isFollowing={isFollowing} visit={visit} />
        <a href={`/report?type=post&id=${id}`}>{t.writing.report}</a>
        <Moderate type="post" id={id} visit={visit} />
        {mayChange(viewer, author.id) ? (
          <>
            <a href={`/posts/${id}/edit`}>{t.writing.edit}</a>
            <Remove action={`/posts/${id}/delete`} question={t.writing.removePost} visit={visit} />
          </>
        ) : null}
      </div>
    </article>
  )
}

/** A comment; the event stream of a page sends it as it is here. */
export const CommentItem = ({ comment, visit }: { readonly comment: CommentDocument; readonly visit: Visit }) => {
  const { author, content, contentHtml, createdAt, editedAt, id } = comment
  const { t, viewer } = visit
  return (
    <li id={`comment-${id}`} class="comment" itemProp="comment" itemScope itemType="https://schema.org/Comment">
      <p class="facts">
        <Who author={author} visit={visit} />
        <a href={`#comment-${id}`}>
          <meta itemProp="datePublished" content={createdAt} />
          <When at={createdAt} visit={visit} />
        </a>
        <Edited editedAt={editedAt} visit={visit} />
      </p>
      <div itemProp="text">
        <Markup html={contentHtml} />
      </div>
      <div class="actions small">
        <a href={`/report?type=comment&id=${id}`}>
          {t.writing.report}
          <span class="aside"> {t.reading.commentOf(author.username)}</span>
        </a>
        <Moderate type="comment" id={id} visit={visit} />
        {mayChange(viewer, author.id) ? (
          <>
            <details class="ask">
              <summary>{t.writing.edit}</summary>
              <Form action={`/comments/${id}/edit`}>
                <input type="hidden" name="next" value={`${visit.url}#comment-${id}`} />
                <div class="field">
                  <label for={`edit-${id}`}>{t.writing.comment}</label>
                  <textarea id={`edit-${id}`} name="content" rows={6} dir="auto">
                    {content.startsWith("\n") ? `\n${content}` : content}
                  </textarea>
                </div>
                <button>{t.writing.save}</button>
              </Form>
            </details>
            <Remove action={`/comments/${id}/delete`} question={t.writing.removeComment} visit={visit} />
          </>
        ) : null}
      </div>
    </li>
  )
}

const Write = ({ post, preview, visit }: Thread) => {
  const { form, t, viewer } = visit
  const path = `/posts/${post.id}`
  if (post.locked) return null
  const isTyping = form.values["content"] !== undefined
  if (Option.isNone(viewer) && !isTyping) {
    return (
      <p class="panel">
        <a href={signInFor(path)}>{t.writing.signInToAnswer}</a>
      </p>
    )
  }
  return (
    <section aria-labelledby="write" class="panel">
      <h2 id="write">{t.writing.answer}</h2>
      <Summary visit={visit} fields={[["content", t.writing.comment]]} />
      {preview === undefined ? null : (
        <div class="preview" role="status">
          <h3>{t.writing.preview}</h3>
          <Markup html={preview} />
        </div>
      )}
      <Form action={`${path}/comments`} draft={`comment-${post.id}`}>
        <Area form={form} name="content" label={t.writing.comment} hint={t.writing.markdownHint} rows={6} />
        <div class="actions">
          <button>{t.writing.sendAnswer}</button>
          <button class="second" name="prepare" value="preview">
            {t.writing.showPreview}
          </button>
        </div>
      </Form>
    </section>
  )
}

/** A post with a page of its comments. */
export const ThreadPage = (thread: Thread) => {
  const { page, post, visit } = thread
  const { language, t } = visit
  const { comments, replyCount } = post
  const totalPages = Math.ceil(replyCount / commentsOfPage)
  const place = { ...visit, url: `/posts/${post.id}?page=${page}` }
  return (
    <div class="reading">
      <Trail visit={visit} links={[["/posts", t.frame.posts]]} />
      <Post {...thread} />
      <section aria-labelledby="comments">
        <h2
          id="comments"
          data-count={replyCount}
          data-one={t.reading.replies(1, "1")}
          data-many={t.reading.replies(2, "#")}
        >
          {t.reading.replies(replyCount, numberIn(language, replyCount))}
        </h2>
        <Pages pagination={{ page, totalPages, total: replyCount }} visit={place} />
        <ol class="comments" data-live={page >= totalPages && post.hidden !== true ? post.id : undefined}>
          {comments.map((comment) => (
            <CommentItem key={comment.id} comment={comment} visit={visit} />
          ))}
        </ol>
        <Pages pagination={{ page, totalPages, total: replyCount }} visit={place} />
      </section>
      <Write {...thread} />
    </div>
  )
}
