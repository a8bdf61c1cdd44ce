import type { PostPage } from "../../../../domain/posts/Post.ts"
import { withParameters } from "../../Browser.ts"
import { OtherLanguage } from "../../Components.tsx"
import { textLanguage } from "../../Languages.ts"
import { useWebRequest } from "../../WebRequest.ts"

/** The questions of which no answer helped yet, and none is by a verified member. */
export const waiting = { category: "question", answered: false, limit: 3 } as const

/** The page of all of them. */
const allWaiting = { category: "question", answered: "false" } as const

/** Posts without those that wait above them, so that each is shown once. */
export const postsBeside = ({ data }: PostPage, questions: PostPage): PostPage["data"] => {
  const above = new Set(questions.data.map(({ id }) => id))
  return data.filter(({ id }) => !above.has(id))
}

interface Shown {
  readonly questions: PostPage
  /** Those about one disease. */
  readonly diseaseId?: number
}

/** Their titles, by which somebody who knows an answer finds them. */
export const WaitingQuestions = ({ diseaseId, questions: { data, pagination } }: Shown) => {
  const { t } = useWebRequest()
  const ofDisease = diseaseId === undefined ? {} : { diseaseId, includeDescendants: "true" }
  return (
    <>
      <ul class="links">
        {data.map((post) => (
          <li key={post.id}>
            <a href={`/posts/${post.id}`} dir="auto" lang={textLanguage(post)}>
              {post.title}
            </a>{" "}
            <OtherLanguage of={post} />
          </li>
        ))}
      </ul>
      {pagination.hasMore ? (
        <p>
          <a class="more" href={withParameters("/posts", { ...allWaiting, ...ofDisease })}>
            {t.disease.allQuestions}
          </a>
        </p>
      ) : null}
    </>
  )
}
