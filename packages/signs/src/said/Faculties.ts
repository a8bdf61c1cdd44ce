import type { Grammar } from "../Grammar.ts"
import { negationKey, type SignWord } from "../SignWords.ts"
import { anyOf, folded, matches, type Range, rangesOf, smallWords } from "../WordPatterns.ts"

/** A faculty that a text says is well, and the sign that it denies by that. */
interface Well extends Range {
  readonly id: string
}

/** At most so many letters are between a faculty and what says that it is well. */
const maxBetween = 30

/** Finds what is said to be well: who "hears perfectly" has no hearing impairment. */
export class Faculties {
  readonly #faculties: ReadonlyArray<readonly [id: string, pattern: RegExp | undefined]>
  readonly #well: RegExp | undefined
  readonly #sound: RegExp | undefined
  readonly #limits: ReadonlySet<string>
  readonly #measures: RegExp | undefined

  constructor({ faculties, limitsOfWell: limits, measures, saidToBeSound: sound, saidToBeWell: well }: Grammar) {
    this.#faculties = Object.entries(faculties).map(([id, words]) => [id, anyOf(words)])
    this.#well = anyOf(well)
    this.#sound = anyOf(sound)
    this.#limits = folded(limits)
    this.#measures = anyOf(measures)
  }

  /** True for a sign that only names what is measured, and may be well: "kidney function". */
  isMeasured(sign: string): boolean {
    return matches(this.#measures, sign)
  }

  /** The faculties that a clause calls well, without a denial or a limit ("with glasses", "until last year"). */
  wellIn(clause: string, words: ReadonlyArray<SignWord>): ReadonlyArray<Well> {
    const sound = rangesOf(this.#sound, clause)
    const well = [...rangesOf(this.#well, clause), ...sound]
    if (well.length === 0) return []
    const isOfSound = ({ from, to }: Range) => sound.some((one) => from < one.to && to > one.from)
    const denials = words.filter((word) => word.keys[0] === negationKey && !isOfSound(word))
    // "Has no fever and hears well" hears well.
    const joints = denials.length === 0 ? [] : words.filter(({ isJoined }) => isJoined)
    const isDenied = ({ from, to }: Range) => {
      const start = joints.findLast((joint) => joint.from <= from)?.from ?? 0
      const end = joints.find((joint) => joint.from >= to)?.from ?? clause.length
      return denials.some((denial) => denial.from >= start && denial.from < end)
    }
    // "Heart and kidneys are fine", but not "no problems at birth and her vision is poor".
    const isNear = (one: Range, other: Range) => {
      const [from, to] = [Math.min(one.to, other.to), Math.max(one.from, other.from)]
      const isApart = isOfSound(other) && words.some((word) => word.isJoined && word.from > from && word.from <= to)
      return to - from <= maxBetween && !isApart
    }
    const rest = sound.length === 0 ? clause : clause.replace(this.#sound ?? "", " ")
    if (smallWords(rest).some((word) => this.#limits.has(word))) return []
    return this.#faculties.flatMap(([id, pattern]) => {
      const near = rangesOf(pattern, clause).flatMap((one) => {
        const other = well.find((other) => isNear(one, other))
        return other === undefined ? [] : [{ from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) }]
      })
      return near
        .filter((range) => !isDenied(range))
        .slice(0, 1)
        .map((range) => ({ id, ...range }))
    })
  }
}
