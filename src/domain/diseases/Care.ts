import { Schema } from "effect"
import { Address, Country } from "../Contact.ts"

const Text = Schema.NonEmptyString

/** Where it was read, and when, so that it can be checked again. */
const checked = { source: Text, date: Schema.String.pipe(Schema.pattern(/^\d{4}-\d\d-\d\d$/)) }

/** The ages of onset, of those that the catalogue has, at which a disease is one of children, and one of adults. */
const onsets = {
  children: ["Antenatal", "Neonatal", "Infancy", "Childhood", "Adolescent", "All ages"],
  adults: ["Adult", "Elderly", "All ages"]
}

/** A European Reference Network, which doctors ask about a patient. */
export const CareNetwork = Schema.Struct({
  name: Text,
  /** Its purpose by language, in the operator's file. For our networks, `care.json` of each language has it. */
  about: Schema.optionalWith(Schema.Record({ key: Schema.String, value: Text }), { default: () => ({}) }),
  url: Address,
  /** Whom it treats, where it is not everybody: it is not for a disease that begins at other ages only. */
  ages: Schema.optional(Schema.Literal("children", "adults")),
  /** The names of the categories of its diseases. */
  categories: Schema.Array(Text),
  /** Codes of diseases and groups of diseases: all below them are its, too. */
  groups: Schema.Array(Text),
  /** Codes of diseases and groups of diseases that are another network's, although its categories have them. */
  except: Schema.optionalWith(Schema.Array(Text), { default: () => [] }),
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

/** What networks are chosen by. */
export interface DiseaseOfCare {
  /** The codes of the disease and of all above it. */
  readonly codes: ReadonlySet<string>
  readonly categories: ReadonlySet<string>
  /** The ages at which it begins; none where they are unknown. */
  readonly onset: ReadonlyArray<string>
}

const treats = ({ ages, except }: CareNetwork, { codes, onset }: DiseaseOfCare): boolean =>
  !except.some((code) => codes.has(code)) &&
  (ages === undefined || onset.length === 0 || onset.some((age) => onsets[ages].includes(age)))

/** The networks of a disease: first those for a group that it belongs to, then those for one of its categories. */
export const networksFor = ({ networks }: CareContacts, disease: DiseaseOfCare): ReadonlyArray<CareNetwork> => {
  const of = networks.filter((network) => treats(network, disease))
  const byGroup = of.filter(({ groups }) => groups.some((code) => disease.codes.has(code)))
  const byCategory = of.filter((network) => network.categories.some((name) => disease.categories.has(name)))
  return Array.from(new Set([...byGroup, ...byCategory])).slice(0, maxNetworks)
}
