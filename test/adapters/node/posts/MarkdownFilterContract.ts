import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { type ConfigError, Effect, type Layer } from "effect"
import { MarkdownFilter } from "../../../../src/ports/posts/MarkdownFilter.ts"

/** A text that is short, and one that is long enough to be filtered apart. */
const lengths = [1, 2_000]

/** What every adapter of `MarkdownFilter` does with short and with long texts; its rules are those of `FilterMarkdown.test`. */
export const markdownFilterContract = (name: string, adapter: Layer.Layer<MarkdownFilter, ConfigError.ConfigError>) =>
  layer(adapter, { excludeTestServices: true })(`MarkdownFilter (${name})`, (it) => {
    it.effect("filter removes what is dangerous, keeps the rest, renders it, and changes nothing the second time", () =>
      Effect.gen(function* () {
        const { filter } = yield* MarkdownFilter
        for (const times of lengths) {
          const filtered = yield* filter("Hello <b>world</b>\n\n".repeat(times))
          strictEqual(filtered.content.trimEnd(), "Hello world\n\n".repeat(times).trimEnd())
          strictEqual(filtered.html.match(/<p>Hello world<\/p>/g)?.length, times)
          deepStrictEqual(yield* filter(filtered.content), filtered)
        }
      })
    )

    it.effect("filter and pieces refuse what is nested too deep", () =>
      Effect.gen(function* () {
        const { filter, pieces } = yield* MarkdownFilter
        const deep = `${"> ".repeat(200)}deep`
        const refused = yield* Effect.all([Effect.flip(filter(deep)), Effect.flip(pieces(deep))])
        deepStrictEqual(
          refused.map(({ _tag }) => _tag),
          ["NestedTooDeep", "NestedTooDeep"]
        )
      })
    )

    it.effect("pieces gives the words without code and addresses", () =>
      Effect.gen(function* () {
        const { pieces } = yield* MarkdownFilter
        for (const times of lengths) {
          const found = yield* pieces("Ask `rm -rf` [here](https://example.org)\n\n".repeat(times))
          const texts = found.map((piece) => JSON.stringify(piece)).join("")
          deepStrictEqual(
            [texts.includes("Ask"), texts.includes("rm -rf"), texts.includes("example.org")],
            [true, false, false]
          )
        }
      })
    )

    it.effect("filterTitle removes tags", () =>
      Effect.gen(function* () {
        const { filterTitle } = yield* MarkdownFilter
        strictEqual(filterTitle("A <b>title</b>"), "A title")
      })
    )
  })
