import { ownText } from "./CleanText.ts"
import type { Fact, Term } from "./Facts.ts"
import { linesOf } from "./FileText.ts"

/** Whether a text is an ontology in the OBO format. */
export const isObo = (head: string): boolean => /^format-version:/m.test(head.slice(0, 2_000))

/** What stands for itself behind a backslash, and what for another character. */
const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", W: " " }

/** A text without the escapes of OBO: `\:` is a colon, `\"` a quote. */
const unescaped = (text: string) => ownText(text.replace(/\\(.)/g, (_, escaped: string) => escapes[escaped] ?? escaped))

/** The quoted text that a value begins with, and what follows it. */
const quoted = (value: string): { readonly text: string; readonly rest: string } | undefined => {
  const match = /^"((?:[^"\\]|\\.)*)"\s*(.*)$/.exec(value)
  return match === null ? undefined : { text: unescaped(match[1] ?? "").trim(), rest: match[2] ?? "" }
}

/** The relations of the ontology's grammar in a definition read as words: "has_material_basis_in". */
const readable = (definition: string) => definition.replace(/(?<=[a-z])_(?=[a-z])/g, " ").replace(/\s+/g, " ")

/** The first word of a value, without the qualifiers and the comment behind it. */
const firstWord = (value: string) => unescaped(/^\S+/.exec(value)?.[0] ?? "")

/** Acronyms have this type in the Disease Ontology, and this one in Mondo. */
const acronymTypes = /\b(OMO:0003012|ABBREVIATION)\b/

const synonymOf = (value: string) => {
  const { rest = "", text = "" } = quoted(value) ?? {}
  return { text, exact: /^EXACT\b/.test(rest), abbreviation: acronymTypes.test(rest) }
}

/** Mondo marks which of its references are the same thing. */
const referenceOf = (value: string) => ({ code: firstWord(value), exact: /"MONDO:equivalentTo"/.test(value) })

/** `rare`, also where it is written as an address. */
const subsetOf = (value: string) => firstWord(value).replace(/^.*[#/]/, "")

type Draft = { -readonly [Key in keyof Term]: Term[Key] }

const emptyTerm = (): Draft => ({
  kind: "term",
  id: "",
  name: "",
  definition: undefined,
  synonyms: [],
  references: [],
  parents: [],
  mergedIds: [],
  replacedBy: [],
  subsets: [],
  obsolete: false
})

/** How each tag that we use changes the term that it stands in. */
const tags: Readonly<Record<string, (term: Draft, value: string) => void>> = {
  id: (term, value) => {
    term.id = firstWord(value)
  },
  name: (term, value) => {
    term.name = unescaped(value).trim()
  },
  def: (term, value) => {
    const text = quoted(value)?.text
    if (text !== undefined && text !== "") term.definition = readable(text)
  },
  synonym: (term, value) => {
    term.synonyms = [...term.synonyms, synonymOf(value)]
  },
  xref: (term, value) => {
    term.references = [...term.references, referenceOf(value)]
  },
  is_a: (term, value) => {
    term.parents = [...term.parents, firstWord(value)]
  },
  alt_id: (term, value) => {
    term.mergedIds = [...term.mergedIds, firstWord(value)]
  },
  replaced_by: (term, value) => {
    term.replacedBy = [...term.replacedBy, firstWord(value)]
  },
  subset: (term, value) => {
    term.subsets = [...term.subsets, subsetOf(value)]
  },
  is_obsolete: (term, value) => {
    term.obsolete = firstWord(value) === "true"
  }
}

/** The release that a header names: "2026-07-31" of "doid/releases/2026-07-31/subsets/DO_rare_slim.obo". */
const releaseOf = (value: string) => {
  const [version] = /\d{4}-\d{2}-\d{2}/.exec(value) ?? []
  const of = /doid/i.test(value) ? "doid" : "mondo"
  return version === undefined ? undefined : ({ kind: "release", of, version } as const)
}

/** The terms of an ontology. Throws when its last line is cut off. */
export async function* oboFacts(text: AsyncIterable<string>): AsyncGenerator<Fact> {
  let term: Draft | undefined
  let release: ReturnType<typeof releaseOf>
  let rows = 0
  for await (const line of linesOf(text)) {
    if (/^\[\w+\]\s*$/.test(line)) {
      if (term !== undefined && term.id !== "") yield term
      rows += 1
      term = line.startsWith("[Term]") ? emptyTerm() : undefined
      continue
    }
    const [, tag = "", value = ""] = /^([\w-]+):\s*(.*)$/.exec(line) ?? []
    if (term !== undefined && Object.hasOwn(tags, tag)) tags[tag]?.(term, value)
    if (tag === "data-version") release ??= releaseOf(value)
  }
  if (term !== undefined && term.id !== "") yield term
  if (release !== undefined) yield { ...release, rows }
}
