// Bundler and Node read the word lists as modules; a test decodes each by its schema.

declare module "*/words/name-words.json" {
  const file: typeof import("./WordFiles.ts").NameWordFile.Type
  export default file
}

declare module "*/content/glossary/grammar.json" {
  const file: typeof import("./GrammarFile.ts").GrammarFile.Type
  export default file
}
