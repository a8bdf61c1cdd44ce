import { Context, Effect, Layer } from "effect"
import { type CareAlliance, type CareNetwork, networksFor } from "../../domain/diseases/Care.ts"
import type { DiseaseDetail } from "../../domain/diseases/Disease.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { CareContactsFile } from "../../ports/ContentFiles.ts"
import { withSpans } from "../Spans.ts"
import { DiseaseFinder } from "./DiseaseFinder.ts"

/** The networks and alliances that help with a disease. */
export interface CareOfDisease {
  /** European Reference Networks, the most particular first. */
  readonly networks: ReadonlyArray<CareNetwork>
  /** The alliances of patients of all countries. */
  readonly alliances: ReadonlyArray<CareAlliance>
}

/** The helpers of people with a disease: networks of hospitals, and alliances of patients. */
export class Care extends Context.Tag("services/diseases/Care")<
  Care,
  { readonly ofDisease: (disease: DiseaseDetail) => StorageEffect<CareOfDisease> }
>() {
  static readonly layer = Layer.effect(Care, withSpans("Care", Effect.gen(make)))
}

function* make() {
  const contacts = yield* Effect.flatMap(CareContactsFile, (file) => file.read)
  const finder = yield* DiseaseFinder

  const ofDisease = ({ categories, codes, id, onset }: DiseaseDetail) =>
    Effect.map(finder.index, (index): CareOfDisease => {
      const networks = networksFor(contacts, {
        codes: new Set([...Object.values(codes).flat(), ...index.codesAbove(id)]),
        categories: new Set(categories.map(({ name }) => name)),
        onset
      })
      return { networks, alliances: contacts.alliances }
    })

  return Care.of({ ofDisease })
}
