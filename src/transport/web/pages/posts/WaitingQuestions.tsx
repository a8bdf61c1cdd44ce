import { type PostPage, waiting } from "../../../../domain/posts/Post.ts"
import { withParameters } from "../../Browser.ts"
import { OtherLanguage } from "../../Components.tsx"
import { textLanguage } from "../../Languages.ts"
import { useWebRequest } from "../../WebRequest.ts"

/** The number of waiting questions that a page names. */
export const waitingShown = 3

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
          <a
            class="more"
            href={withParameters("/posts", {
              category: waiting.category,
              answered: `${waiting.answered}`,
              ...ofDisease
            })}
          >
            {t.disease.allQuestions}
          </a>
        </p>
      ) : null}
    </>
  )
}
