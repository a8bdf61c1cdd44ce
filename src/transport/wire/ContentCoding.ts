import { Option } from "effect"

/** The codings of a response body (RFC 9110, 8.4.1), the preferred one first. */
const contentCodings = ["br", "gzip", "identity"] as const
export type ContentCoding = (typeof contentCodings)[number]

/** Parses one member of `Accept-Encoding`, a coding with its weight; none where it is malformed. */
const parseMember = (member: string): Option.Option<readonly [coding: string, weight: number]> => {
  const [, name, weight = "1"] =
    /^([!#$%&'*+.^`|~\w-]+)[ \t]*(?:;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i.exec(member) ?? []
  if (name === undefined) return Option.none()
  const coding = name.toLowerCase()
  return Option.some([coding === "x-gzip" ? "gzip" : coding, Number(weight)])
}

/** The weight of identity where a client does not name it: better than no response. */
const leastWeight = 0.0001

/** The coding that a client prefers (RFC 9110, 12.5.3); identity where it names no other, or forbids all. */
export const contentCodingFor = (acceptEncoding: string | undefined): ContentCoding => {
  if (acceptEncoding === undefined) return "identity"
  const weights = new Map(acceptEncoding.split(",").flatMap((member) => Option.toArray(parseMember(member.trim()))))
  const others = weights.get("*")
  const weightOf = (coding: ContentCoding) =>
    weights.get(coding) ?? (coding === "identity" ? Math.min(others ?? leastWeight, leastWeight) : (others ?? 0))
  const best = contentCodings.reduce((best, coding) => (weightOf(coding) > weightOf(best) ? coding : best))
  return weightOf(best) > 0 ? best : "identity"
}
