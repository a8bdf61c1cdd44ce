import type { CommentOfMember } from "../../../../domain/posts/Comment.ts"
import { OtherLanguage, When } from "../../Components.tsx"
import { textLanguage } from "../../Languages.ts"
import { List } from "../../Lists.tsx"
import { useWebRequest } from "../../WebRequest.ts"

interface RepliesProps {
  readonly comments: ReadonlyArray<CommentOfMember>
  readonly username: string
}

/** The newest replies of a member, each as the way to its thread. */
export const RepliesOfMember = ({ comments, username }: RepliesProps) => {
  const { t } = useWebRequest()
  return (
    <section aria-labelledby="replies">
      <h2 id="replies">{t.members.repliesOf({ name: username })}</h2>
      <List empty={t.members.noReplies} plain>
        {comments.map((comment) => (
          <li class="row" key={comment.id}>
            <p class="strong">
              <a href={`/comments/${comment.id}`} dir="auto">
                {comment.postTitle}
              </a>
            </p>
            <p class="excerpt" dir="auto" lang={textLanguage(comment)}>
              {comment.excerpt}
            </p>
            <p class="facts">
              <OtherLanguage of={comment} />
              <When at={comment.createdAt} ago />
            </p>
          </li>
        ))}
      </List>
    </section>
  )
}
