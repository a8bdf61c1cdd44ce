import { Option } from "effect"
import { actsAsAdmin, actsAsModerator, type SignedInUser } from "../../../../domain/accounts/CurrentUser.ts"
import type { PostDocument } from "../../../../domain/posts/Post.ts"
import { Done, english, Markup, Pages, Trail, When, Who } from "../../Components.tsx"
import { Folded } from "../../Folded.tsx"
import { Following } from "../../FollowButton.tsx"
import { Act, Area, areaText, Form } from "../../Form.tsx"
import { numberIn } from "../../Languages.ts"
import { useWebRequest } from "../../WebRequest.ts"
import { AboutDisease } from "./AboutDisease.tsx"
import { anchorOf, commentsOfPage, pageAt, pathAt } from "./ThreadPlaces.ts"

type CommentDocument = PostDocument["comments"][number]

export interface Thread {
  readonly post: PostDocument
  /** The number of comments before those that are shown. */
  readonly offset: number
  /** The address of the comments that this page had no room for. */
  readonly more: Option.Option<string>
  readonly isFollowing: boolean
}

/** True for a text of the reader's own. */
const isOf = (viewer: Option.Option<SignedInUser>, author: { readonly id: number }) =>
  Option.exists(viewer, ({ id }) => id === author.id)

const mayChange = (viewer: Option.Option<SignedInUser>, authorId: number) =>
  Option.exists(viewer, (user) => user.id === authorId || actsAsAdmin(user))

/** A button after a question, which works without a script. */
const Remove = ({ action, question }: { readonly action: string; readonly question: string }) => {
  const { t } = useWebRequest()
  return (
    <details class="ask">
      <summary>{t.writing.remove}</summary>
      <p>{question}</p>
      <Act action={action} label={t.writing.removeNow} />
    </details>
  )
}

/** The page for signing in, which leads back. */
export const signInFor = (path: string) => `/sign-in?next=${encodeURIComponent(path)}`

/** The way of a moderator to a decision about a text. */
const Moderate = ({ id, type }: { readonly id: number; readonly type: string }) => {
  const { t, viewer } = useWebRequest()
  return Option.exists(viewer, actsAsModerator) ? (
    <a href={`/moderation?type=${type}&id=${id}`}>{t.moderation.decide}</a>
  ) : null
}

/** The button that likes the post of another; on one's own, how many like it. */
const Like = ({ post }: Pick<Thread, "post">) => {
  const { author, id, likeCount, liked } = post
  const { language, t, viewer } = useWebRequest()
  const number = numberIn(language, likeCount)
  if (isOf(viewer, author)) return likeCount === 0 ? null : <span>{t.reading.likes(likeCount, number)}</span>
  const label = likeCount === 0 ? t.writing.firstLike : `${t.writing.like} · ${number}`
  return Option.isNone(viewer) ? (
    <a class="button second" href={signInFor(`/posts/${id}`)}>
      {label}
    </a>
  ) : (
    <Act
      action={`/posts/${id}/like`}
      fields={{ like: liked === true ? "no" : "yes" }}
      pressed={liked === true}
      isSwitch
      label={label}
    />
  )
}

const Edited = ({ editedAt }: { readonly editedAt: string | null }) =>
  editedAt === null ? null : (
    <span>
      {useWebRequest().t.reading.edited} <When at={editedAt} />
    </span>
  )

const Post = ({ isFollowing, post }: Thread) => {
  const request = useWebRequest()
  const { author, category, content: _, contentHtml, createdAt, disease, editedAt, hidden, id, locked } = post
  const { t, viewer } = request
  return (
    <article itemScope itemType="https://schema.org/DiscussionForumPosting">
      <h1 dir="auto" itemProp="headline">
        {post.title}
      </h1>
      <p class="facts">
        <span itemProp="author" itemScope itemType="https://schema.org/Person">
          <meta itemProp="name" content={author.username} />
          <Who author={author} />
        </span>
        <span>
          <meta itemProp="datePublished" content={createdAt} />
          <When at={createdAt} ago />
        </span>
        <Edited editedAt={editedAt} />
      </p>
      <p class="facts">
        <span class="tag">{t.reading.categories[category]}</span>
        {disease === null ? null : (
          <a href={`/diseases/${disease.id}`} lang={english(request)}>
            {disease.name}
          </a>
        )}
      </p>
      {hidden === true ? (
        <p class="notice">
          {t.reading.hiddenPost}{" "}
          {post.decisionId === undefined ? null : <a href={`/decisions/${post.decisionId}`}>{t.reading.decision}</a>}
        </p>
      ) : null}
      <Folded author={author}>
        <div itemProp="text">
          <Markup html={contentHtml} />
        </div>
      </Folded>
      {locked ? <p class="notice">{t.reading.locked}</p> : null}
      <div class="actions">
        <Like post={post} />
        <Following path={`/posts/${id}`} isFollowing={isFollowing} />
        {isOf(viewer, author) ? null : <a href={`/report?type=post&id=${id}`}>{t.writing.report}</a>}
        <Moderate type="post" id={id} />
        {mayChange(viewer, author.id) ? (
          <>
            <a href={`/posts/${id}/edit`}>{t.writing.edit}</a>
            <Remove action={`/posts/${id}/delete`} question={t.writing.removePost} />
          </>
        ) : null}
      </div>
    </article>
  )
}

