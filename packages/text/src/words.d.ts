// Bundler and Node read the word lists as modules; a test decodes each by its schema.

declare module "*/words/numerals.json" {
  const file: typeof import("./WordFiles.ts").NumeralFile.Type
  export default file
}

declare module "*/words/question-words.json" {
  const file: typeof import("./WordFiles.ts").QuestionWordFile.Type
  export default file
}

declare module "*/words/spellings.json" {
  const file: typeof import("./WordFiles.ts").SpellingFile.Type
  export default file
}

declare module "*/words/stop-words.json" {
  const file: typeof import("./WordFiles.ts").StopWordFile.Type
  export default file
}
