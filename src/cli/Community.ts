import { NodeContext } from "@effect/platform-node"
import { Layer } from "effect"
import { Changes } from "../services/Changes.ts"
import * as StarterContent from "../services/StarterContent.ts"
import * as Database from "../sql/Database.ts"
import { DataFolderRefused } from "../sql/DataFolder.ts"
import { forImports } from "../sql/ServerPool.ts"
import * as Sql from "../sql/Sql.ts"
import * as ChangeHintsConfigured from "../system/ChangeHintsConfigured.ts"
import * as MarkdownInline from "../system/MarkdownInline.ts"
import * as StarterFilesJson from "../system/StarterFilesJson.ts"

const Machine = Layer.merge(MarkdownInline.layer, StarterFilesJson.layer).pipe(Layer.provide(NodeContext.layer))

/**
 * What a command that fills the community works on: the database of the environment, its schema up to date and the
 * starter content in it, so that what comes with the server has the first ids whoever starts first.
 */
export const layer = StarterContent.layer.pipe(
  Layer.provideMerge(Layer.provide(Changes.layer, ChangeHintsConfigured.layer)),
  Layer.provideMerge(Layer.mergeAll(Machine, Sql.layer.pipe(Layer.provide(Database.layerWith(forImports))))),
  Layer.mapError((error) =>
    error._tag === "DataFolderRefused"
      ? new DataFolderRefused({ message: `${error.message}. The server can go on running with a DATABASE_URL only` })
      : error
  )
)
