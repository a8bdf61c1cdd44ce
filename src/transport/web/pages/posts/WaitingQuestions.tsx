import { type PostPage, waiting } from "../../../../domain/posts/Post.ts"
import { withParameters } from "../../Browser.ts"
import { OtherLanguage } from "../../Components.tsx"
import { type Language, ownLanguageFirst, textLanguage } from "../../Languages.ts"
import { useWebRequest } from "../../WebRequest.ts"

/** The number of waiting questions that a page names, and of those among which it chooses by the reader's language. */
const waitingShown = 3
export const waitingRead = 12

/** The waiting questions that a page names: those in the reader's language first. */
const namedOf = ({ data }: PostPage, language: Language): PostPage["data"] =>
  ownLanguageFirst(data, language).slice(0, waitingShown)

/**
 * Posts without the questions that a page names above them, so that each is shown once; the reader's language first.
 */
export const postsBeside = ({ data }: PostPage, questions: PostPage, language: Language): PostPage["data"] => {
  const above = new Set(namedOf(questions, language).map(({ id }) => id))
  return ownLanguageFirst(
    data.filter(({ id }) => !above.has(id)),
    language
  )
}

interface Shown {
  readonly questions: PostPage
  /** Those about one disease. */
  readonly diseaseId?: number
}

/** Their titles, by which somebody who knows an answer finds them. */
export const WaitingQuestions = ({ diseaseId, questions }: Shown) => {
  const { language, t } = useWebRequest()
  const ofDisease = diseaseId === undefined ? {} : { diseaseId, includeDescendants: "true" }
  return (
    <>
      <ul class="links">
        {namedOf(questions, language).map((post) => (
          <li key={post.id}>
            <a href={`/posts/${post.id}`} dir="auto" lang={textLanguage(post)}>
              {post.title}
            </a>{" "}
            {post.replyCount === 0 ? <span class="badge">{t.disease.noReply}</span> : null} <OtherLanguage of={post} />
          </li>
        ))}
      </ul>
      {questions.pagination.hasMore || questions.data.length > waitingShown ? (
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
