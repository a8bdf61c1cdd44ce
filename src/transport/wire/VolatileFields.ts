import { DateTime, Option } from "effect"
import type { PostPage } from "../../domain/posts/Post.ts"
import type { Statistics } from "../../domain/Statistics.ts"
import type { VolatileField } from "./RequestContext.ts"

export const viewsOf = ({ viewCount }: { readonly viewCount: number }): VolatileField => ({
  name: "viewCount",
  value: viewCount
})

export const viewsOfList = ({ data }: PostPage): ReadonlyArray<VolatileField> => data.map(viewsOf)

/** The time of the statistics, which a cached response renews. `now` is in milliseconds. */
export const renewedTime =
  (now: () => number) =>
  ({ generatedAt }: Statistics): ReadonlyArray<VolatileField> => {
    const value = () => DateTime.formatIso(DateTime.unsafeMake(now()))
    const acquire = () => Option.some({ value, release: () => undefined })
    return [{ name: "generatedAt", value: DateTime.formatIso(generatedAt), acquire }]
  }
