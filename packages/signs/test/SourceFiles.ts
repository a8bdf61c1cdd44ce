import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"

/** The lines of a file of `content/`, in cells. Nothing here uses the readers of the server. */
const cellsOf = (path: string): ReadonlyArray<ReadonlyArray<string>> =>
  textOf(path)
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t"))

export const textOf = (path: string): string =>
  gunzipSync(readFileSync(new URL(`../../../content/${path}`, import.meta.url))).toString("utf8")

export const hpoJson = "hpo/hp.v2025-05-06.json.gz"
export const hpoa = "hpo/phenotype.v2025-05-06.hpoa.gz"
export const orphanetPhenotypes = "orphanet/orphanet-phenotypes.tsv.gz"

interface CountRow {
  readonly found: number
  readonly of: number
}

/** All that the files say about a sign in one entry. */
interface PhenotypeRows {
  readonly classes: Set<string>
  readonly counts: Array<CountRow>
  readonly percents: Array<number>
  named: boolean
  /** Each reference of a row with counts. */
  readonly references: Array<string>
}

/** A statement of the API about a sign of a disease. */
export interface Stated {
  readonly id: string
  readonly frequency: string | null
  readonly frequencyClass: string | null
  readonly source: string
  readonly observed: { readonly count: number; readonly of: number } | null
  readonly observedSource: string | null
}

const classes = ["obligate", "very_frequent", "frequent", "occasional", "very_rare", "excluded"]
const words = ["always", "very frequent", "frequent", "occasional", "very rare", "excluded"]

/** The current id of each id of HPO, by hp.json. */
const currentIds = (): ReadonlyMap<string, string> => {
  const current = new Map<string, string>()
  const replaced = new Map<string, string>()
  for (const { id, meta } of JSON.parse(textOf(hpoJson)).graphs[0].nodes) {
    const own = /HP_(\d{7})$/.exec(id)?.[1]
    if (own === undefined) continue
    for (const { pred, val } of meta?.basicPropertyValues ?? []) {
      if (pred.endsWith("hasAlternativeId")) replaced.set(val, `HP:${own}`)
      if (pred.endsWith("IAO_0100001")) replaced.set(`HP:${own}`, val.replace(/^.*HP[_:]/, "HP:"))
    }
    if (meta?.deprecated !== true) current.set(`HP:${own}`, `HP:${own}`)
  }
  for (const [id, by] of replaced) if (!current.has(id)) current.set(id, by)
  return current
}

/** The statements of the source files, by entry, then by sign. */
export const saidByEntry = (): ReadonlyMap<string, ReadonlyMap<string, PhenotypeRows>> => {
  const ids = currentIds()
  const all = new Map<string, Map<string, PhenotypeRows>>()
  const at = (code: string, hpo: string): PhenotypeRows => {
    const entry = all.get(code) ?? new Map<string, PhenotypeRows>()
    all.set(code, entry)
    const id = ids.get(hpo) ?? hpo
    const said = entry.get(id) ?? { classes: new Set(), counts: [], percents: [], named: false, references: [] }
    entry.set(id, said)
    return said
  }
  const [, ...orphanet] = cellsOf(orphanetPhenotypes)
  const inOrphanet = new Set(orphanet.map(([orpha]) => `ORPHA:${orpha}`))
  for (const [orpha = "", hpo = "", word = ""] of orphanet) at(`ORPHA:${orpha}`, hpo).classes.add(word)
  for (const [code = "", , not, hpo = "", reference = "", , , frequency = "", , , aspect] of cellsOf(hpoa)) {
    if (aspect !== "P" || !/^(OMIM|ORPHA):/.test(code) || inOrphanet.has(code)) continue
    const said = at(code, hpo)
    const term = ["HP:0040280", "HP:0040281", "HP:0040282", "HP:0040283", "HP:0040284", "HP:0040285"].indexOf(frequency)
    if (not === "NOT") said.classes.add("excluded")
    else if (term >= 0) said.classes.add(classes[term] ?? "")
    else if (frequency.includes("/")) {
      const [found = 0, of = 0] = frequency.split("/").map(Number)
      said.counts.push({ found, of })
      said.references.push(...reference.split(";"))
    } else if (frequency.endsWith("%")) said.percents.push(Number.parseFloat(frequency))
    else said.named = true
  }
  return all
}

