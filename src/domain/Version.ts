/** The version of this release, which clients are told. */
export const version = "0.3.0"
