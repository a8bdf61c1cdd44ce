import { it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { possible } from "./Audiences.ts"

const changes = [
  { audience: "everyone", sentAt: 0, ackedAt: 10, through: "one" },
  { audience: "members", sentAt: 2_000, ackedAt: 2_100, through: "one" },
  { audience: "disease", sentAt: 5_000, ackedAt: Number.POSITIVE_INFINITY, through: "" }
] as const

it("The audiences that a post may have are those in force, by the instance, and those that are being set", () => {
  deepStrictEqual(possible(changes, "one", 1_000, 1_500), ["everyone"])
  deepStrictEqual(possible(changes, "one", 2_050, 2_200), ["everyone", "members"])
  deepStrictEqual(possible(changes, "one", 2_100, 2_200), ["members"])
  deepStrictEqual(possible(changes, "two", 3_000, 3_200), ["everyone", "members"])
  deepStrictEqual(possible(changes, "two", 3_100, 3_200), ["members"])
  deepStrictEqual(possible(changes, "two", 4_900, 9_000), ["members", "disease"])
})
