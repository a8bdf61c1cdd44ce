// The word lists of `content/`. Bundler and Node read them as modules; a test decodes each by its schema.

declare module "*/content/foreign-words.json" {
  const file: typeof import("./WordFiles.ts").ForeignWordFile.Type
  export default file
}

declare module "*/content/glossary/grammar.json" {
  const file: typeof import("./GrammarFile.ts").GrammarFile.Type
  export default file
}

declare module "*/content/lay-names.json" {
  const file: typeof import("./WordFiles.ts").LayNameFile.Type
  export default file
}

declare module "*/content/lay-words.json" {
  const file: typeof import("./WordFiles.ts").LayWordFile.Type
  export default file
}

declare module "*/content/name-words.json" {
  const file: typeof import("./WordFiles.ts").NameWordFile.Type
  export default file
}

declare module "*/content/news-abbreviations.json" {
  const file: typeof import("./WordFiles.ts").NewsAbbreviationFile.Type
  export default file
}

declare module "*/content/numerals.json" {
  const file: typeof import("./WordFiles.ts").NumeralFile.Type
  export default file
}

declare module "*/content/question-words.json" {
  const file: typeof import("./WordFiles.ts").QuestionWordFile.Type
  export default file
}

declare module "*/content/report-words.json" {
  const file: typeof import("./WordFiles.ts").ReportWordFile.Type
  export default file
}

declare module "*/content/sign-labels.json" {
  const file: typeof import("./WordFiles.ts").SignLabelFile.Type
  export default file
}

declare module "*/content/spellings.json" {
  const file: typeof import("./WordFiles.ts").SpellingFile.Type
  export default file
}

declare module "*/content/stop-words.json" {
  const file: typeof import("./WordFiles.ts").StopWordFile.Type
  export default file
}

declare module "*/content/synonyms.json" {
  const file: typeof import("./WordFiles.ts").SynonymFile.Type
  export default file
}
