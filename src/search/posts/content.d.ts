// Bundler and Node read the lists of `content/` as modules; a test decodes each by its schema.

declare module "*/content/synonyms.json" {
  const file: typeof import("./WordFiles.ts").SynonymFile.Type
  export default file
}
