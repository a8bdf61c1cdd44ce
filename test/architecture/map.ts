import { type Room, rooms } from "./rooms.ts"

/** The whole name of a room of `transport/` or `adapters/`, which arrows name by its last part. */
const wholeName = (name: string, known: ReadonlyArray<string>): string =>
  known.includes(name) ? name : (known.find((room) => room.endsWith(`/${name}`)) ?? name)

/** The rooms that a text draws, with the rooms that each may import, by the block of the first heading "Rooms". */
const drawnIn = (text: string, known: ReadonlyArray<string>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const [, block = ""] = /^## Rooms$.*?^```\w*\n(.*?)^```$/ms.exec(text) ?? []
  const lines = block.split(/\n(?=\S)/).filter((line) => line.trim() !== "")
  return new Map(
    lines.map((line) => {
      const [room = "", arrows = ""] = line.split("->")
      return [
        (room.split(/\s/)[0] ?? "").replace(/\/$/, ""),
        arrows
          .split(",")
          .map((name) => name.trim().replace(/\/$/, ""))
          .filter((name) => name !== "")
          .map((name) => wholeName(name, known))
      ]
    })
  )
}

/** Rooms and arrows that occur in only one of two drawings. */
const missing = (
  from: ReadonlyMap<string, ReadonlyArray<string>>,
  to: ReadonlyMap<string, ReadonlyArray<string>>,
  where: string
) =>
  Array.from(from).flatMap(([room, arrows]) => {
    const there = to.get(room)
    return there === undefined
      ? [`${where} lacks ${room}`]
      : arrows.filter((arrow) => !there.includes(arrow)).map((arrow) => `${where} lacks ${room} -> ${arrow}`)
  })

/** Differences between the table of rooms and the block under "Rooms" of a page. */
export const mapDifferences = (page: string, table: Readonly<Record<string, Room>> = rooms): ReadonlyArray<string> => {
  const drawn = drawnIn(page, Object.keys(table))
  const listed = new Map(Object.entries(table).map(([room, { arrows }]) => [room, arrows]))
  return [...missing(listed, drawn, "the page"), ...missing(drawn, listed, "the table")]
}
