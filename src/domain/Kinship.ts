import { Schema } from "effect"

/** How a disease is related to another: a kind of it, what it is a kind of, or another of the same kind. */
export const Kinship = Schema.Literal("subtype", "supertype", "sibling")
export type Kinship = typeof Kinship.Type
