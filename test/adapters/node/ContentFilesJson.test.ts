import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NodeContext } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import * as ContentFilesJson from "../../../src/adapters/node/ContentFilesJson.ts"
import { CareContactsFile, HelpLinesFile } from "../../../src/ports/ContentFiles.ts"

const line = {
  country: "AT",
  name: "Telefonseelsorge",
  phone: "142",
  url: "https://www.telefonseelsorge.at",
  source: "https://www.telefonseelsorge.at",
  date: "2026-11-20"
}

const withVariable = (variable: string, file: string | undefined) => {
  const variables = ConfigProvider.fromMap(new Map(file === undefined ? [] : [[variable, file]]))
  return <A, E>(read: Effect.Effect<A, E, HelpLinesFile | CareContactsFile>) =>
    read.pipe(
      Effect.provide(ContentFilesJson.layer.pipe(Layer.provide(NodeContext.layer))),
      Effect.withConfigProvider(variables)
    )
}

const readWith = (file: string | undefined) =>
  withVariable("HELP_LINES", file)(Effect.flatMap(HelpLinesFile, ({ read }) => read))

const careWith = (file: string | undefined) =>
  withVariable("CARE_CONTACTS", file)(Effect.flatMap(CareContactsFile, ({ read }) => read))

const alliance = { country: "AT", name: "Pro Rare Austria", url: "https://www.prorare-austria.org" }

describe("ContentFilesJson", () => {
  it.scoped("reads an operator's own file, refuses a malformed one by the name of its variable, and ships one", () =>
    Effect.gen(function* () {
      const folder = mkdtempSync(join(tmpdir(), "help-lines-"))
      yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true })))
      const written = (text: string | Uint8Array) => {
        const file = join(folder, "lines.json")
        writeFileSync(file, text)
        return readWith(file)
      }
      const { date: _, source: __, ...shown } = line
      expect(yield* written(JSON.stringify([line]))).toEqual([shown])
      for (const [text, fault] of [
        ["", "Unexpected end of JSON input"],
        ["[]", "0: is missing"],
        ["{", "in JSON at position 1"],
        [JSON.stringify([{ ...line, date: "today" }]), "0.date: "],
        [JSON.stringify([shown]), "0.source: is missing"],
        [JSON.stringify([line, { ...line, country: "UK" }]), "1.country: must be a country in two capital letters"],
        [JSON.stringify([{ ...line, country: "XX" }]), "0.country: must be a country"],
        [JSON.stringify([{ ...line, country: "Austria" }]), "0.country: must be a country"],
        [JSON.stringify([{ ...line, name: "" }]), "0.name: "],
        [JSON.stringify([{ ...line, phone: "call us" }]), "0.phone: must be the number of a phone"],
        [JSON.stringify([{ ...line, url: "javascript:alert(1)" }]), "0.url: must be an address"],
        [
          JSON.stringify([{ ...line, hours: { from: "9", to: "24:00" } }]),
          "0.hours.from: must be a time, such as 09:00"
        ],
        [JSON.stringify([{ ...line, hours: { from: "24:00", to: "24:30" } }]), "0.hours.from: must be a time"]
      ] as const) {
        const said = String(yield* Effect.flip(written(text)))
        expect(said).toMatch(/HELP_LINES.*must be a JSON file as content\/help-lines\.json is/)
        expect(said).toContain(fault)
      }
      const { url: _url, ...unlinked } = line
      const { url: _shownUrl, ...shownUnlinked } = shown
      const more = { hours: { from: "09:00", to: "24:00" }, names: { hu: "Lelki segély" } }
      expect(yield* written(JSON.stringify([{ ...unlinked, ...more }]))).toEqual([{ ...shownUnlinked, ...more }])
      const latin = Buffer.from(JSON.stringify([{ ...line, name: "SOS Amitié" }]), "latin1")
      expect(String(yield* Effect.flip(written(latin)))).toMatch(/HELP_LINES.*it is not in UTF-8/)
      for (const [country, phone] of [
        ["EU", "112"],
        ["CL", "*4141"],
        ["XK", "+383 #1"]
      ]) {
        expect(yield* written(JSON.stringify([{ ...line, country, phone }]))).toEqual([{ ...shown, country, phone }])
      }
      expect(String(yield* Effect.flip(readWith("/nowhere")))).toMatch(/HELP_LINES.*it cannot be read/s)
      const countries = (yield* readWith(undefined)).map(({ country }) => country)
      expect(countries).toEqual(expect.arrayContaining(["DE", "FR", "GB", "US", "CA", "AU"]))
    })
  )

  it.scoped("reads an operator's contacts for care, names the fault of a malformed file, and ships 24 networks", () =>
    Effect.gen(function* () {
      const folder = mkdtempSync(join(tmpdir(), "care-"))
      yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true })))
      const written = (contacts: unknown) => {
        const file = join(folder, "care.json")
        writeFileSync(file, JSON.stringify(contacts))
        return careWith(file)
      }
      const checked = { ...alliance, source: line.source, date: line.date }
      expect(yield* written({ networks: [], alliances: [checked] })).toEqual({ networks: [], alliances: [checked] })
      for (const [contacts, fault] of [
        [{ alliances: [] }, "networks: is missing"],
        [{ networks: [], alliances: [alliance] }, "alliances.0.source: is missing"],
        [{ networks: [], alliances: [{ ...checked, url: "javascript:alert(1)" }] }, "alliances.0.url: "]
      ] as const) {
        const said = String(yield* Effect.flip(written(contacts)))
        expect(said).toMatch(/CARE_CONTACTS.*must be a JSON file as content\/care\.json is/)
        expect(said).toContain(fault)
      }
      expect(String(yield* Effect.flip(careWith("/nowhere")))).toMatch(/CARE_CONTACTS.*it cannot be read/s)
      const { alliances, networks } = yield* careWith(undefined)
      expect(networks).toHaveLength(24)
      expect(alliances.map(({ country }) => country)).toEqual(expect.arrayContaining(["AT", "CH", "DE", "FR", "GB"]))
    })
  )
})
