import { createHash } from "node:crypto"
import { Data, Either, Schema } from "effect"

/** A backup cannot be made or restored. The message is for an operator. */
export class BackupRefused extends Data.TaggedError("BackupRefused")<{ readonly message: string }> {}

/** The version of the format. A program reads backups of its own version and of earlier ones. */
const formatVersion = 1

const count = Schema.Int.pipe(Schema.nonNegative())

/** A table of a backup: its columns in the order of each row, and the number of its rows. */
export const BackupTable = Schema.Struct({ name: Schema.String, columns: Schema.Array(Schema.String), rows: count })
export type BackupTable = typeof BackupTable.Type

/**
 * The first line of a backup. The rows of each table follow in the order of `tables`, each on a line of its own: a JSON
 * string with the text of the row as PostgreSQL has it. The last line is the checksum of all lines before it.
 */
export const BackupHeader = Schema.Struct({
  format: Schema.Literal("rare-disease-community backup"),
  version: count,
  createdAt: Schema.String,
  /** The migrations of the schema that the rows belong to. */
  migrations: Schema.Array(Schema.Struct({ id: Schema.Int, name: Schema.String })),
  tables: Schema.Array(BackupTable),
  /** The state of each sequence, so that the id of a deleted row is never given again. */
  sequences: Schema.Array(Schema.Struct({ name: Schema.String, last: Schema.String, isCalled: Schema.Boolean }))
})
export type BackupHeader = typeof BackupHeader.Type

const Trailer = Schema.Struct({ sha256: Schema.String })

const encodeHeader = Schema.encodeSync(Schema.parseJson(BackupHeader))
const decodeHeader = Schema.decodeUnknownEither(Schema.parseJson(BackupHeader))
const decodeVersion = Schema.decodeUnknownEither(Schema.parseJson(BackupHeader.pick("format", "version")))
const decodeTrailer = Schema.decodeUnknownEither(Schema.parseJson(Trailer))

export const headerOf = (parts: Omit<BackupHeader, "format" | "version">): BackupHeader => ({
  format: "rare-disease-community backup",
  version: formatVersion,
  ...parts
})

/** Makes the lines of a backup, and their checksum. */
export class BackupWriter {
  readonly #hash = createHash("sha256")

  readonly header = (header: BackupHeader): string => this.#hashed(`${encodeHeader(header)}\n`)

  readonly rows = (rows: ReadonlyArray<string>): string =>
    this.#hashed(rows.map((row) => `${JSON.stringify(row)}\n`).join(""))

  /** The last line. No other may follow. */
  readonly trailer = (): string => `${JSON.stringify({ sha256: this.#hash.digest("hex") })}\n`

  #hashed(text: string): string {
    this.#hash.update(text)
    return text
  }
}

const damaged = (what: string) =>
  new BackupRefused({ message: `the file is damaged or not a whole backup: ${what}. Nothing was restored` })

const readHeader = (line: string): Either.Either<BackupHeader, BackupRefused> => {
  const version = decodeVersion(line)
  if (Either.isLeft(version)) {
    return Either.left(new BackupRefused({ message: "the file is not a backup of a community. Nothing was restored" }))
  }
  if (version.right.version > formatVersion) {
    return Either.left(
      new BackupRefused({ message: "the backup is from a later version of this program: restore it with that version" })
    )
  }
  return Either.mapLeft(decodeHeader(line), () => damaged("its first line is invalid"))
}

export type BackupLine =
  | { readonly _tag: "Header"; readonly header: BackupHeader }
  | { readonly _tag: "Row"; readonly table: BackupTable }
  | { readonly _tag: "Trailer" }

/** Reads the lines of a backup in their order: each must be there, and the checksum must be theirs. */
export class BackupReader {
  readonly #hash = createHash("sha256")
  #tables: ReadonlyArray<BackupTable> | undefined
  #table = 0
  #row = 0
  #isWhole = false

  accept(line: string): Either.Either<BackupLine, BackupRefused> {
    if (this.#isWhole) return Either.left(damaged("lines follow its checksum"))
    if (this.#tables === undefined) {
      return Either.map(readHeader(line), (header) => {
        this.#hash.update(`${line}\n`)
        this.#tables = header.tables
        return { _tag: "Header", header }
      })
    }
    const table = this.#nextTable(this.#tables)
    if (table === undefined) return this.#end(line)
    if (!line.startsWith('"')) return Either.left(damaged(`rows of ${table.name} are missing`))
    this.#hash.update(`${line}\n`)
    this.#row += 1
    return Either.right({ _tag: "Row", table })
  }

  /** To be called after the last line. */
  finish(): Either.Either<void, BackupRefused> {
    return this.#isWhole ? Either.void : Either.left(damaged("its end is missing"))
  }

  /** The table of the next row; none after the last row. */
  #nextTable(tables: ReadonlyArray<BackupTable>): BackupTable | undefined {
    for (let table = tables[this.#table]; table !== undefined; table = tables[this.#table]) {
      if (this.#row < table.rows) return table
      this.#table += 1
      this.#row = 0
    }
    return undefined
  }

  #end(line: string): Either.Either<BackupLine, BackupRefused> {
    const trailer = decodeTrailer(line)
    if (Either.isLeft(trailer)) return Either.left(damaged("its last line is not a checksum"))
    if (trailer.right.sha256 !== this.#hash.digest("hex")) return Either.left(damaged("its checksum does not match"))
    this.#isWhole = true
    return Either.right({ _tag: "Trailer" })
  }
}

/** The failure of unpacking a file. */
export const unreadable = (cause: unknown) => damaged(cause instanceof Error ? cause.message : String(cause))
