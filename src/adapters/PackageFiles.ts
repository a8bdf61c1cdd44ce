import { fileURLToPath } from "node:url"

/**
 * The URL of a file that ships with the package, by its path from the package's root. This module lies two folders
 * below the root in `src/adapters/`, in `dist/adapters/`, and in the bundles of `dist/server/`.
 */
export const packageFile = (path: string): URL => new URL(`../../${path}`, import.meta.url)

/** The path of such a file in the file system. */
export const packagePath = (path: string): string => fileURLToPath(packageFile(path))