/** A comment; the event stream of a page sends it as it is here. */
export const CommentItem = ({ comment }: { readonly comment: CommentDocument }) => {
  const { t, viewer } = useWebRequest()
  const { author, content, contentHtml, createdAt, editedAt, id } = comment
  return (
    <li id={anchorOf(id)} class="comment faced" itemProp="comment" itemScope itemType="https://schema.org/Comment">
      <p class="facts">
        <Who author={author} />
        <a href={`#${anchorOf(id)}`}>
          <meta itemProp="datePublished" content={createdAt} />
          <When at={createdAt} ago />
        </a>
        <Edited editedAt={editedAt} />
      </p>
      <Folded author={author}>
        <div itemProp="text">
          <Markup html={contentHtml} />
        </div>
      </Folded>
      <div class="actions small">
        {isOf(viewer, author) ? null : (
          <a href={`/report?type=comment&id=${id}`} aria-label={t.reading.reportComment(author.username)}>
            {t.writing.report}
          </a>
        )}
        <Moderate type="comment" id={id} />
        {mayChange(viewer, author.id) ? (
          <>
            <details class="ask">
              <summary>{t.writing.edit}</summary>
              <Form action={`/comments/${id}/edit`}>
                <div class="field">
                  <label for={`edit-${id}`}>{t.writing.comment}</label>
                  <textarea id={`edit-${id}`} name="content" rows={6} dir="auto">
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
    </li>
  )
}

const AnswerForm = ({ id }: { readonly id: number }) => {
  const { t } = useWebRequest()
  return (
    <Form action={`/posts/${id}/comments`} draft={`comment-${id}`} fields={{ content: t.writing.comment }}>
      <Area name="content" hint={t.writing.markdownHint} rows={6} isMarked />
      <div class="actions">
        <button>{t.writing.sendAnswer}</button>
        <button class="second" name="prepare" value="preview">
          {t.writing.showPreview}
        </button>
      </div>
    </Form>
  )
}

/** The form of a comment by itself: with its preview, or refused. */
export const AnswerPage = ({ id, preview }: { readonly id: number; readonly preview?: string | undefined }) => {
  const { t } = useWebRequest()
  return (
    <div class="reading">
      <Trail href={`/posts/${id}`} label={t.moderation.targets.post} />
      <h1>{t.writing.answer}</h1>
      {preview === undefined ? null : (
        <div class="preview" role="status">
          <h2>{t.writing.preview}</h2>
          <Markup html={preview} />
        </div>
      )}
      <AnswerForm id={id} />
    </div>
  )
}

const Write = ({ post: { id, locked } }: Thread) => {
  const { t, viewer } = useWebRequest()
  if (locked) return null
  if (Option.isNone(viewer)) {
    return (
      <p class="panel">
        <a class="button" href={signInFor(`/posts/${id}`)}>
          {t.writing.signInToAnswer}
        </a>
      </p>
    )
  }
  return (
    <section aria-labelledby="write" class="panel">
      <h2 id="write">{t.writing.answer}</h2>
      <AnswerForm id={id} />
    </section>
  )
}

/** A post with a page of its comments. */
export const ThreadPage = (thread: Thread) => {
  const { language, query, t, url } = useWebRequest()
  const { more, offset, post } = thread
  const { comments, id, replyCount } = post
  const pagination = { page: pageAt(offset), totalPages: Math.ceil(replyCount / commentsOfPage) }
  const pages = <Pages pagination={pagination} url={`/posts/${id}`} />
  const isEnd = Option.isNone(more) && offset + comments.length >= replyCount
  const page = (
    <div class="reading">
      <Trail href="/posts" label={t.frame.posts} />
      {query["done"] === "review" ? <Done>{t.writing.waits}</Done> : null}
      {query["done"] === "published" ? <Done>{t.writing.published}</Done> : null}
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
        {pages}
        {offset % commentsOfPage === 0 ? null : (
          <p>
            <a href={pathAt(id, offset)}>{t.reading.earlierComments}</a>
          </p>
        )}
        <ol class="comments" data-live={isEnd && post.hidden !== true ? id : undefined}>
          {comments.map((comment) => (
            <CommentItem key={comment.id} comment={comment} />
          ))}
        </ol>
        {isEnd ? (
          <p id="newer" class="done" hidden>
            <a href={url}>{t.writing.newerAnswers}</a>
          </p>
        ) : null}
        {Option.isNone(more) ? null : (
          <p>
            <a href={more.value}>{t.reading.moreComments}</a>
          </p>
        )}
        {pages}
      </section>
      <Write {...thread} />
    </div>
  )
  return post.disease === null ? (
    page
  ) : (
    <div class="columns">
      {page}
      <AboutDisease disease={post.disease} />
    </div>
  )
}
