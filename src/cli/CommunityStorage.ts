import { NodeContext } from "@effect/platform-node"
import { Layer } from "effect"
import * as ChangeNotifierConfigured from "../adapters/ChangeNotifierConfigured.ts"
import * as MarkdownFilterInline from "../adapters/node/MarkdownFilterInline.ts"
import * as StarterFilesJson from "../adapters/node/StarterFilesJson.ts"
import * as CommandDatabase from "../adapters/postgres/connection/CommandDatabase.ts"
import * as Sql from "../adapters/postgres/connection/Sql.ts"
import { Changes } from "../services/Changes.ts"
import * as StarterContent from "../services/diseases/StarterContent.ts"

const Machine = Layer.merge(MarkdownFilterInline.layer, StarterFilesJson.layer).pipe(Layer.provide(NodeContext.layer))

/**
 * The storage of a command that fills the community: the database of the environment, its schema up to date and the
 * starter content in it, so that starter content has the first ids though an import comes before the first start.
 */
export const layer = StarterContent.layer.pipe(
  Layer.provideMerge(Layer.provide(Changes.layer, ChangeNotifierConfigured.layer)),
  Layer.provideMerge(Layer.merge(Machine, Layer.provideMerge(Sql.layer, CommandDatabase.migrated)))
)
