import { Option } from "effect"
import type { PostPage } from "../../../../domain/posts/Post.ts"
import type { GroupWithPosts } from "../../../../services/diseases/GroupOfRare.ts"
import { Following } from "../../FollowButton.tsx"
import { List } from "../../Lists.tsx"
import { useWebRequest } from "../../WebRequest.ts"
import { PostItem } from "../posts/PostItem.tsx"
import { DiseaseNameOf } from "./DiseaseNames.tsx"

/** Where others with related forms of a disease write: the posts of its group. */
export const GroupPosts = ({ group }: { readonly group: GroupWithPosts }) => {
  const { t } = useWebRequest()
  const { id, posts } = group
  return (
    <p class="hint">
      {t.disease.inGroup}
      {t.layout.colon}{" "}
      <a href={`/posts?diseaseId=${id}&includeDescendants=true`}>
        <DiseaseNameOf disease={group} />
      </a>{" "}
      ({t.reading.postCount({ count: posts })})
    </p>
  )
}

export interface GroupToFollow {
  readonly group: Option.Option<GroupWithPosts>
  readonly followsGroup: boolean
}

/** The group of a disease about which few write, and the button to follow it. */
export const FollowGroup = ({ followsGroup, group }: GroupToFollow) => {
  const { t } = useWebRequest()
  return Option.isNone(group) ? null : (
    <>
      <GroupPosts group={group.value} />
      <div class="actions">
        <Following
          path={`/diseases/${group.value.id}`}
          isFollowing={followsGroup}
          labels={{ follow: t.disease.followGroup, unfollow: t.disease.unfollowGroup }}
        />
      </div>
    </>
  )
}

interface RelatedProps {
  readonly diseaseId: number
  readonly related: PostPage["data"]
  /** There are more than these. */
  readonly hasMore: boolean
}

/** Posts about the group and the other forms of a disease about which few write. */
export const RelatedPosts = ({ diseaseId, hasMore, related }: RelatedProps) => {
  const { t } = useWebRequest()
  return related.length === 0 ? null : (
    <>
      <h3>{t.disease.relatedPosts}</h3>
      <List empty="">
        {related.map((post) => (
          <PostItem key={post.id} post={post} />
        ))}
      </List>
      {hasMore ? (
        <p>
          <a class="more" href={`/posts?diseaseId=${diseaseId}&includeRelated=true`}>
            {t.disease.allRelatedPosts}
          </a>
        </p>
      ) : null}
    </>
  )
}
