import { Option } from "effect"
import type { ListedPost } from "../../../../domain/posts/Post.ts"
import { BlockedText } from "../../BlockedText.tsx"
import { Likes, MemberName, OtherLanguage, When, Who } from "../../Components.tsx"
import { textLanguage } from "../../Languages.ts"
import { Highlight } from "../../Markup.tsx"
import { Fresh } from "../../ReaderOverlay.tsx"
import { useWebRequest } from "../../WebRequest.ts"
import { DiseaseLink } from "../diseases/DiseaseNames.tsx"
import { AudienceMark } from "./AudienceMark.tsx"

interface Shown {
  readonly post: ListedPost
  /** Among the posts of one member, whom the page has named. */
  readonly isOfMember?: boolean
  /** The level of its title: below the heading of its list. */
  readonly heading?: "h2" | "h3"
}

/** A post of a list. */
export const PostItem = ({ heading: Heading = "h3", isOfMember = false, post }: Shown) => {
  const { t } = useWebRequest()
  const { author, category, createdAt, disease, excerpt, commentAuthor, highlight, id, related, replyCount, title } =
    post
  return (
    <li class={isOfMember ? "card" : "card faced"}>
      <Heading>
        <a href={`/posts/${id}`} dir="auto" lang={textLanguage(post)}>
          {highlight?.title == null ? title : <Highlight html={highlight.title} />}
        </a>
      </Heading>
      {isOfMember ? null : (
        <p class="facts">
          <Who author={author} />
        </p>
      )}
      <BlockedText author={author}>
        {commentAuthor === undefined ? null : (
          <p class="hint">
            {t.reading.inReplyOf} <MemberName of={commentAuthor} />
            {t.layout.colon}
          </p>
        )}
        <p
          class={highlight?.text == null ? "excerpt" : undefined}
          dir="auto"
          lang={commentAuthor === undefined ? textLanguage(post) : undefined}
        >
          {highlight?.text == null ? excerpt : <Highlight html={highlight.text} />}
        </p>
      </BlockedText>
      <p class="facts">
        <span class="tag">{t.reading.categories[category]}</span>
        <AudienceMark of={post} />
        {related === true ? <span class="tag">{t.reading.relatedForm}</span> : null}
        <OtherLanguage of={post} />
        {Option.isSome(disease) ? <DiseaseLink disease={disease.value} /> : null}
        <span class="group">
          <span>{t.reading.replies({ count: replyCount })}</span>
          <Fresh postId={id} />
          <Likes of={post} />
        </span>
        <When at={createdAt} ago />
        {post.missing?.[0] && <span dir="auto">{t.reading.missing({ words: post.missing.join(", ") })}</span>}
      </p>
    </li>
  )
}
