import { excerptOf } from "@rare-disease-community/text/Excerpt"
import { textOfHtml } from "@rare-disease-community/text/Html"
import { Option } from "effect"
import { Fragment } from "preact"
import { isOwnerOrAdmin } from "../../../../domain/accounts/CurrentUser.ts"
import type { Settings } from "../../../../domain/accounts/Settings.ts"
import type { HelpLine } from "../../../../domain/HelpLine.ts"
import type { PushState } from "../../../../domain/notifications/Push.ts"
import { commentsShown } from "../../../../domain/posts/Comment.ts"
import type { NewComments } from "../../../../domain/posts/Place.ts"
import type { PostDocument } from "../../../../domain/posts/Post.ts"
import type { GroupWithPosts } from "../../../../services/diseases/GroupOfRare.ts"
import { BlockedText } from "../../BlockedText.tsx"
import { Done, OtherLanguage, Trail, When, Who } from "../../Components.tsx"
import { Following } from "../../FollowButton.tsx"
import { Act } from "../../Form.tsx"
import { countForms, textLanguage } from "../../Languages.ts"
import { Pages } from "../../Lists.tsx"
import { useFreshCount } from "../../ReaderOverlay.tsx"
import { useWebRequest } from "../../WebRequest.ts"
import { DiseaseLink } from "../diseases/DiseaseNames.tsx"
import { GroupPosts } from "../diseases/RelatedPosts.tsx"
import { HelpLines } from "../moderation/HelpLines.tsx"
import { MailMe, TellMe } from "../notifications/Devices.tsx"
import { AboutDisease } from "./AboutDisease.tsx"
import { AudienceMark } from "./AudienceMark.tsx"
import { type CommentDocument, CommentItem, Edited, isOf, Like, Moderate, Remove } from "./CommentView.tsx"
import { Write } from "./ReplyForm.tsx"
import { anchorOf, pageAt, pathAt } from "./ThreadPaths.ts"
import { TextBody, useTranslation } from "./Translated.tsx"

export interface Thread {
  readonly post: PostDocument
  /** The number of comments before those that are shown. */
  readonly offset: number
  /** The address of the comments that this page had no room for. */
  readonly more: Option.Option<string>
  readonly isFollowing: boolean
  /** The comments of others since the reader's last visit. */
  readonly fresh: Option.Option<NewComments>
  /** True for its author, right after it was published. */
  readonly isNew: boolean
  /** Where its author finds others, if it is new. */
  readonly group: Option.Option<GroupWithPosts>
  /** The lines to call for the reader, who has just written that somebody thinks of ending their life. */
  readonly helpLines: ReadonlyArray<HelpLine>
  /** How the author of a first question is told of replies. */
  readonly push: Option.Option<PushState>
  /** How mail tells the author or a follower; none for others, and where no mail is sent. */
  readonly mail: Option.Option<Settings["mail"]>
  /** True for the first post of the reader, a new member, which no moderator has seen yet. */
  readonly waits: boolean
}

/** Why a post is hidden. */
const HiddenNotice = ({ of: { author, decisionId } }: { readonly of: PostDocument }) => {
  const { t, viewer } = useWebRequest()
  return (
    <p class="notice">
      {t.reading.hiddenPost} {isOf(viewer, author) ? `${t.reading.hiddenOwn} ` : null}
      {decisionId === undefined ? null : <a href={`/decisions/${decisionId}`}>{t.reading.decision}</a>}
    </p>
  )
}

const Post = ({ isFollowing, isNew, mail, post, waits }: Thread) => {
  const request = useWebRequest()
  const { author, category, createdAt, disease, editedAt, hidden, id, locked } = post
  const { t, viewer } = request
  const translation = useTranslation("post", post)
  return (
    <article itemScope itemType="https://schema.org/DiscussionForumPosting">
      <h1 dir="auto" lang={translation?.to ?? textLanguage(post)} itemProp="headline">
        {translation?.title ?? post.title}
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
        <AudienceMark of={post} />
        <OtherLanguage of={post} />
        {disease === null ? null : <DiseaseLink disease={disease} />}
      </p>
      {hidden === true && !waits ? <HiddenNotice of={post} /> : null}
      <BlockedText author={author}>
        <TextBody type="post" text={post} />
      </BlockedText>
      {locked ? <p class="notice">{t.reading.locked}</p> : null}
      <div class="actions">
        {locked || hidden === true ? null : (
          <a class="button second" href="#write">
            {t.writing.reply}
          </a>
        )}
        <div class="actions small">
          {hidden === true ? null : (
            <>
              <Like path={`/posts/${id}`} text={post} />
              <Following path={`/posts/${id}`} isFollowing={isFollowing} />
              {isNew || !Option.contains(mail, "off") ? null : (
                <Act action="/notifications/mail" fields={{ next: `/posts/${id}` }} label={t.devices.byMail} plain />
              )}
            </>
          )}
          {isOf(viewer, author) || hidden === true ? null : (
            <a href={`/report?type=post&id=${id}`}>{t.writing.report}</a>
          )}
          <Moderate type="post" id={id} />
          {Option.exists(viewer, isOwnerOrAdmin(author.id)) ? (
            <>
              <a href={`/posts/${id}/edit`}>{t.writing.edit}</a>
              <Remove action={`/posts/${id}/delete`} question={t.writing.removePost} />
            </>
          ) : null}
        </div>
      </div>
    </article>
  )
}

