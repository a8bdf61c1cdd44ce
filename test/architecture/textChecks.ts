import { posix } from "node:path"
import ts from "typescript"
import type { Check } from "./roomChecks.ts"
import { roomOf } from "./rooms.ts"
import { isProduct, lineAt, type Source, walk } from "./Source.ts"

/** A member access such as `console.log` or `it.only`. */
const isMember = (node: ts.Node, of: RegExp, name: RegExp) =>
  ts.isPropertyAccessExpression(node) && name.test(node.name.text) && of.test(node.expression.getText())

/** Commands and the README's examples print to the console. */
const mayPrint = (file: string) => roomOf(file) === "cli" || file.startsWith("test/readme/")

const leftover = (node: ts.Node, file: string): string | undefined => {
  if (ts.isNonNullExpression(node)) return "`!`"
  if (node.kind === ts.SyntaxKind.AnyKeyword) return "`any`"
  if (isMember(node, /^console$/, /./) && !mayPrint(file)) return "`console`"
  if (isMember(node, /^(it|test|describe|layer)\b/, /^(only|todo|skip)$/)) return "a test that is left out"
  return undefined
}

/** Types that are asserted where the compiler cannot know them: `as Name`. */
export const assertions: Check = (sources) =>
  sources
    .filter(({ file }) => isProduct(file))
    .flatMap(({ file, tree }) => {
      const found: Array<string> = []
      walk(tree, (node) => {
        if (ts.isAsExpression(node) && node.type.getText() !== "const")
          found.push(`${file}: as ${node.type.getText()} in line ${lineAt(tree, node.getStart(tree))}`)
      })
      return found
    })

/** The assertions that may stay, each with its reason. */
export const assertionsAllowed: ReadonlyMap<string, string> = new Map([
  ["src/domain/Change.ts: as Change", "the outbox has what `append` has written"],
  ["src/adapters/postgres/Reading.ts: as Effect.Effect<unknown, unknown>", "adapters have no other effects"],
  ["src/adapters/postgres/Reading.ts: as Adapter", "each member keeps its type: asReader adds no error that it lacks"],
  ["src/adapters/node/phenotypes/PhenotypeFileReading.ts: as Data | undefined", "this program has written the file"],
  ["src/adapters/node/phenotypes/PhenotypeFilesThread.ts: as LocalNameData", "a message of our own thread"],
  ["src/adapters/node/phenotypes/PhenotypeFilesThread.ts: as PhenotypeData | null", "a message of our own thread"],
  ["packages/signs/src/PhenotypeData.ts: as Items", "a part of an array has the type of the array"],
  ["packages/signs/src/PhenotypeData.ts: as Terms", "what is put into the array are phenotypes, as its argument says"],
  [
    "src/services/languages/Languages.ts: as Readonly<Record<string, Texts>>",
    "the English files ship with the types that are made of them"
  ],
  ["src/services/languages/Languages.ts: as Messages", "in the shape of the English texts, of which the type is made"],
  ["src/transport/http/Admission.ts: as Context.Context<Access>", "what needs a caller is admitted with one only"],
  ['src/transport/web/Form.tsx: as "text"', "the types of JSX tell the kinds of input apart"]
])

/** Types that a function claims of its argument: `value is Name`. The compiler does not look if they hold. */
export const typePredicates: Check = (sources) =>
  sources
    .filter(({ file }) => isProduct(file))
    .flatMap(({ file, tree }) => {
      const found: Array<string> = []
      walk(tree, (node) => {
        if (ts.isTypePredicateNode(node))
          found.push(`${file}: ${node.getText()} in line ${lineAt(tree, node.getStart(tree))}`)
      })
      return found
    })

const byTag = "looks at the tag or class of the error"
const byList = "looks the word up among those of the type"
const bySchema = "decodes it by the schema of the type"
const byMember = "looks at the member that tells the types of a union apart"
const byNames = "looks at the names alone: the compiler has checked the types of what makes it"

/** The functions that may claim a type, each with how it knows. */
export const predicatesAllowed: ReadonlyMap<string, string> = new Map([
  ["src/adapters/postgres/Rows.ts: error is E & SqlError.SqlError", byTag],
  ["src/adapters/postgres/backup/Load.ts: error is E & SqlError.SqlError", byTag],
  ["src/adapters/postgres/posts/PostDocuments.ts: row is PostRow", byMember],
  ["src/adapters/redis/RedisCounts.ts: reply is ReadonlyArray<number>", "looks at each item"],
  ["src/api/WireErrors.ts: failure is WireError", bySchema],
  ["src/client/CommunityClient.ts: calls is CommunityClient", byNames],
  ["src/client/CommunityRpcClient.ts: calls is CommunityProcedures", byNames],
  ["src/client/CommunityRpcClient.ts: value is Stream.Stream<unknown, unknown>", byTag],
  ["src/domain/Fields.ts: record is A", "a program that makes thousands of them has checked their types"],
  ["src/domain/moderation/Target.ts: action is ActionOn<Type>", byList],
  ["packages/signs/src/build/HpoFiles.ts: word is FrequencyClass", byList],
  ["src/services/Spans.ts: value is Effect.Effect<unknown, unknown, unknown>", byTag],
  ["src/services/Writing.ts: error is E & (Blocked | Contended)", byTag],
  ["src/services/diseases/CatalogueLoad.ts: noted is Option.Some<OfSnapshot>", byMember],
  ["src/transport/http/Errors.ts: error is { readonly _tag: keyof Rows; readonly message: string }", byTag],
  ["src/transport/http/HandlerRegistry.ts: made is GroupOperation", "`Operations` has checked its types"],
  ["src/transport/mcp/McpMessages.ts: json is JSONRPCMessage", bySchema],
  ["src/transport/web/PageRunner.ts: answer is Redirect", byMember],
  ["src/transport/web/texts/FaultTexts.ts: fault is TranslatedError", byTag]
])

