import { Schema } from "effect"
import { Address, Country } from "../Contact.ts"

const Text = Schema.NonEmptyString

/** Where it was read, and when, so that it can be checked again. */
const checked = { source: Text, date: Schema.String.pipe(Schema.pattern(/^\d{4}-\d\d-\d\d$/)) }

/** A European Reference Network, which doctors ask about a patient. */
export const CareNetwork = Schema.Struct({
  name: Text,
  /** Its purpose by language, in the operator's file. For our networks, `care.json` of each language has it. */
  about: Schema.optionalWith(Schema.Record({ key: Schema.String, value: Text }), { default: () => ({}) }),
  url: Address,
  /** The names of the categories of its diseases. */
  categories: Schema.Array(Text),
  /** Codes of diseases and groups of diseases: all below them are its, too. */
  groups: Schema.Array(Text),
  ...checked
})
export type CareNetwork = typeof CareNetwork.Type

/** The alliance of the patient organisations of a country. */
export const CareAlliance = Schema.Struct({
  country: Country,
  name: Text,
  url: Address,
  ...checked
})
export type CareAlliance = typeof CareAlliance.Type

export const CareContacts = Schema.Struct({
  networks: Schema.Array(CareNetwork),
  alliances: Schema.Array(CareAlliance)
})
export type CareContacts = typeof CareContacts.Type

/** @internal The maximum number of networks of one disease. */
export const maxNetworks = 3

/** The networks of a disease: first those for a group that it belongs to, then those for one of its categories. */
export const networksFor = (
  { networks }: CareContacts,
  codes: ReadonlySet<string>,
  categories: ReadonlySet<string>
): ReadonlyArray<CareNetwork> => {
  const byGroup = networks.filter(({ groups }) => groups.some((code) => codes.has(code)))
  const byCategory = networks.filter((network) => network.categories.some((name) => categories.has(name)))
  return Array.from(new Set([...byGroup, ...byCategory])).slice(0, maxNetworks)
}
