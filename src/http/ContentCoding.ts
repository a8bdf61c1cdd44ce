import { Option } from "effect"

/** How the bytes of an answer may be written (RFC 9110, 8.4.1), the one that is preferred first. */
export const contentCodings = ["br", "gzip", "identity"] as const
export type ContentCoding = (typeof contentCodings)[number]

/** One member of `Accept-Encoding`: a coding with the weight that the client gives it; none where it is malformed. */
const weighted = (member: string): Option.Option<readonly [coding: string, weight: number]> => {
  const [, name, weight = "1"] =
    /^([!#$%&'*+.^`|~\w-]+)[ \t]*(?:;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i.exec(member) ?? []
  if (name === undefined) return Option.none()
  const coding = name.toLowerCase()
  return Option.some([coding === "x-gzip" ? "gzip" : coding, Number(weight)])
}

/** The weight of plain bytes where a client does not name them: it takes them rather than nothing. */
const leastWeight = 0.0001

/**
 * The coding that a client likes best of ours (RFC 9110, 12.5.3); plain bytes where it names none of them, and also
 * where it forbids all of them.
 */
export const contentCodingFor = (acceptEncoding: string | undefined): ContentCoding => {
  if (acceptEncoding === undefined) return "identity"
  const weights = new Map(acceptEncoding.split(",").flatMap((member) => Option.toArray(weighted(member.trim()))))
  const others = weights.get("*")
  const weightOf = (coding: ContentCoding) =>
    weights.get(coding) ?? (coding === "identity" ? Math.min(others ?? leastWeight, leastWeight) : (others ?? 0))
  const best = contentCodings.reduce((best, coding) => (weightOf(coding) > weightOf(best) ? coding : best))
  return weightOf(best) > 0 ? best : "identity"
}
