import ts from "typescript"
import { roomOf } from "../architecture/rooms.ts"
import { importedFile, isProduct, type Source, sourcesOf, walk } from "../architecture/Source.ts"

/** The rooms whose functions read texts. The files that the catalogue reads are no stranger's. */
const engines = /^(?:src\/search|packages\/(?!catalogue\/)[^/]+\/src)\//

/** Other files in which a function with a parameter of such a name reads a text. */
const others = /^(?:src\/(?:domain|services)\/|packages\/catalogue\/src\/DiseaseCode\.ts$)/
const textNames = new Set(["text", "content", "source", "html", "typed", "search", "written", "words"])

const textTypes = new Set(["string", "string | undefined", "ReadonlyArray<string>", "Iterable<string>"])

const isTextParameter = ({ name, type }: ts.ParameterDeclaration, file: string): boolean =>
  type !== undefined && textTypes.has(type.getText()) && (engines.test(file) || textNames.has(name.getText()))

const isFunction = (node: ts.Node) =>
  ts.isArrowFunction(node) ||
  ts.isFunctionExpression(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isMethodDeclaration(node)

/** The functions that a call of a declaration gives, and itself. */
const functionsOf = (node: ts.Node): ReadonlyArray<ts.FunctionLikeDeclaration> => {
  if (isFunction(node)) {
    const { body } = node
    if (body === undefined) return [node]
    if (!ts.isBlock(body)) return [node, ...functionsOf(body)]
    const returned = body.statements.filter(ts.isReturnStatement).flatMap(({ expression }) => expression ?? [])
    return [node, ...returned.flatMap(functionsOf)]
  }
  return ts.isCallExpression(node) ? node.arguments.flatMap(functionsOf) : []
}

const isExported = (node: ts.Node) =>
  ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true

/** The exported functions and public methods of a file that take a text. */
const readersIn = ({ file, tree }: Source): ReadonlyArray<string> => {
  const named = (name: string, node: ts.Node) =>
    functionsOf(node).some(({ parameters }) => parameters.some((one) => isTextParameter(one, file)))
      ? [`${file}#${name}`]
      : []
  return tree.statements.filter(isExported).flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement)) return named(statement.name?.getText() ?? "", statement)
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ initializer, name }) =>
        initializer === undefined ? [] : named(name.getText(), initializer)
      )
    if (!ts.isClassDeclaration(statement)) return []
    const methods = statement.members.filter(ts.isMethodDeclaration).filter(({ name }) => !ts.isPrivateIdentifier(name))
    return methods.flatMap((method) => named(`${statement.name?.getText()}.${method.name.getText()}`, method))
  })
}

/** The names that files outside of the engines import from them: `packages/text/src/Folding.ts#foldText`. */
const importedFrom = (sources: ReadonlyArray<Source>): ReadonlySet<string> => {
  const imported = new Set<string>()
  for (const { file, tree } of sources) {
    if (engines.test(file)) continue
    walk(tree, (node) => {
      if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return
      const { text } = node.moduleSpecifier
      const target = importedFile(file, text)
      const bindings = node.importClause?.namedBindings
      if (target === undefined || bindings === undefined || !ts.isNamedImports(bindings)) return
      for (const { name, propertyName } of bindings.elements) imported.add(`${target}#${(propertyName ?? name).text}`)
    })
  }
  return imported
}

const productSources = () => [...sourcesOf("src"), ...sourcesOf("packages").filter(({ file }) => isProduct(file))]

/** True where a file reads a property of this name, or takes it out of a value. */
const mentions = ({ tree }: Source, name: string): boolean => {
  let found = false
  walk(tree, (node) => {
    found ||= ts.isPropertyAccessExpression(node) && node.name.text === name
    found ||= ts.isBindingElement(node) && (node.propertyName ?? node.name).getText() === name
  })
  return found
}

/**
 * Every file outside of the engines that calls one of some readers, and which: `src/services/posts/PostSearch.ts:
 * packages/text/src/Highlight.ts#highlighter`. A file calls a method where it imports the class and has its name.
 */
export const callersOf = (
  readers: ReadonlyArray<string>,
  sources: ReadonlyArray<Source> = productSources()
): ReadonlyArray<string> =>
  sources
    .filter(({ file }) => !engines.test(file) && roomOf(file) !== undefined)
    .flatMap((one) => {
      const imported = importedFrom([one])
      return readers
        .filter((reader) => {
          const [, method] = /#\w+\.(\w+)$/.exec(reader) ?? []
          return imported.has(reader.replace(/(#\w+)\.\w+$/, "$1")) && (method === undefined || mentions(one, method))
        })
        .map((reader) => `${one.file}: ${reader}`)
    })

/**
 * Every function that is given a text from outside: those of the engines that other rooms import, and those of `domain/`
 * and `services/` with a text among their parameters. A method counts where its class is imported.
 */
export const readersOfTexts = (sources: ReadonlyArray<Source> = productSources()): ReadonlyArray<string> => {
  const imported = importedFrom(sources)
  return sources
    .filter(({ file }) => roomOf(file) !== undefined && !file.includes("/build/"))
    .filter(({ file }) => engines.test(file) || others.test(file))
    .flatMap((one) =>
      readersIn(one).filter((name) => !engines.test(one.file) || imported.has(name.replace(/\.\w+$/, "")))
    )
}