interface FreshProps {
  readonly fresh: NewComments
  readonly isHere: boolean
}

/** The way to the first comment since the reader's last visit. */
const GoOn = ({ fresh, isHere }: FreshProps) => (
  <p>
    <span class="badge status">{useFreshCount(fresh)}</span>{" "}
    <a class="more" href={isHere ? `#${anchorOf(fresh.first)}` : `/comments/${fresh.first}`}>
      {useWebRequest().t.writing.goOn}
    </a>
  </p>
)

/** The maximum number of characters that are shown of a comment that helped. */
const maxBeginning = 160

/**
 * The comments of the page that helped the author of the post, and the way to each: not the first, which is right
 * below.
 */
const Helped = ({ comments }: { readonly comments: ReadonlyArray<CommentDocument> }) => {
  const { t } = useWebRequest()
  const helped = comments.slice(1).filter((comment) => comment.helped)
  return helped.length === 0 ? null : (
    <nav class="panel" aria-labelledby="helped">
      <h3 id="helped">{t.writing.whatHelped({ count: helped.length })}</h3>
      <ul class="plain-list">
        {helped.map(({ author, contentHtml, id, language }) => (
          <li key={id}>
            <a href={`#${anchorOf(id)}`}>{author.username}</a>
            <BlockedText author={author}>
              <p dir="auto" lang={textLanguage({ language })}>
                {excerptOf(textOfHtml(contentHtml), maxBeginning)}
              </p>
            </BlockedText>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const Comment = ({ comment, post }: { readonly comment: CommentDocument; readonly post: PostDocument }) => {
  const quoted = post.comments.find(({ id }) => id === comment.replyTo?.id)
  const mayMark = isOf(useWebRequest().viewer, post.author)
  return <CommentItem comment={comment} quoted={quoted} isLocked={post.locked} mayMark={mayMark} />
}

/** What has just been done, what helps now, and how the reader is told of replies. */
const News = ({ group, helpLines, isNew, mail, post, push, waits }: Thread) => {
  const { query, t, viewer } = useWebRequest()
  const isDone = (done: string) => query["done"] === done && Option.isSome(viewer)
  const isMailed = isNew && Option.contains(mail, "replies")
  return (
    <>
      {waits || isDone("review") ? <Done>{t.writing.waits}</Done> : null}
      {isNew ? <Done>{t.writing.published}</Done> : null}
      {isMailed || isDone("mail") ? <Done>{t.devices.mailDone}</Done> : null}
      {isDone("saved") && isOf(viewer, post.author) ? <Done>{t.settings.saved}</Done> : null}
      {isDone("narrowed") && post.audience !== "everyone" ? (
        <Done>{t.writing.narrowed({ audience: post.audience })}</Done>
      ) : null}
      {isDone("removed") ? <Done>{t.writing.removedComment}</Done> : null}
      {helpLines.length === 0 ? null : <HelpLines lead={t.phenotypes.helpLead} lines={helpLines} />}
      {Option.isSome(push) ? <TellMe {...push.value} /> : null}
      {isNew && Option.isSome(mail) ? <MailMe mail={mail.value} next={`/posts/${post.id}`} /> : null}
      {Option.isSome(group) ? <GroupPosts group={group.value} /> : null}
    </>
  )
}

/** A post with a page of its comments. */
export const ThreadView = (thread: Thread) => {
  const { language, t, url } = useWebRequest()
  const { fresh, more, offset, post } = thread
  const { comments, id, replyCount } = post
  const pagination = { page: pageAt(offset), totalPages: Math.ceil(replyCount / commentsShown) }
  const pages = <Pages pagination={pagination} url={`/posts/${id}`} />
  const isEnd = Option.isNone(more) && offset + comments.length >= replyCount
  const isFirstFresh = ({ id }: CommentDocument) => Option.exists(fresh, ({ first }) => first === id)
  const page = (
    <div class="reading">
      <Trail href="/posts" label={t.layout.posts} />
      <News {...thread} />
      <Post {...thread} />
      <section aria-labelledby="comments">
        <h2
          id="comments"
          data-count={replyCount}
          data-forms={JSON.stringify(countForms(language, (count) => t.reading.replies({ count })))}
        >
          {t.reading.replies({ count: replyCount })}
        </h2>
        {comments.length === 0 ? null : <p class="hint">{t.layout.askFirst}</p>}
        <Helped comments={comments} />
        {Option.isSome(fresh) ? <GoOn fresh={fresh.value} isHere={comments.some(isFirstFresh)} /> : null}
        {pages}
        {offset % commentsShown === 0 ? null : (
          <p>
            <a href={pathAt(id, offset)}>{t.reading.earlierComments}</a>
          </p>
        )}
        <ol class="comments" data-live={isEnd && post.hidden !== true ? id : undefined}>
          {comments.map((comment) => (
            <Fragment key={comment.id}>
              {isFirstFresh(comment) ? <li class="since">{t.writing.sinceLastVisit}</li> : null}
              <Comment comment={comment} post={post} />
            </Fragment>
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
      <Write post={post} />
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
