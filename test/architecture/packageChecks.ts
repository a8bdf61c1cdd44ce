import { posix } from "node:path"
import ts from "typescript"
import type { Check } from "./roomChecks.ts"
import { isProduct, type Source, textOf, walk } from "./Source.ts"

/** What engines may use of Effect: types of data, and functions on them. Nothing of it runs, waits or needs a service. */
const dataOfEffect: ReadonlySet<string> = new Set([
  ...["Array", "Brand", "Data", "Either", "Match", "Option", "Order", "Predicate", "Record", "Schema", "Struct"]
])

const isEngine = ({ file }: Source) => file.startsWith("packages/") && isProduct(file)

/** Names that engines import from Effect and that are no data: services, layers, fibers. */
export const effectsInEngines: Check = (sources) =>
  sources.filter(isEngine).flatMap(({ file, tree }) => {
    const found: Array<string> = []
    walk(tree, (node) => {
      if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return
      const { text } = node.moduleSpecifier
      if (!/^(effect\/|@effect\/|effect$)/.test(text)) return
      const bindings = node.importClause?.namedBindings
      if (text !== "effect" || bindings === undefined || !ts.isNamedImports(bindings)) found.push(`${file} -> ${text}`)
      else
        for (const { name, propertyName } of bindings.elements) {
          const used = (propertyName ?? name).text
          if (!dataOfEffect.has(used)) found.push(`${file} -> ${text}: ${used}`)
        }
    })
    return found
  })

/** Imports of files outside of `packages/` by engines and by their tests. */
export const leavingPackages: Check = (sources) =>
  sources
    .filter(({ file }) => file.startsWith("packages/"))
    .flatMap(({ file, ours }) => ours.filter((to) => !to.startsWith("packages/")).map((to) => `${file} -> ${to}`))

/** Imports of another engine by a path: its name says that it is another one. */
export const unnamedPackages: Check = (sources) => {
  const engineOf = (file: string) => /^packages\/[^/]+\//.exec(file)?.[0]
  return sources
    .filter(({ file }) => isProduct(file))
    .flatMap(({ file, text }) =>
      Array.from(text.matchAll(/from "(\.[^"]*)"/g), ([, name = ""]) => posix.join(posix.dirname(file), name))
        .filter((to) => engineOf(to) !== undefined && engineOf(to) !== engineOf(file))
        .map((to) => `${file} -> ${to}`)
    )
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
}

const manifestOf = (file: string): Manifest => JSON.parse(textOf(file))

/** Packages of a registry that an engine needs and that the root's manifest does not name in the same version. */
export const versionsApart = (engines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const root = manifestOf("package.json").dependencies
  return engines.flatMap((engine) =>
    Object.entries(manifestOf(`packages/${engine}/package.json`).dependencies)
      .filter(([name, version]) => !name.startsWith("@rare-disease-community/") && root[name] !== version)
      .map(([name, version]) => `${engine}: ${name} ${version}`)
  )
}
