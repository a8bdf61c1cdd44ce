import type { Check } from "./roomChecks.ts"

const isOf = (breach: string, allowance: string) => breach === allowance || breach.startsWith(`${allowance} `)

/** A check that lets the named breaches pass, and reports the names that let none pass. */
export const allowing =
  (check: Check, allowances: ReadonlyArray<string>): Check =>
  (sources) => {
    const breaches = check(sources)
    return [
      ...breaches.filter((breach) => !allowances.some((allowance) => isOf(breach, allowance))),
      ...allowances
        .filter((allowance) => !breaches.some((breach) => isOf(breach, allowance)))
        .map((allowance) => `${allowance}: the allowance is not used any more`)
    ]
  }
