import { posix } from "node:path"
import { mayImport, roomOf, rooms } from "./rooms.ts"
import type { Source } from "./Source.ts"

/** Gives a line for each breach of a rule. */
export type Check = (sources: ReadonlyArray<Source>) => ReadonlyArray<string>

const inSrc = (sources: ReadonlyArray<Source>) => sources.filter(({ file }) => roomOf(file) !== undefined)

/** Files in a room that the picture has not. */
export const unlisted: Check = (sources) =>
  inSrc(sources)
    .map(({ file }) => file)
    .filter((file) => !Object.hasOwn(rooms, roomOf(file) ?? ""))

const isWordList = (file: string) => roomOf(file) !== undefined && file.endsWith(".json")

/** Imports that the table of rooms does not allow, or that do not name their file. */
export const wrongArrows: Check = (sources) => {
  const files = new Set(sources.map(({ file }) => file))
  return inSrc(sources).flatMap(({ file, ours }) =>
    ours
      .filter((target) => !mayImport(roomOf(file) ?? "", target) || !(files.has(target) || isWordList(target)))
      .map((target) => `${file} -> ${target}`)
  )
}

/** Packages in rooms that are not for them. */
export const strayPackages: Check = (sources) =>
  inSrc(sources).flatMap(({ file, packages }) =>
    packages
      .filter((name) => name !== "effect" && rooms[roomOf(file) ?? ""]?.packages.includes(name) !== true)
      .map((name) => `${file} -> ${name}`)
  )

/** The rings of a graph, each once. */
const ringsOf = (graph: ReadonlyMap<string, Iterable<string>>): ReadonlyArray<string> => {
  const done = new Set<string>()
  const walk = (node: string, path: ReadonlyArray<string>): ReadonlyArray<string> => {
    if (path.includes(node)) return [[...path.slice(path.indexOf(node)), node].join(" -> ")]
    if (done.has(node)) return []
    const found = Array.from(graph.get(node) ?? []).flatMap((next) => walk(next, [...path, node]))
    done.add(node)
    return found
  }
  return Array.from(graph.keys()).flatMap((node) => walk(node, []))
}

/** Files that import one another in a ring. */
export const cycles: Check = (sources) => ringsOf(new Map(sources.map(({ file, ours }) => [file, ours])))

/** Rooms that import one another in a ring, even if no file does. */
export const roomCycles: Check = (sources) => {
  const graph = new Map<string, Set<string>>()
  for (const { file, ours } of inSrc(sources)) {
    const from = roomOf(file) ?? ""
    const others = graph.get(from) ?? new Set()
    graph.set(from, others)
    for (const target of ours) {
      const to = roomOf(target)
      if (to !== undefined && to !== from) others.add(to)
    }
  }
  return ringsOf(graph)
}

/** True for `PostsRepoSql.ts` of `PostsRepo`; a worker belongs to the adapter that starts it. */
const isAdapterOf = (port: string, file: string): boolean =>
  file.startsWith(port) && /^[A-Z]\w*\.ts$/.test(file.slice(port.length)) && !file.endsWith("Worker.ts")

/**
 * Repositories without an adapter on SQL or one in memory, and ports with several adapters without a contract suite or
 * a test that runs that suite.
 */
export const incompletePorts: Check = (sources) => {
  const files = new Map(sources.map(({ file }) => [posix.basename(file), file]))
  const tested = new Set(sources.filter(({ file }) => file.endsWith(".test.ts")).flatMap(({ ours }) => ours))
  const adapters = Array.from(files).filter(([, file]) => file.startsWith("src/adapters/"))
  return sources
    .filter(({ file }) => /^src\/ports\/(\w+\/)?\w+\.ts$/.test(file))
    .map(({ file }) => posix.basename(file, ".ts"))
    .flatMap((port) => {
      const isStored = /(Repo|^Transaction)$/.test(port)
      if (!isStored && adapters.filter(([file]) => isAdapterOf(port, file)).length < 2) return []
      const contract = `${port}Contract.ts`
      const stored = isStored ? [`${port}Sql.ts`, `${port}Memory.ts`] : []
      const missing = [...stored, contract].filter((file) => !files.has(file))
      return tested.has(files.get(contract) ?? "") || missing.includes(contract)
        ? missing
        : [...missing, `a test of ${contract}`]
    })
}
