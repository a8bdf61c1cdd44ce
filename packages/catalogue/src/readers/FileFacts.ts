import { Data } from "effect"
import { copyText } from "../CleanText.ts"
import type { Fact, Term } from "../Facts.ts"
import { linesOf, textOf } from "./FileText.ts"
import { isOrphadataXml, orphadataFacts } from "./OrphadataXml.ts"
import { tableFacts, tableOf } from "./Tables.ts"

const isObo = (head: string): boolean => /^format-version:/m.test(head.slice(0, 2_000))

/** Escapes of OBO that mean another character; any other escaped character means itself. */
const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", W: " " }

const unescaped = (text: string) =>
  copyText(text.replace(/\\(.)/g, (_, escaped: string) => escapes[escaped] ?? escaped))

const quoted = (value: string): { readonly text: string; readonly rest: string } => {
  const [, text = "", rest = ""] = /^"((?:[^"\\]|\\.)*)"\s*(.*)$/.exec(value) ?? []
  return { text: unescaped(text).trim(), rest }
}

/** Writes the relations of the ontology's grammar in a definition, such as "has_material_basis_in", as words. */
const readable = (definition: string) => definition.replace(/(?<=[a-z])_(?=[a-z])/g, " ").replace(/\s+/g, " ")

/** The first word of a value, without the qualifiers and the comment after it. */
const firstWord = (value: string) => unescaped(/^\S+/.exec(value)?.[0] ?? "")

/** The types of acronyms in the Disease Ontology and in Mondo. */
const acronymTypes = /\b(OMO:0003012|ABBREVIATION)\b/

const synonymOf = (value: string) => {
  const { rest, text } = quoted(value)
  return { text, exact: /^EXACT\b/.test(rest), abbreviation: acronymTypes.test(rest) }
}

/** Mondo marks the references that mean exactly the same. */
const referenceOf = (value: string) => ({ code: firstWord(value), exact: /"MONDO:equivalentTo"/.test(value) })

type Writable<Value> = Value extends ReadonlyArray<infer Item> ? Array<Item> : Value
type Draft = { -readonly [Key in keyof Term]: Writable<Term[Key]> }

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

/** The effect of each tag on its term. */
const tags: Readonly<Record<string, (term: Draft, value: string) => void>> = {
  id: (term, value) => {
    term.id = firstWord(value)
  },
  name: (term, value) => {
    term.name = unescaped(value).trim()
  },
  def: (term, value) => {
    term.definition = readable(quoted(value).text) || term.definition
  },
  synonym: ({ synonyms }, value) => synonyms.push(synonymOf(value)),
  xref: ({ references }, value) => references.push(referenceOf(value)),
  is_a: ({ parents }, value) => parents.push(firstWord(value)),
  alt_id: ({ mergedIds }, value) => mergedIds.push(firstWord(value)),
  replaced_by: ({ replacedBy }, value) => replacedBy.push(firstWord(value)),
  // A subset may be written as an address.
  subset: ({ subsets }, value) => subsets.push(firstWord(value).replace(/^.*[#/]/, "")),
  is_obsolete: (term, value) => {
    term.obsolete = firstWord(value) === "true"
  }
}

/** The release in a header: "2026-07-31" in "doid/releases/2026-07-31/subsets/DO_rare_slim.obo". */
const releaseOf = (value: string) => {
  const [version] = /\d{4}-\d{2}-\d{2}/.exec(value) ?? []
  const of = /doid/i.test(value) ? "doid" : "mondo"
  return version === undefined ? undefined : ({ kind: "release", of, version } as const)
}

/** The terms of an ontology. Throws when its last line is cut off. */
async function* oboFacts(text: AsyncIterable<string>): AsyncGenerator<Fact> {
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

const unreadable = {
  cut: "it is cut off",
  format: "it cannot be read",
  missing: "there is no such file or folder",
  status: "it answers with a failure",
  time: "it does not answer within 60 seconds",
  transfer: "reading it failed"
} as const

/** A source is missing or broken, and nothing of it is used. */
export class UnreadableSource extends Data.TaggedError("UnreadableSource")<{
  readonly file: string
  readonly fault: keyof typeof unreadable
  /** The status, or the message of the file system or of a parser. */
  readonly detail?: string | number
}> {
  override get message() {
    const text = `${this.file}: ${unreadable[this.fault]}`
    return this.detail === undefined ? text : `${text} (${this.detail})`
  }
}

const parserOf = (head: string): ((text: AsyncIterable<string>) => AsyncIterable<Fact>) | undefined => {
  if (isOrphadataXml(head)) return orphadataFacts
  if (isObo(head)) return oboFacts
  const table = tableOf(head)
  return table && ((text) => tableFacts(table, text))
}

const factsOf = async (bytes: AsyncIterable<Uint8Array>): Promise<ReadonlyArray<Fact> | undefined> => {
  const { close, head, pieces } = await textOf(bytes)
  const parse = parserOf(head.replace(/^(\ufeff|\u00ef\u00bb\u00bf)/, ""))
  if (parse === undefined) {
    await close()
    return undefined
  }
  const facts: Array<Fact> = []
  for await (const fact of parse(pieces)) facts.push(fact)
  return facts
}

/** The failure of zlib or a parser. */
const failureOf = (file: string, cause: unknown) => {
  const [detail = ""] = (cause instanceof Error ? cause.message : String(cause)).split("\n", 1)
  const isCut = /unexpected end of file|Unclosed root tag|Unexpected end|Unclosed/i.test(detail)
  return new UnreadableSource({ file, fault: isCut ? "cut" : "format", detail })
}

/**
 * All facts of a file; undefined for a file of an unknown kind. The content decides the kind, since names of files
 * differ between releases. Rejects with `UnreadableSource`.
 */
export const factsIn = async (
  file: string,
  bytes: AsyncIterable<Uint8Array>
): Promise<ReadonlyArray<Fact> | undefined> => {
  try {
    return await factsOf(bytes)
  } catch (cause) {
    throw cause instanceof UnreadableSource ? cause : failureOf(file, cause)
  }
}
