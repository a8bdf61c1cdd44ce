/** The version of this release, which clients are told. */
export const version = "0.2.0"
