import { Args, Command, Options } from "@effect/cli"
import { FileSystem } from "@effect/platform"
import type { Conflict } from "@rare-disease-community/catalogue/Facts"
import { mergeSources } from "@rare-disease-community/catalogue/Merge"
import type { UnreadableSource } from "@rare-disease-community/catalogue/readers/FileFacts"
import { SourceFacts } from "@rare-disease-community/catalogue/SourceFacts"
import { Clock, Data, Effect, Layer, Option } from "effect"
import { makeSnapshot } from "../adapters/node/diseases/CatalogueSnapshotFile.ts"
import { CatalogueImport } from "../services/diseases/CatalogueImport.ts"
import { communityStorage } from "./OperatorLayer.ts"
import { json, print } from "./Output.ts"
import * as Progress from "./Progress.ts"
import { factsIn } from "./sources/SourceFile.ts"
import { type SourceFiles, sourceFiles } from "./sources/SourcePaths.ts"

/** No file among the sources says which diseases are rare, so there is nothing to import. */
class NoRareDiseases extends Data.TaggedError("NoRareDiseases") {
  override get message() {
    return "none of the files says which diseases are rare: give Mondo's mondo_subsets table or mondo.obo, with the labels (see docs/operating.md)"
  }
}

/** Some sources are broken; nothing was imported. */
class BrokenSources extends Data.TaggedError("BrokenSources")<{ readonly broken: ReadonlyArray<UnreadableSource> }> {
  override get message() {
    const files = this.broken.map(({ message }) => message).join("; ")
    return `nothing was imported: ${files}. Fetch the broken files again, or leave them out`
  }
}

const reportIgnored = (file: string) => Progress.say(`${file}: not a file that can be imported: skipped`)

/**
 * Reads every file, one after the other. Fails with `BrokenSources` once all are read, so that it names all broken
 * ones.
 */
const readAll = ({ files, ignored }: SourceFiles) =>
  Effect.gen(function* () {
    const all = new SourceFacts()
    yield* Effect.forEach(ignored, reportIgnored)
    const [broken] = yield* Effect.partition(
      files,
      (file, index) =>
        Effect.gen(function* () {
          yield* Progress.show("reading", index, files.length)
          const facts = yield* factsIn(file)
          if (Option.isNone(facts)) return yield* reportIgnored(file.name)
          for (const fact of facts.value) all.add(fact)
        }),
      { concurrency: 1 }
    )
    yield* Progress.show("reading", files.length, files.length)
    return broken.length === 0 ? all : yield* new BrokenSources({ broken })
  })

const reportOf = (conflicts: ReadonlyArray<Conflict>) =>
  ["kind\tabout\tdetail", ...conflicts.map(({ about, detail, kind }) => `${kind}\t${about}\t${detail}`), ""].join("\n")

const options = {
  paths: Args.text({ name: "PATH" }).pipe(
    Args.withDescription("a folder, a file or an http(s) URL of Mondo, Orphadata or the Disease Ontology; .gz too"),
    Args.atLeast(1)
  ),
  report: Options.file("report").pipe(
    Options.withDescription("writes every conflict between the sources to this file, tab separated"),
    Options.optional
  ),
  dryRun: Options.boolean("dry-run").pipe(Options.withDescription("does everything, counts it, and keeps nothing")),
  snapshot: Options.file("snapshot").pipe(
    Options.withDescription(
      "writes the merged catalogue to this file, as it ships in content/, and touches no database"
    ),
    Options.optional
  ),
  retireMany: Options.boolean("retire-many").pipe(
    Options.withDescription("retires diseases that the sources lack, even more than a tenth of the catalogue")
  ),
  json
}

interface ImportCommandOptions {
  readonly dryRun: boolean
  readonly json: boolean
  readonly report: Option.Option<string>
  readonly retireMany: boolean
}

/** Imports the files, and calls `note` with the result so far. */
const importFiles = (
  files: SourceFiles,
  { dryRun, json, report, retireMany }: ImportCommandOptions,
  note: Progress.Note
) =>
  Effect.gen(function* () {
    const catalogue = yield* CatalogueImport
    const start = yield* Clock.currentTimeMillis
    const merged = mergeSources(yield* readAll(files))
    if (merged.diseases.length === 0) return yield* new NoRareDiseases()
    const onProgress = (saved: number, total: number) => {
      if (!dryRun) note(`${saved} of ${total} diseases are saved`)
      return Progress.show("saving", saved, total)
    }
    const summary = yield* catalogue.run(merged.diseases, { dryRun, retireMany, onProgress })
    const missing = summary.unknownStarters.map(
      (about): Conflict => ({ kind: "unknown starter", about, detail: "the sources have none of its codes; kept" })
    )
    const conflicts = [...merged.conflicts, ...missing]
    if (Option.isSome(report))
      yield* Effect.flatMap(FileSystem.FileSystem, (fs) => fs.writeFileString(report.value, reportOf(conflicts)))
    const seconds = ((yield* Clock.currentTimeMillis) - start) / 1_000
    const { added, changed, retired, unchanged } = summary
    const counts = `${added} added, ${changed} changed, ${unchanged} unchanged, ${retired} retired`
    yield* print(json, { dryRun, added, changed, unchanged, retired, conflicts: conflicts.length, seconds }, [
      `${dryRun ? "dry run, nothing was kept: " : ""}${counts}, ${conflicts.length} conflicts, ${seconds.toFixed(1)} seconds`
    ])
  })

/** Merges the sources into the file that servers load at their first start. */
const writeSnapshot = (files: SourceFiles, file: string, isJson: boolean) =>
  Effect.gen(function* () {
    const { conflicts, diseases } = mergeSources(yield* readAll(files))
    if (diseases.length === 0) return yield* new NoRareDiseases()
    const { bytes, header } = yield* makeSnapshot(diseases)
    yield* Effect.flatMap(FileSystem.FileSystem, (fs) => fs.writeFile(file, bytes))
    const { diseases: count, version } = header
    yield* print(isJson, { file, version, diseases: count, bytes: bytes.length, conflicts: conflicts.length }, [
      `${file}: version ${version}, ${count} diseases, ${bytes.length} bytes, ${conflicts.length} conflicts`
    ])
  })

/** `npm run import -- diseases PATH…`: brings the catalogue to the state of the source files. */
export const importDiseases = Command.make("diseases", options, ({ paths, snapshot, ...rest }) =>
  Progress.stoppable((note) =>
    Effect.flatMap(sourceFiles(paths), (files) =>
      Option.match(snapshot, {
        onNone: () =>
          Effect.provide(importFiles(files, rest, note), Layer.provide(CatalogueImport.layer, communityStorage)),
        onSome: (file) => writeSnapshot(files, file, rest.json)
      })
    )
  )
).pipe(Command.withDescription("Brings the catalogue of diseases up to date with the source files."))
