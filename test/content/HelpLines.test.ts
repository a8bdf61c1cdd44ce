import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { HelpLine } from "../../src/domain/HelpLine.ts"

const lines = Schema.decodeSync(Schema.parseJson(Schema.Array(HelpLine)))(
  readFileSync(new URL("../../content/help-lines.json", import.meta.url), "utf8")
)

/** The hosts of public authorities that answer for a number in the whole country, or in the European Union. */
const authorities = [
  "digital-strategy.ec.europa.eu",
  "www.sanidad.gob.es",
  "www.helsenorge.no",
  "www.sns24.gov.pt",
  "www.gov.br",
  "www.911.gov",
  "www.triplezero.gov.au",
  "www.police.govt.nz"
]

/** True where a page is the line's own, which has its name or number in its host, or an authority's. */
const isOfficial = ({ name, phone, url }: HelpLine) => {
  if (url === undefined) return true
  const { hostname } = new URL(url)
  const words = name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .split(/[^a-z0-9]+/)
  const own = [phone.replace(/\D/g, ""), ...words.filter((word) => word.length > 2)]
  return authorities.includes(hostname) || own.some((word) => hostname.includes(word))
}

const named = (part: string) => lines.filter(({ name }) => name.includes(part))

describe("The help lines in content/help-lines.json", () => {
  it("lead to a page of the line itself or of a national authority, or to none", () => {
    expect(lines.filter((line) => !isOfficial(line))).toEqual([])
    const ofFund = {
      country: "AR",
      name: "Salud Mental",
      phone: "0800 999 0091",
      url: "https://www.ospia.org.ar/?p=1635"
    }
    expect(isOfficial(ofFund)).toBe(false)
  })

  it("say when Telefono Amico Italia answers, which is closed at night", () => {
    expect(named("Telefono Amico Italia").map(({ hours }) => hours)).toEqual([{ from: "09:00", to: "24:00" }])
  })

  it("have the French name of Canada's line, whose country speaks French too", () => {
    expect(named("9-8-8").map(({ names }) => names)).toEqual([
      { fr: "9-8-8 : Ligne d’aide en cas de crise de suicide" }
    ])
  })
})