const occurs = ({ classes: known, counts, named, percents }: PhenotypeRows): boolean =>
  named ||
  percents.length > 0 ||
  counts.some(({ found }) => found > 0) ||
  Array.from(known).some((one) => one !== "excluded")

/**
 * The class that one entry may be quoted with: of several that are not "excluded" the least frequent; of Orphanet, which
 * has one for each of the phenotypes that HPO has merged, the most frequent.
 */
const classIn = (code: string, said: PhenotypeRows): string | undefined => {
  const known = classes.filter((one) => said.classes.has(one))
  const present = known.filter((one) => one !== "excluded")
  return present.at(code.startsWith("ORPHA:") ? 0 : -1) ?? (occurs(said) ? undefined : known[0])
}

const countsFit = ({ count, of }: NonNullable<Stated["observed"]>, { counts, references }: PhenotypeRows): boolean => {
  const sum = counts.reduce((all, row) => ({ found: all.found + row.found, of: all.of + row.of }), { found: 0, of: 0 })
  if (new Set(references).size === references.length) return count === sum.found && of === sum.of
  // Rows of one publication may be about the same people: then fewer are counted.
  return of <= sum.of && count <= sum.found && counts.some((row) => row.of <= of && row.found <= count)
}

/** The signs of a disease, by its codes in order, those of Orphanet first. */
export const signsIn = (all: ReturnType<typeof saidByEntry>, codes: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(codes.flatMap((code) => Array.from(all.get(code) ?? []).flatMap(([id, said]) => (occurs(said) ? [id] : []))))

/** The untrue part of a statement, by the source files; undefined where all is true. */
export const untruthIn = (
  all: ReturnType<typeof saidByEntry>,
  codes: ReadonlyArray<string>,
  stated: Stated
): string | undefined => {
  const { frequency, frequencyClass, id, observed, observedSource, source } = stated
  const facts = codes.flatMap((code) => {
    const said = all.get(code)?.get(id)
    return said === undefined ? [] : [{ code, said, known: classIn(code, said) }]
  })
  const wrong = (what: string) => `${what}: ${JSON.stringify(stated)}`
  if (!facts.some(({ code }) => code === source)) return wrong("the source says nothing about it")
  if (observed !== null) {
    const of = facts.find(({ code }) => code === observedSource)?.said
    if (of === undefined || !countsFit(observed, of)) return wrong("the counts are of no source")
  }
  const classed = facts.filter(({ known }) => known !== undefined)
  const first = classed.find(({ code }) => code.startsWith("ORPHA")) ?? classed[0]
  if (first?.known !== undefined) {
    if (frequencyClass !== first.known || source !== first.code) return wrong(`${first.code} says ${first.known}`)
    return frequency?.startsWith(`${words[classes.indexOf(first.known)]} (`) ? undefined : wrong("another word")
  }
  if (facts.some(({ said }) => said.counts.some(({ found }) => found > 0))) {
    const isSaid = frequency === `seen in ${observed?.count} of ${observed?.of} people described`
    return isSaid && frequencyClass === null && source === observedSource ? undefined : wrong("counts are not said")
  }
  const [percent] = facts.flatMap(({ said }) => said.percents)
  if (percent === undefined) return frequency === null && frequencyClass === null ? undefined : wrong("nothing is said")
  const isObligate = frequencyClass === "obligate"
  return !isObligate && frequency?.endsWith(`(about ${Math.round(percent)} %)`)
    ? undefined
    : wrong(`about ${percent} %`)
}
