import type { Post } from "../../../../domain/posts/Post.ts"
import { useWebRequest } from "../../WebRequest.ts"

/** Says for whom a post is that is not for everyone. */
export const AudienceMark = ({ of: { audience } }: { readonly of: Pick<Post, "audience"> }) => {
  const { t } = useWebRequest()
  return audience === "everyone" ? null : <span class="tag">{t.reading.audienceMarks[audience]}</span>
}
