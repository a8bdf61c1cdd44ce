/** A media range of an `Accept` header, in lower case, with its weight (RFC 9110, 12.5.1). */
interface MediaRange {
  readonly type: string
  readonly weight: number
}

/** The maximum number of media ranges of an `Accept` header that are read. */
const maxRanges = 20

const rangesOf = (accept: string): ReadonlyArray<MediaRange> =>
  accept.split(",", maxRanges).map((member) => {
    const [type = "", ...parameters] = member.split(";").map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith("q="))
    return { type, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
  })

/** The weight of a media type: that of the most particular range that it is in, 0 where none is. */
export const weightOf = (accept: string, type: string): number => {
  const ranges = rangesOf(accept)
  const found = [type, `${type.split("/")[0]}/*`, "*/*"].flatMap((range) =>
    ranges.filter((one) => one.type === range).slice(0, 1)
  )
  return found[0]?.weight ?? 0
}

/** True for a client that takes HTML, and before JSON: a browser, and not a program. */
export const prefersHtml = (accept = ""): boolean => {
  const ranges = rangesOf(accept)
  const html = ranges.findIndex(({ type, weight }) => type === "text/html" && weight > 0)
  const json = ranges.findIndex(({ type }) => type === "application/json")
  if (html === -1 || json === -1) return html !== -1
  const [htmlWeight = 0, jsonWeight = 0] = [ranges[html]?.weight, ranges[json]?.weight]
  return htmlWeight > jsonWeight || (htmlWeight === jsonWeight && html < json)
}

/** True for a client that names JSON in its `Accept`, and does not prefer HTML. */
export const namesJson = (accept = ""): boolean =>
  rangesOf(accept).some(({ type, weight }) => type === "application/json" && weight > 0) && !prefersHtml(accept)
