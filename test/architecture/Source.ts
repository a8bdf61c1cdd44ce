import { readdirSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { fileURLToPath } from "node:url"
import ts from "typescript"

/** A file of the project, with its imports and its syntax tree. */
export interface Source {
  /** From the project's root: `src/transport/http/Errors.ts`. */
  readonly file: string
  readonly text: string
  readonly tree: ts.SourceFile
  /** The files of ours that it imports, from the project's root. */
  readonly ours: ReadonlyArray<string>
  /** The packages that it imports: `@effect/platform`, `node:fs`. */
  readonly packages: ReadonlyArray<string>
}

const packageOf = (name: string) =>
  name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/")

/** A worker thread's file is named by a URL and not by an import. */
const workers = (text: string) =>
  Array.from(text.matchAll(/new URL\("(\.[^"]+\.ts)", import/g), ([, name = ""]) => name)

const scope = "@rare-disease-community/"

/** The file that an import leads to, from the project's root; undefined for a package that is not ours. */
export const importedFile = (file: string, name: string): string | undefined => {
  if (name.startsWith(".")) return posix.join(posix.dirname(file), name)
  if (!name.startsWith(scope)) return undefined
  const [engine = "", ...path] = name.slice(scope.length).split("/")
  // As `exports` of the manifests of `packages/` say.
  return name.endsWith(".json")
    ? posix.join("packages", engine, ...path)
    : posix.join("packages", engine, "src", `${posix.join(...path)}.ts`)
}

/** True for a file of the program: of `src/`, and of the engines in `packages/`. */
export const isProduct = (file: string): boolean => /^(src|packages\/[^/]+\/src)\//.test(file)

/** A source of this text; its imports are read by the compiler, so that none in a comment or a string counts. */
export const source = (file: string, text: string): Source => {
  const imported = [...ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName), ...workers(text)]
  return {
    file,
    text,
    tree: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true),
    ours: imported.flatMap((name) => importedFile(file, name) ?? []),
    packages: imported.filter((name) => importedFile(file, name) === undefined).map(packageOf)
  }
}

const root = fileURLToPath(new URL("../../", import.meta.url))

/** The names of all files of these folders but of installed packages, from the project's root. */
export const filesOf = (...folders: ReadonlyArray<string>): ReadonlyArray<string> =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((name) => posix.join(folder, name.replaceAll("\\", "/")))
      .filter((file) => !file.includes("node_modules/"))
  )

/** Every TypeScript file of a folder of the project, or every one with another ending. */
export const sourcesOf = (folder: string, ending = /\.tsx?$/): ReadonlyArray<Source> =>
  filesOf(folder)
    .filter((file) => ending.test(file))
    .sort()
    .map((file) => source(file, readFileSync(join(root, file), "utf8")))

/** Every node of a tree, parents first. */
export const walk = (node: ts.Node, see: (node: ts.Node) => void): void => {
  see(node)
  ts.forEachChild(node, (child) => walk(child, see))
}

/** The line of a position, counted from 1. */
export const lineAt = (tree: ts.SourceFile, position: number): number =>
  tree.getLineAndCharacterOfPosition(position).line + 1

/** A file of the project that is not TypeScript. */
export const textOf = (file: string): string => readFileSync(join(root, file), "utf8")
