/**
 * The maximum number of diseases that a search finds, by names or by signs: no reader pages further, and a common word
 * would match thousands.
 */
export const maxDiseasesFound = 1_000

/**
 * The maximum number of subtypes of a family. A group with more of them is a field of medicine: people with one of its
 * diseases have little in common with most of the others.
 */
export const maxFamilySubtypes = 200
