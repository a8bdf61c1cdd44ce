import { type FilteredElement, type FilteredNode, filteredTree } from "@rare-disease-community/text/Html"
import { defaultSchema } from "rehype-sanitize"

const attribute = /([^\s"=]+)(?:="[^"]*")?/g

const nameOf = ({ attributes, name }: FilteredElement) => {
  const names = Array.from(attributes.matchAll(attribute), ([, written]) => written)
  return `${name}[${names.sort().join(" ")}]`
}

/** True for the places of members' texts in a page: their HTML, and the words around a hit. */
const isOfMember = (node: FilteredElement) =>
  / class="text"/.test(node.attributes) ||
  (node.name === "span" && node.children.some((child) => typeof child !== "string" && child.name === "mark"))

/** The elements below some, in their order; those of members' texts in a list of their own. */
const collect = (nodes: ReadonlyArray<FilteredNode>, own: Array<string>, members: Array<string>) => {
  for (const node of nodes) {
    if (typeof node === "string") continue
    own.push(nameOf(node))
    collect(node.children, isOfMember(node) ? members : own, members)
  }
}

/** The elements of a page with the names of their attributes, as a browser reads them. */
export const elementsOf = (html: string) => {
  const [own, members]: [Array<string>, Array<string>] = [[], []]
  collect(filteredTree(html), own, members)
  return { own, members }
}

/** A property of the schema as HTML has it. */
const attributeOf = (rule: string | readonly [string, ...ReadonlyArray<unknown>]) => {
  const property = typeof rule === "string" ? rule : rule[0]
  if (property.startsWith("aria")) return `aria-${property.slice(4).toLowerCase()}`
  if (property.startsWith("data")) return property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return property === "className" ? "class" : property.toLowerCase()
}

const schemaAttributes = (name: string): ReadonlyArray<string> =>
  (defaultSchema.attributes?.[name] ?? []).map((rule) => attributeOf(rule as string))

/** The filter adds `rel` to links. The heading of footnotes is an `h2` on any level of the page. */
const added: Readonly<Record<string, ReadonlyArray<string>>> = {
  a: ["rel"],
  ...Object.fromEntries(["h3", "h4", "h5", "h6"].map((level) => [level, schemaAttributes("h2")]))
}

const isAllowed = (element: string): boolean => {
  const [, name = "", attributes = ""] = /^(\w+)\[(.*)\]$/.exec(element) ?? []
  const allowed = new Set([...schemaAttributes("*"), ...schemaAttributes(name), ...(added[name] ?? [])])
  const isKnown = name === "mark" || (defaultSchema.tagNames ?? []).includes(name)
  return isKnown && attributes.split(" ").every((attribute) => attribute === "" || allowed.has(attribute))
}

/** Elements of members' texts that the sanitiser's schema does not have. */
export const forbiddenIn = (members: ReadonlyArray<string>) => members.filter((element) => !isAllowed(element))
