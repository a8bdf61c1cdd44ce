// The parts that these suites use of packages which only `npm ci --prefix test/ci` installs: the types hold without them.

declare module "gpt-tokenizer/encoding/*" {
  export const countTokens: (text: string) => number
}

declare module "@stoplight/spectral-core" {
  export class Ruleset {
    constructor(rules: unknown, options: { readonly severity: "recommended" | "all" })
  }
  export class Spectral {
    setRuleset(ruleset: Ruleset): void
    run(document: string): Promise<ReadonlyArray<unknown>>
  }
}

declare module "@stoplight/spectral-rulesets" {
  export const oas: unknown
}
