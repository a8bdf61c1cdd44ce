import { Option, Predicate, type Schema, SchemaAST } from "effect"

/** The members that an object of a body may have, with those of the objects in them; undefined for any value. */
export interface BodyMembers {
  readonly [name: string]: BodyMembers | undefined
}

/** The members of both. A value that one of them leaves open is open. */
const joined = (all: ReadonlyArray<BodyMembers>): BodyMembers => {
  const names = new Set(all.flatMap((members) => Object.keys(members)))
  const byName = Array.from(names, (name) => {
    const having = all.filter((members) => Object.hasOwn(members, name)).map((members) => members[name])
    const closed = having.filter((members) => members !== undefined)
    return [name, closed.length === 0 ? undefined : joined(closed)] as const
  })
  return Object.fromEntries(byName)
}

const membersOfAst = (ast: SchemaAST.AST): BodyMembers | undefined => {
  if (SchemaAST.isRefinement(ast)) return membersOfAst(ast.from)
  if (SchemaAST.isUnion(ast)) {
    const objects = ast.types.map(membersOfAst).filter((members) => members !== undefined)
    return objects.length === 0 ? undefined : joined(objects)
  }
  if (SchemaAST.isTupleType(ast)) {
    const [item] = ast.rest
    return item === undefined ? undefined : membersOfAst(item.type)
  }
  if (!SchemaAST.isTypeLiteral(ast) || ast.indexSignatures.length > 0 || ast.propertySignatures.length === 0)
    return undefined
  return Object.fromEntries(ast.propertySignatures.map(({ name, type }) => [String(name), membersOfAst(type)]))
}

/** The members of a body as it is sent; none for an endpoint that takes no body. */
export const membersOf = (payload: Option.Option<Schema.Schema.All>): BodyMembers | undefined =>
  Option.match(payload, { onNone: () => ({}), onSome: ({ ast }) => membersOfAst(SchemaAST.encodedAST(ast)) })

/** The members of a body that its endpoint does not have, by their paths. */
export function* unknownMembers(members: BodyMembers | undefined, sent: unknown, path = ""): Generator<string> {
  if (members === undefined) return
  if (Array.isArray(sent)) {
    for (const item of sent) yield* unknownMembers(members, item, path)
  } else if (Predicate.isRecord(sent)) {
    for (const [name, value] of Object.entries(sent)) {
      if (Object.hasOwn(members, name)) yield* unknownMembers(members[name], value, `${path}${name}.`)
      else yield `${path}${name}`
    }
  }
}
