import { expect, it } from "@effect/vitest"
import { allowing } from "./allowing.ts"
import type { Check } from "./roomChecks.ts"
import { source, sourcesOf } from "./Source.ts"

export const sources = [...sourcesOf("src"), ...sourcesOf("packages"), ...sourcesOf("test")]

/** Files that break a rule, by name and text, and the breaches that the check must report. */
interface Planted {
  readonly files: Readonly<Record<string, string>>
  readonly found: ReadonlyArray<string>
}

/** Tests that the project keeps a rule, except for the named breaches, and that the check sees planted ones. */
export const rule = (
  title: string,
  check: Check,
  { files, found }: Planted,
  { allowed = [], of = sources }: { readonly allowed?: ReadonlyArray<string>; readonly of?: typeof sources } = {}
) => {
  it(title, () => expect(allowing(check, allowed)(of)).toEqual([]))
  it(`${title}: the check sees a planted breach`, () =>
    expect(check(Object.entries(files).map(([file, text]) => source(file, text)))).toEqual(found))
}
