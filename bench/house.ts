import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { say } from "./driver/Report.ts"

/**
 * How large the house is: `npm run bench -- house [--files]`. Prints the lines of TypeScript by room, long files, the size
 * of the glossary and the duration of the last build, then the walks against their bounds (`walks.ts`), by which it ends.
 */
const root = new URL("../", import.meta.url)

/** Files with more lines are named. The most that a file may have is 300. */
const manyLines = 250

interface File {
  readonly path: string
  readonly bytes: number
  readonly changedAt: number
}

const filesIn = (folder: string): ReadonlyArray<File> =>
  existsSync(new URL(folder, root))
    ? readdirSync(new URL(folder, root), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name, parentPath }) => {
          const file = `${parentPath}/${name}`
          const { mtimeMs, size } = statSync(file)
          return { path: file.slice(root.pathname.length), bytes: size, changedAt: mtimeMs }
        })
    : []

interface Source {
  readonly room: string
  readonly path: string
  readonly lines: number
}

/** The rooms of `ARCHITECTURE.md`, and each package as one. */
const roomOf = (path: string): string =>
  /^(src\/(?:adapters|transport)\/\w+|src\/\w+|packages\/\w+)\//.exec(path)?.[1] ?? "src"

const isSource = ({ path }: File) => /\.tsx?$/.test(path) && !/\/(node_modules|dist|test|bench)\//.test(path)

const sources: ReadonlyArray<Source> = [...filesIn("src"), ...filesIn("packages")].filter(isSource).map(({ path }) => ({
  path,
  room: roomOf(path),
  lines: readFileSync(new URL(path, root), "utf8").split("\n").length - 1
}))

const sum = (all: ReadonlyArray<number>): number => all.reduce((one, other) => one + other, 0)
const number = (value: number): string => value.toLocaleString("en").padStart(8)

const sizeOf = (room: (name: string) => boolean): string => {
  const inside = sources.filter((source) => room(source.room))
  return `${number(sum(inside.map(({ lines }) => lines)))} lines, ${number(inside.length)} files`
}

say("TypeScript by room:")
for (const room of new Set(sources.map(({ room }) => room).sort())) say(`${sizeOf((name) => name === room)}  ${room}`)
for (const part of ["src", "packages"]) say(`${sizeOf((name) => name.split("/")[0] === part)}  all of ${part}`)

const long = sources.filter(({ lines }) => lines > manyLines).sort((one, other) => other.lines - one.lines)
say(`${long.length} files with more than ${manyLines} lines:`)
for (const { lines, path } of long) say(`${number(lines)}  ${path}`)

const glossary = sum(filesIn("content/glossary").map(({ bytes }) => bytes))
say(`content/glossary: ${(glossary / 1_000_000).toFixed(2)} MB`)

const built = filesIn("dist/server").map(({ changedAt }) => changedAt)
if (built.length > 0) {
  const [first, last] = [Math.min(...built), Math.max(...built)]
  const seconds = ((last - first) / 1_000).toFixed(1)
  say(`the last build: ${seconds} s from its first file to its last, at ${new Date(last).toISOString()}`)
}

say("files of a request:")
await import("./walks.ts")
