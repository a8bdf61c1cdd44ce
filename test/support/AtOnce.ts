import { strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { join } from "./Members.ts"
import { type Answer, at } from "./Wire.ts"

export const atOnce = { concurrency: "unbounded" } as const

/** One number of each answer, in ascending order; each answer must be a success. */
export const counted = (answers: ReadonlyArray<Answer>, member: string) => {
  for (const { status } of answers) strictEqual(Math.floor(status / 100), 2)
  return answers.map(({ body }) => Number(at(body, member))).sort((a, b) => a - b)
}

export const members = (count: number) => Effect.forEach(Array.range(1, count), () => join(), { concurrency: 4 })
