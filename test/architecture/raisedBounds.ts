import { git } from "../support/storage/ChangedFiles.ts"

type Bounds = Readonly<Record<string, number>>

/** The lines of a command of git; none where it fails. */
const linesOf = (...words: ReadonlyArray<string>): ReadonlyArray<string> => {
  try {
    return git(...words)
      .split("\n")
      .filter((line) => line !== "")
  } catch {
    return []
  }
}

/** The bounds of a commit; none where it does not have the file. */
const boundsAt = (commit: string, file: string): Bounds => {
  const text = linesOf("show", `${commit}:${file}`).join("\n")
  return text === "" ? {} : JSON.parse(text)
}

/** The bounds that are higher than before, without those that a text names. */
export const raisedBounds = (before: Bounds, after: Bounds, notes: string): ReadonlyArray<string> =>
  Object.keys(after).filter(
    (name) => (after[name] ?? 0) > (before[name] ?? Number.POSITIVE_INFINITY) && !notes.includes(name)
  )

const notes = "docs/decisions/"

/** What the commits since the file was made, and the files as they are, raise without a decision note that names it. */
export const raisedWithoutNote = (file: string, present: Bounds, textOf: (file: string) => string) => {
  const commits = linesOf("log", "--format=%H", "--", file).flatMap((commit) => {
    const changed = linesOf("diff-tree", "--no-commit-id", "--name-only", "-r", "-m", commit, "--", notes)
    const said = changed.map((note) => linesOf("show", `${commit}:${note}`).join("\n")).join("\n")
    const raised = raisedBounds(boundsAt(`${commit}^`, file), boundsAt(commit, file), said)
    return raised.map((name) => `${commit.slice(0, 8)}: ${name}`)
  })
  const changed = [...linesOf("diff", "--name-only", "HEAD", "--", notes), ...linesOf("ls-files", "-o", notes)]
  return [...commits, ...raisedBounds(boundsAt("HEAD", file), present, changed.map(textOf).join("\n"))]
}
