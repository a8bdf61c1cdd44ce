// Bundler and Node read the word lists as modules; a test decodes each by its schema.

declare module "*/words/foreign-words.json" {
  const file: typeof import("./WordFiles.ts").ForeignWordFile.Type
  export default file
}

declare module "*/words/lay-names.json" {
  const file: typeof import("./WordFiles.ts").LayNameFile.Type
  export default file
}

declare module "*/words/lay-words.json" {
  const file: typeof import("./WordFiles.ts").LayWordFile.Type
  export default file
}

declare module "*/words/news-abbreviations.json" {
  const file: typeof import("./WordFiles.ts").NewsAbbreviationFile.Type
  export default file
}

declare module "*/words/report-words.json" {
  const file: typeof import("./WordFiles.ts").ReportWordFile.Type
  export default file
}
