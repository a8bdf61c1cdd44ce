import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { expect } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import { toString as textOf } from "mdast-util-to-string"
import remarkParse from "remark-parse"
import { unified } from "unified"

/** Commands of the README, with the documented output. */
export interface Step {
  readonly commands: string
  readonly shown: ReadonlyArray<unknown>
}

/** Removes each `…` that is not part of a text. */
const parsed = (block: string): unknown => JSON.parse(block.replace(/,?\s*(…|\.\.\.)\s*(?=[\]}])/g, ""))

/** The `sh` blocks below a heading, each with the `json` blocks that follow it. */
export const stepsOf = (markdown: string, heading: string): ReadonlyArray<Step> => {
  const blocks = unified().use(remarkParse).parse(markdown).children
  const start = blocks.findIndex((node) => node.type === "heading" && textOf(node) === heading)
  const top = blocks[start]
  const depth = top?.type === "heading" ? top.depth : 0
  const rest = blocks.slice(start + 1)
  const end = rest.findIndex((node) => node.type === "heading" && node.depth <= depth)
  const steps: Array<{ readonly commands: string; readonly shown: Array<unknown> }> = []
  for (const node of rest.slice(0, end === -1 ? undefined : end)) {
    if (node.type !== "code") continue
    if (node.lang === "sh") steps.push({ commands: node.value, shown: [] })
    if (node.lang === "json") steps.at(-1)?.shown.push(parsed(node.value))
  }
  return steps
}

const page = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")

export const readme = () => page("README.md")

/** The page for operators. */
export const operating = () => page("docs/operating.md")

/** The end of the JSON document that starts at an index; the text's length when it has no end. */
const endOf = (text: string, start: number): number => {
  let depth = 0
  for (const { 0: token, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === "{" || token === "[") depth++
    if (token === "}" || token === "]") depth--
    if (depth === 0) return start + index + 1
  }
  return text.length
}

/** The JSON objects and lists in the output of commands, in order; other text between them is passed over. */
export const documentsIn = (output: string): ReadonlyArray<unknown> => {
  const documents: Array<unknown> = []
  for (let at = output.search(/[[{]/); at !== -1; ) {
    const end = endOf(output, at)
    try {
      documents.push(JSON.parse(output.slice(at, end)))
      at = end
    } catch {
      at++
    }
    const next = output.slice(at).search(/[[{]/)
    at = next === -1 ? -1 : at + next
  }
  return documents
}

/** True if a documented scalar equals the answered one; `…` in a documented text stands for any text. */
const isSame = (shown: unknown, answer: unknown): boolean => {
  if (typeof shown !== "string" || !shown.includes("…")) return shown === answer
  const [beginning = "", ending = ""] = shown.split("…")
  return typeof answer === "string" && answer.startsWith(beginning) && answer.endsWith(ending)
}

/** The paths of documented members that an answer lacks or has otherwise. */
export const notShown = (shown: unknown, answer: unknown, path = "answer"): ReadonlyArray<string> => {
  if (Array.isArray(shown)) {
    if (!Array.isArray(answer)) return [`${path} is not a list`]
    return shown.flatMap((item, index) =>
      answer.length === 0 ? [`${path} is empty`] : notShown(item, answer[index] ?? answer[0], `${path}[${index}]`)
    )
  }
  if (!Predicate.isRecord(shown)) return isSame(shown, answer) ? [] : [`${path} is ${JSON.stringify(answer)}`]
  return Object.entries(shown).flatMap(([name, value]) =>
    Predicate.hasProperty(answer, name) ? notShown(value, answer[name], `${path}.${name}`) : [`${path}.${name}`]
  )
}

/** The output of a bash script; a defect when one of its commands fails. */
const bash = (script: string, variables: Readonly<Record<string, string>>) =>
  Effect.async<string>((resume) => {
    const env = { ...process.env, ...variables }
    const child = execFile("bash", ["-c", script], { timeout: 600_000, env }, (error, stdout, stderr) =>
      resume(error === null ? Effect.succeed(stdout) : Effect.die(new Error(`${stderr}\n${stdout}`, { cause: error })))
    )
    child.stdin?.end()
  })

const divider = "-- the next step --"

/** The commands pasted one after another into one shell. */
const scriptOf = (steps: ReadonlyArray<Step>) =>
  [
    "set -euo pipefail",
    `trap 'echo "failed: $BASH_COMMAND" >&2' ERR`,
    ...steps.flatMap(({ commands }) => [commands, `printf '\\n%s\\n' '${divider}'`])
  ].join("\n")

/** Runs the steps as pasted, and expects the documented output of each. */
export const runAsShown = (steps: ReadonlyArray<Step>, variables: Readonly<Record<string, string>>) =>
  Effect.map(bash(scriptOf(steps), variables), (output) => {
    const outputs = output.split(divider)
    expect(outputs).toHaveLength(steps.length + 1)
    for (const [index, { commands, shown }] of steps.entries()) {
      const answers = documentsIn(outputs[index] ?? "")
      for (const example of shown) {
        const gaps = answers.map((answer) => notShown(example, answer))
        const [closest] = gaps.sort((one, other) => one.length - other.length)
        expect({ commands, missing: closest ?? "no JSON was printed" }).toEqual({ commands, missing: [] })
      }
    }
  })