/**
 * Names of files in backticks, in texts by their own names, that end no path of `files`. A name in capitals is a
 * placeholder.
 */
export const unknownFiles = (texts: Readonly<Record<string, string>>, files: ReadonlyArray<string>) =>
  Object.entries(texts).flatMap(([name, text]) =>
    Array.from(text.matchAll(/`([\w./-]+\.(?:ts|sql))\b[^`\n]*`/g), ([, file = ""]) => file)
      .filter((file) => !/[A-Z]{4}/.test(file) && !files.some((known) => known === file || known.endsWith(`/${file}`)))
      .map((file) => `${name}: ${file}`)
  )

/** Names in backticks with the file that is said to declare them: "`one`, `two` (`FILE.ts`)" or "`one` of `FILE.ts`". */
const declared = /((?:`\w+`(?:,?\s+(?:or|and))?,?\s+)*`[\w.]+`)\s+(?:of\s+|\()`([\w./-]+\.tsx?)`/g

/** The names that a file exports by a declaration. */
const exportsOf = (text: string): ReadonlyArray<string> =>
  Array.from(
    text.matchAll(/^export (?:abstract )?(?:const|function\*?|class|type|interface) (\w+)/gm),
    ([, name = ""]) => name
  )

/** Names that texts say a file declares, and that no file of this name exports. Of `Posts.read` the first part is looked for. */
export const missingExports = (texts: Readonly<Record<string, string>>, sources: ReadonlyArray<Source>) =>
  Object.entries(texts).flatMap(([page, text]) =>
    Array.from(text.matchAll(declared)).flatMap(([, names = "", of = ""]) => {
      const files = sources.filter(({ file }) => file === of || file.endsWith(`/${of}`))
      const known = new Set(files.flatMap((file) => exportsOf(file.text)))
      return Array.from(names.matchAll(/`(\w+)[\w.]*`/g), ([, name = ""]) => name)
        .filter((name) => !known.has(name))
        .map((name) => `${page}: ${name} is not in ${of}`)
    })
  )

/** Names in backticks that stand for what this program does not have. */
export const foreignNames: ReadonlyMap<string, string> = new Map([
  ["HttpApiSecurity", "a module of Effect"],
  ["TPP1", "a gene"],
  ["hidden_by", "a column that decision 0029 refuses"],
  ["levenshtein", "a function of PostgreSQL that decision 0005 replaces"],
  ["ts_headline", "a function of PostgreSQL that decision 0002 replaces"]
])

/** Identifiers in backticks, in texts by their own names, that are no word of `corpus`. */
export const unknownNames = (texts: Readonly<Record<string, string>>, corpus: ReadonlyArray<string>) => {
  const words = new Set(corpus.flatMap((text) => text.match(/\w+/g) ?? []))
  return Object.entries(texts).flatMap(([page, text]) =>
    Array.from(text.matchAll(/`([A-Za-z_]\w*)`/g), ([, name = ""]) => name)
      .filter((name) => !words.has(name) && !foreignNames.has(name))
      .map((name) => `${page}: ${name}`)
  )
}

/** Marks of work that is not done, and types switched off, in comments and strings alike. */
const unfinished = /\b(TO[D]O|FIX[M]E|XX[X]|HAC[K])\b|@ts-(ignore|nocheck)/

/** Marks for later, types switched off, tests left out, prints for debugging. */
export const leftovers: Check = (sources) =>
  sources.flatMap((source) => {
    const { tree } = source
    const found: Array<string> = []
    const at = (position: number, what: string) => found.push(`${source.file}:${lineAt(tree, position)}: ${what}`)
    walk(tree, (node) => {
      const what = leftover(node, source.file)
      if (what !== undefined) at(node.getStart(tree), what)
    })
    for (const match of source.text.matchAll(new RegExp(unfinished, "g"))) at(match.index, match[0])
    return found
  })

/** Files that re-export the names of others: a name has one home. The packages' exports are listed in `exports/`. */
export const barrels: Check = (sources) =>
  sources
    .filter(
      (source) =>
        posix.basename(source.file) === "index.ts" ||
        (roomOf(source.file) !== "exports" &&
          source.tree.statements.some((node) => ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined))
    )
    .map(({ file }) => file)

/** Names that say nothing about a file's content. */
export const emptyNames: Check = (sources) =>
  sources
    .map(({ file }) => file)
    .filter((file) => /\/(utils?|helpers?|common|misc|shared)[/.]/i.test(file) || /(Live|Impl)\.ts$/.test(file))
