/** A row of a table: its cells, trimmed, by the names of their columns. */
export type TableRow = Readonly<Record<string, string>>

/** The rows of a table whose cells are separated by tabs, and whose first line has the names of the columns. */
export const tableRows = (text: string): ReadonlyArray<TableRow> => {
  const [header = "", ...lines] = text.replace(/\r/g, "").split("\n")
  const columns = header.split("\t")
  return lines
    .filter((line) => line !== "")
    .map((line) => {
      const cells = line.split("\t")
      return Object.fromEntries(columns.map((column, at) => [column, cells[at]?.trim() ?? ""]))
    })
}
