/** Lines as one text; what there is not to say is left out. */
export const lines = (...parts: ReadonlyArray<string | undefined>): string =>
  parts.filter((part) => part !== undefined && part !== "").join("\n")

/** `1 reply`, `2 replies`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** The day of a time. */
export const dayOf = (time: string): string => time.slice(0, 10)

/** Where a page stands, and how to read on. */
export const pageLine = (
  {
    hasMore,
    page,
    total,
    totalPages
  }: {
    readonly page: number
    readonly total: number
    readonly totalPages: number
    readonly hasMore: boolean
  },
  one: string,
  many = `${one}s`
): string =>
  `${counted(total, one, many)}, page ${page} of ${Math.max(totalPages, 1)}.${hasMore ? ` Next: page ${page + 1}.` : ""}`
