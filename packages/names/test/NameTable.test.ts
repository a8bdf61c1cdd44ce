import { DiseaseId } from "@rare-disease-community/catalogue/Ids"
import { expect, it } from "vitest"
import { NameTable, type NewName } from "../src/NameTable.ts"

/** A name with as many words as the last digit of its number says. */
const nameOf = (number: number): NewName => ({
  disease: DiseaseId(number),
  matchedOn:
    number % 3 === 0 ? { field: "name", text: `${number}` } : { field: "synonym", text: `${number}`, lang: "de" },
  words: Array.from({ length: number % 10 }, (_, place) => number + place),
  joined: `joined ${number}`
})

const stored = (table: NameTable, id: number) => {
  const name = table.name(id)
  return (
    name && {
      disease: name.disease,
      matchedOn: name.matchedOn,
      words: name.words,
      joined: name.joined
    }
  )
}

it("NameTable gives back each of thousands of names as it was stored, also where its columns have grown", () => {
  const table = new NameTable()
  const ids = Array.from({ length: 5_000 }, (_, number) => table.add(nameOf(number)))
  for (const [number, id] of ids.entries()) expect(stored(table, id)).toEqual(nameOf(number))
})

it("NameTable gives the number of a removed name to a new one with as many words, and leaves all others as they are", () => {
  const table = new NameTable()
  const ids = Array.from({ length: 2_000 }, (_, number) => table.add(nameOf(number)))
  const removed = ids.filter((_, number) => number % 7 === 0)
  for (const id of removed) table.remove(id)
  for (const id of removed) expect(table.name(id)).toBeUndefined()
  const added = removed.map((_, number) => table.add(nameOf(10_000 + number)))
  for (const [number, id] of added.entries()) expect(stored(table, id)).toEqual(nameOf(10_000 + number))
  for (const [number, id] of ids.entries()) if (number % 7 !== 0) expect(stored(table, id)).toEqual(nameOf(number))
  expect(table.capacity).toBeLessThan(2_050)
})

it("NameTable visits each word of a name, and sums its weights", () => {
  const table = new NameTable()
  const [seven, none] = [table.add(nameOf(7)), table.add(nameOf(10))]
  expect(table.someWord(seven, (word) => word === 13)).toBe(true)
  expect(table.someWord(seven, (word) => word === 14)).toBe(false)
  expect(table.someWord(none, () => true)).toBe(false)
  expect(table.sumOf(seven, (word) => word)).toBe(7 + 8 + 9 + 10 + 11 + 12 + 13)
})

it("NameTable reads the codes of a name, and those of the name that takes its number", () => {
  const table = new NameTable()
  const named = (text: string): NewName => ({ ...nameOf(1), matchedOn: { field: "name", text } })
  const [first, other] = [table.add(named("Cardon ataxia type IIb")), table.add(named("Marfan syndrome"))]
  expect(table.name(first)?.codes).toEqual([["2", "b"]])
  expect(table.name(first)?.codes).toEqual([["2", "b"]])
  expect(table.name(other)?.codes).toEqual([])
  table.remove(first)
  expect(table.add(named("factor X deficiency"))).toBe(first)
  expect(table.name(first)?.codes).toEqual([["10"]])
})
