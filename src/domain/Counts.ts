import { Record } from "effect"

type Counts<Name extends string> = { readonly [Each in Name]: number }

export const addCounts = <Name extends string>(one: Counts<Name>, other: Counts<Name>): Counts<Name> =>
  Record.map(one, (count, name) => count + other[name])
