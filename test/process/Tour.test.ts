import { describe, expect, it } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import { dataDir, firstAdminCode, logged, start } from "./Program.ts"
import { documentsIn, notShown, readme, runAsShown, stepsOf } from "./Readme.ts"

describe("The five-minute tour of the README", () => {
  const steps = stepsOf(readme(), "A five-minute tour")

  it("holds commands with the server's URL, and their output", () => {
    expect(steps[0]?.commands).toMatch(/^BASE=http:\/\/127\.0\.0\.1:3000$/m)
    expect(steps.flatMap(({ shown }) => shown).length).toBeGreaterThan(2)
  })

  it.scopedLive("runs as pasted, and prints the shown output", () =>
    Effect.gen(function* () {
      const program = yield* start({ DATA_DIR: yield* dataDir })
      const atUrl = steps.map((step) => ({
        ...step,
        commands: step.commands.replace(/^BASE=\S+$/m, `BASE=${program.url}`)
      }))
      yield* runAsShown(atUrl, { ADMIN_CODE: firstAdminCode(yield* program.stdout) })

      yield* program.kill("SIGTERM")
      yield* program.ended
      const statuses = logged(yield* program.stdout).map(({ annotations }) =>
        Predicate.hasProperty(annotations, "status") ? Number(annotations.status) : 0
      )
      const errorsShown = steps.flatMap(({ shown }) => shown).filter(Predicate.hasProperty("error"))
      expect(statuses.filter((status) => status >= 400)).toHaveLength(errorsShown.length)
    })
  )

  it("is compared by a check that sees a missing or different member", () => {
    const [step] = stepsOf(
      '# T\n\n```sh\na\n```\n\n```json\n{"a": [{"b": "…"}], …}\n```\n\n## U\n\n# V\n\n```sh\nb\n```\n',
      "T"
    )
    expect(step).toEqual({ commands: "a", shown: [{ a: [{ b: "…" }] }] })
    expect(documentsIn('said: {"a":[{"b":"}"}]}\n[1]{"c"\nend')).toEqual([{ a: [{ b: "}" }] }, [1]])
    expect(notShown(step?.shown[0], { a: [{ c: 1 }] })).toEqual(["answer.a[0].b"])
    expect(notShown(step?.shown[0], { a: [] })).toEqual(["answer.a is empty"])
    expect(notShown(step?.shown[0], { a: [{ b: "any", c: 2 }] })).toEqual([])
    expect(notShown({ a: "rdc_…", b: 1 }, { a: "rdx_1", b: 2 })).toEqual(['answer.a is "rdx_1"', "answer.b is 2"])
  })
})
