import sax from "sax"
import { copyText } from "../CleanText.ts"

export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: ReadonlyArray<XmlElement>
  readonly text: string
}

interface Open {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Array<XmlElement>
  text: string
  /** True for a record and the elements inside it. */
  readonly isKept: boolean
}

/** An element with its content, and the names of its ancestors from the root. */
export interface XmlRecord {
  readonly element: XmlElement
  readonly ancestors: ReadonlyArray<string>
}

// No file of Orphadata comes near these limits: a damaged or hostile file fails instead of filling the memory.

/** The maximum number of levels of nested elements of a source file in XML. */
const maxDepth = 256

/** The maximum number of elements of a record of a source file in XML. */
const maxRecordElements = 500_000

/** The longest text of an element of a source file in XML. */
const maxTextCharacters = 1_000_000

/** Parses a document piece by piece, and holds no more than one record of it in memory. */
class RecordReader {
  private readonly open: Array<Open> = []
  private readonly read: Array<XmlRecord> = []
  private readonly parser = sax.parser(true)
  root: XmlElement | undefined = undefined
  private readonly record: string
  private elements = 0

  constructor(record: string) {
    this.record = record
    this.parser.onopentag = ({ attributes, name }) => this.onOpen(name, attributes)
    this.parser.onclosetag = () => this.onClose()
    this.parser.ontext = (text) => this.onText(text)
    this.parser.oncdata = (text) => this.onText(text)
    this.parser.onerror = (error) => {
      throw new Error(`it is not well-formed XML: ${error.message.split("\n", 1)[0]}, line ${this.parser.line + 1}`)
    }
  }

  /** The records that end in this piece of the text. */
  take(piece: string): ReadonlyArray<XmlRecord> {
    this.parser.write(piece)
    return this.read.splice(0)
  }

  end(): void {
    this.parser.close()
  }

  private onOpen(name: string, given: sax.Tag["attributes"] | sax.QualifiedTag["attributes"]): void {
    if (this.open.length === maxDepth) throw new Error(`its elements are nested deeper than ${maxDepth}`)
    const attributes = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, String(value)]))
    if (this.root === undefined) this.root = { name, attributes, children: [], text: "" }
    const isInside = this.open.at(-1)?.isKept === true
    const isKept = isInside || name === this.record
    this.elements = isInside ? this.elements + 1 : 0
    if (this.elements > maxRecordElements)
      throw new Error(`a ${this.record} has more than ${maxRecordElements} elements`)
    this.open.push({ name, attributes, children: [], text: "", isKept })
  }

  private onText(text: string): void {
    const inside = this.open.at(-1)
    if (inside?.isKept !== true) return
    inside.text += text
    if (inside.text.length > maxTextCharacters) throw new Error(`a text is longer than ${maxTextCharacters} characters`)
  }

  private onClose(): void {
    const closed = this.open.pop()
    if (closed?.isKept !== true) return
    const element = { ...closed, text: copyText(closed.text.trim()) }
    const parent = this.open.at(-1)
    if (parent?.isKept === true) parent.children.push(element)
    else this.read.push({ element, ancestors: this.open.map(({ name }) => name) })
  }
}

/**
 * The elements with the name `record`, one after the other. Throws at entities that the document defines itself, and at
 * a document that is not well formed, as where it is cut off.
 */
export async function* xmlRecords(
  record: string,
  text: AsyncIterable<string>
): AsyncGenerator<XmlRecord & { readonly root: XmlElement }> {
  const reader = new RecordReader(record)
  for await (const piece of text) {
    for (const read of reader.take(piece)) yield { ...read, root: reader.root ?? read.element }
  }
  reader.end()
}

export const childrenOf = (element: XmlElement, name: string): ReadonlyArray<XmlElement> =>
  element.children.filter((child) => child.name === name)

export const elementsAt = (element: XmlElement, ...path: ReadonlyArray<string>): ReadonlyArray<XmlElement> =>
  path.reduce<ReadonlyArray<XmlElement>>((found, name) => found.flatMap((one) => childrenOf(one, name)), [element])

/** The text of the first descendant at a path; empty where there is none. */
export const textAt = (element: XmlElement, ...path: ReadonlyArray<string>): string =>
  elementsAt(element, ...path)[0]?.text ?? ""
