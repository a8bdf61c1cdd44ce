import type { SimilarDiscussions } from "../../../domain/posts/Similar.ts"
import { fenceNote, lineOf, lines, untrusted } from "./Lines.ts"
import { legend, postNumbers, postText } from "./PostsText.ts"

const reasonsTokens = 30

/** Similar discussions. The reasons hold words of members, so they stand inside the fence. */
export const similarText = ({ data }: typeof SimilarDiscussions.Encoded): string =>
  data.length === 0
    ? "Nothing like it has been discussed. create_post starts a thread."
    : lines(
        "The most alike first, with a score from 0 to 1; the last line in a fence tells why.",
        legend,
        fenceNote,
        ...data.flatMap(({ post, reasons, score }) => [
          `${postNumbers(post)} score ${score}`,
          untrusted(lines(postText(post), lineOf(reasons.join("; "), reasonsTokens)))
        ])
      )
