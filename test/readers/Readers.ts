import { codeKey, codeKeysOf } from "@rare-disease-community/catalogue/DiseaseCode"
import { readFeed } from "@rare-disease-community/feeds/ReadFeed"
import { filterMarkdown } from "@rare-disease-community/markdown/FilterMarkdown"
import { filterTitle } from "@rare-disease-community/markdown/FilterTitle"
import { textPieces } from "@rare-disease-community/markdown/TextPieces"
import { saying } from "@rare-disease-community/names/texts/DescriptionSearch"
import { isDiscriminative, namesWritten } from "@rare-disease-community/names/texts/DiseaseNaming"
import {
  eponymCandidates,
  type NameCandidate,
  nameCandidates,
  unspacedCandidates
} from "@rare-disease-community/names/texts/NameCandidates"
import { contentWords, isEveryday } from "@rare-disease-community/text/ContentWords"
import { excerptOf } from "@rare-disease-community/text/Excerpt"
import { foldText, nameKey, seenText } from "@rare-disease-community/text/Folding"
import { escaped, highlighter } from "@rare-disease-community/text/Highlight"
import { filteredTree, textOfHtml } from "@rare-disease-community/text/Html"
import {
  jsonTextWithoutInvisible,
  jsonTextWithoutMarkup,
  withoutFormats,
  withoutInvisible,
  withoutMarkup
} from "@rare-disease-community/text/Invisible"
import { lexemePositions, lexemesOf, queryOf, type Term } from "@rare-disease-community/text/Lexemes"
import { streamSafe } from "@rare-disease-community/text/Marks"
import { textTokens } from "@rare-disease-community/text/NameWords"
import { asMarkdown } from "@rare-disease-community/text/PlainMarkdown"
import { isHighlyRestrictive } from "@rare-disease-community/text/Scripts"
import { searchQuery } from "@rare-disease-community/text/SearchQuery"
import { xmlText } from "@rare-disease-community/text/XmlText"
import { Effect, Either, Schema } from "effect"
import { atOnce } from "../../packages/signs/test/SmallOntology.ts"
import { holdsEmail } from "../../src/domain/accounts/Email.ts"
import { appCode, recoveryCodeKey } from "../../src/domain/accounts/SecondFactor.ts"
import { memberSearch } from "../../src/domain/accounts/User.ts"
import { DiseaseId } from "../../src/domain/Ids.ts"
import { jsonInOneLine } from "../../src/domain/OneLine.ts"
import { maxSymptoms, signsOfHarm } from "../../src/domain/phenotypes/Phenotype.ts"
import { maxContentCharacters, maxTitleCharacters } from "../../src/domain/posts/Post.ts"
import { foldKey, isBlank, lengthOf, line, maxSearchCharacters, tooLong } from "../../src/domain/Text.ts"
import type { DiseasesRepo } from "../../src/ports/diseases/DiseasesRepo.ts"
import { PostsRepo } from "../../src/ports/posts/PostsRepo.ts"
import { searchAlternatives } from "../../src/search/posts/SearchAlternatives.ts"
import { hasSynonyms, withSynonyms } from "../../src/search/posts/Synonyms.ts"
import { detectLanguage } from "../../src/services/DetectLanguage.ts"
import { DiseaseFinder } from "../../src/services/diseases/DiseaseFinder.ts"
import { diseasesNamedIn } from "../../src/services/news/NewsImport.ts"
import { corrections } from "../../src/services/posts/SearchCorrection.ts"
import { languageOf } from "../../src/services/posts/TextLanguage.ts"
import { partsAround, withTexts } from "../../src/services/posts/TextsOfMarkdown.ts"
import type { Engines } from "./Engines.ts"

/** The longest text that a member writes, with its title before it. */
export const maxTextCharacters = maxTitleCharacters + 2 + maxContentCharacters

/** A function that reads texts of strangers: the longest that it is given, and how it reads one. */
export interface Reader {
  readonly most: number
  readonly read: (text: string, engines: Engines) => unknown
}

const reading = (most: number, readers: Readonly<Record<string, Reader["read"]>>): Readonly<Record<string, Reader>> =>
  Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, { most, read }]))

/** The names of diseases in a text are looked up in a database; here a third of what may be one is. */
const namingsIn = (candidates: ReadonlyArray<NameCandidate>) =>
  Array.from(new Set(candidates.flatMap(({ keys }) => keys)))
    .filter((_, at) => at % 3 === 0)
    .map((key) => ({ key, name: key, disease: key, diseaseId: DiseaseId.make(1), kind: "synonym" as const }))

const namesIn = (text: string) => {
  const candidates = [...nameCandidates(text), ...unspacedCandidates(text)]
  return namesWritten(text, candidates, namingsIn(candidates))
}

/** The names of diseases in memory and in the database, for services that read texts. */
const finderOf = ({ diseases }: Engines) =>
  ({ index: Effect.succeed(diseases) }) as unknown as typeof DiseaseFinder.Service
const diseasesRepo = { named: () => Effect.succeed([]) } as unknown as typeof DiseasesRepo.Service
/** All posts, of which some hold a term. */
const postsRepo = {
  heldTerms: (terms: ReadonlyArray<Term>) => Effect.succeed(terms.map((_, at) => at % 3 !== 0))
} as unknown as typeof PostsRepo.Service

const corrected = (text: string, engines: Engines) =>
  corrections.pipe(
    Effect.flatMap((correct) => correct(text, engines.words)),
    Effect.provideService(DiseaseFinder, finderOf(engines)),
    Effect.provideService(PostsRepo, postsRepo),
    Effect.runSync
  )

const feedOf = (text: string) =>
  Buffer.from(
    `<rss><channel><title>t</title><item><title>${text}</title><description>${text}</description></item></channel></rss>`
  )

/** Filtered HTML that shows a text. */
const paragraph = (text: string) => `<p>${escaped(text)}</p>`

const decodeLine = Schema.decodeUnknownEither(line(maxTitleCharacters))

/** Readers of posts with their titles, comments, bios and drafts. */
const ofContent = reading(maxTextCharacters, {
  "src/domain/Text.ts#lengthOf": lengthOf,
  "src/domain/Text.ts#isBlank": isBlank,
  "src/domain/Text.ts#foldKey": foldKey,
  "src/domain/Text.ts#tooLong": (text) => tooLong("content", text, 10),
  "src/domain/accounts/SecondFactor.ts#appCode": appCode,
  "src/domain/accounts/SecondFactor.ts#recoveryCodeKey": recoveryCodeKey,
  "src/domain/accounts/Email.ts#holdsEmail": (text) => holdsEmail(text, "a@b.c"),
  "packages/feeds/src/ReadFeed.ts#readFeed": (text) => readFeed(feedOf(text), "application/rss+xml"),
  "packages/markdown/src/FilterMarkdown.ts#filterMarkdown": (text) => filterMarkdown(text),
  "packages/markdown/src/TextPieces.ts#textPieces": textPieces,
  "packages/names/src/texts/DiseaseNaming.ts#namesWritten": namesIn,
  "packages/names/src/texts/NameCandidates.ts#nameCandidates": nameCandidates,
  "packages/names/src/texts/NameCandidates.ts#unspacedCandidates": unspacedCandidates,
  "packages/names/src/texts/NameCandidates.ts#eponymCandidates": eponymCandidates,
  "src/services/news/NewsImport.ts#diseasesNamedIn": (text) => Effect.runSync(diseasesNamedIn(diseasesRepo, text)),
  "src/services/posts/TextLanguage.ts#languageOf": (text) => Effect.runSync(languageOf(undefined, text)),
  "src/services/posts/TextsOfMarkdown.ts#partsAround": (text) =>
    partsAround(["Marfan's syndrome", "ORPHA:558", text.slice(0, 120), text.slice(5, 60)])(text),
  "src/services/posts/TextsOfMarkdown.ts#withTexts": (text) => {
    const pieces = Either.getOrElse(textPieces(text), () => [])
    return withTexts(
      text,
      pieces,
      pieces.map((piece) => `${piece.text}.`)
    )
  },
  "packages/signs/src/SignReader.ts#SignReader.isIn": (text, { signs }) => signs.isIn(text, signs.languages),
  "packages/signs/src/SignReader.ts#SignReader.read": (text, { signs }) => [
    atOnce(signs.read(text.slice(0, maxSymptoms), signs.everydayLanguages)),
    atOnce(signs.read(text, signs.everydayLanguages, signs.namesOf(signsOfHarm)))
  ],
  "packages/text/src/ContentWords.ts#contentWords": contentWords,
  "packages/text/src/Excerpt.ts#excerptOf": (text) => excerptOf(text),
  "packages/text/src/Folding.ts#seenText": seenText,
  "packages/text/src/Folding.ts#foldText": foldText,
  "packages/text/src/Folding.ts#nameKey": nameKey,
  "packages/text/src/Highlight.ts#escaped": escaped,
  "packages/text/src/Highlight.ts#highlighter": (text) => {
    const searches = ["zz", `${text.slice(0, 200)} ${text.slice(-200)} zz`, `zqvxw ${text.slice(0, 480)}`]
    return searches.map((search) => highlighter(queryOf(search))(text, 240))
  },
  "packages/text/src/Html.ts#filteredTree": (text) => filteredTree(paragraph(text)),
  "packages/text/src/Html.ts#textOfHtml": (text) => textOfHtml(paragraph(text)),
  "packages/text/src/Invisible.ts#withoutFormats": withoutFormats,
  "packages/text/src/Invisible.ts#withoutInvisible": withoutInvisible,
  "packages/text/src/Invisible.ts#jsonTextWithoutInvisible": (text) =>
    jsonTextWithoutInvisible(JSON.stringify({ text })),
  "packages/text/src/Invisible.ts#withoutMarkup": withoutMarkup,
  "packages/text/src/Invisible.ts#jsonTextWithoutMarkup": (text) => jsonTextWithoutMarkup(JSON.stringify({ text })),
  "src/services/DetectLanguage.ts#detectLanguage": (text) => Effect.runSync(detectLanguage(text)),
  "packages/text/src/Lexemes.ts#lexemesOf": lexemesOf,
  "packages/text/src/Lexemes.ts#lexemePositions": (text) => lexemePositions(text, "content"),
  "packages/text/src/Marks.ts#streamSafe": streamSafe,
  "packages/text/src/PlainMarkdown.ts#asMarkdown": asMarkdown,
  "packages/text/src/XmlText.ts#xmlText": xmlText,
  "src/domain/OneLine.ts#jsonInOneLine": (text) => jsonInOneLine(JSON.stringify({ text }))
})

/** Titles and names are normalised before they are measured. */
const ofLines = reading(maxTextCharacters, { "src/domain/Text.ts#line": (text) => decodeLine(text) })

/** Readers of titles and names. */
const ofTitles = reading(maxTitleCharacters, {
  "packages/markdown/src/FilterTitle.ts#filterTitle": filterTitle,
  "packages/text/src/Scripts.ts#isHighlyRestrictive": isHighlyRestrictive
})

/** Readers of searches. */
const ofSearches = reading(maxSearchCharacters, {
  "src/domain/accounts/User.ts#memberSearch": memberSearch,
  "packages/catalogue/src/DiseaseCode.ts#codeKey": codeKey,
  "packages/catalogue/src/DiseaseCode.ts#codeKeysOf": codeKeysOf,
  "packages/names/src/DiseaseIndex.ts#DiseaseIndex.named": (text, { diseases }) => diseases.named(text),
  "packages/names/src/DiseaseIndex.ts#DiseaseIndex.halfNamed": (text, { diseases }) =>
    diseases.halfNamed(text.split(" ").slice(0, 16)),
  "packages/names/src/DiseaseIndex.ts#DiseaseIndex.hasWord": (text, { diseases }) => diseases.hasWord(text),
  "packages/names/src/DiseaseIndex.ts#DiseaseIndex.similarWord": (text, { diseases }) => diseases.similarWord(text),
  "packages/signs/src/PhenotypeNames.ts#PhenotypeNames.search": (text, { names }) => names.search(text),
  "src/search/posts/CommunityWords.ts#CommunityWords.textsWith": (text, { words }) => words.textsWith(text),
  "src/search/posts/CommunityWords.ts#CommunityWords.textsWithForms": (text, { words }) =>
    words.textsWithForms(text, true),
  "src/search/posts/CommunityWords.ts#CommunityWords.nearest": (text, { words }) => words.nearest(text),
  "packages/names/src/texts/DescriptionSearch.ts#saying": (text) =>
    saying(text)({ name: text, synonyms: [], codes: [], description: text }),
  "packages/names/src/texts/DiseaseNaming.ts#isDiscriminative": isDiscriminative,
  "src/search/posts/SearchAlternatives.ts#searchAlternatives": (text, { diseases }) =>
    searchAlternatives(searchQuery(text), diseases).map(withSynonyms),
  "src/search/posts/Synonyms.ts#hasSynonyms": hasSynonyms,
  "src/services/posts/SearchCorrection.ts#corrections": corrected,
  "packages/text/src/ContentWords.ts#isEveryday": isEveryday,
  "packages/text/src/SearchQuery.ts#searchQuery": searchQuery
})

/** Readers of symptoms. */
const ofSigns = reading(maxSymptoms, {
  "packages/names/src/DiseaseIndex.ts#DiseaseIndex.find": (text, { diseases }) => diseases.find(text),
  "packages/names/src/DiseaseIndex.ts#DiseaseIndex.mentioned": (text, { diseases }) => diseases.mentioned(text),
  "packages/text/src/NameWords.ts#textTokens": textTokens,
  "packages/signs/src/SignReader.ts#SignReader.hasNegation": (text, { signs }) =>
    signs.hasNegation(text, signs.languages),
  "packages/signs/src/SignReader.ts#SignReader.languagesBySmallWords": (text, { signs }) =>
    signs.languagesBySmallWords(text)
})

/** Every function that reads a text of a stranger. One that joins is missing here until it has its line. */
export const readers: Readonly<Record<string, Reader>> = {
  ...ofContent,
  ...ofLines,
  ...ofTitles,
  ...ofSearches,
  ...ofSigns
}

/** Methods of services that give a whole text to readers: their callers have lines too. */
export const readingServices: ReadonlyArray<string> = [
  "src/services/phenotypes/PhenotypeSearch.ts#PhenotypeSearch.helpLinesFor"
]

/** Functions that are given our own texts, or one word by a reader above, or that only call such readers. */
export const notOfStrangers: ReadonlySet<string> = new Set([
  "src/domain/Issues.ts#choiceOf",
  "src/domain/Lists.ts#foundDiseaseList",
  "src/domain/Lists.ts#foundPostList",
  "src/domain/Lists.ts#phenotypeList",
  "src/domain/ShellCommand.ts#shellCommand",
  "src/services/CommunitySetup.ts#fits",
  "packages/names/src/LocalNames.ts#LocalNames.isShown",
  "packages/names/src/LocalNames.ts#LocalNames.main",
  "packages/names/src/LocalNames.ts#LocalNames.of",
  "packages/signs/src/PhenotypeData.ts#numberOf",
  "packages/text/src/arrays/PackedTexts.ts#packTexts",
  "packages/signs/src/PlainNames.ts#plainAmong",
  "src/search/posts/PostQuery.ts#searchedNewsText",
  "src/services/phenotypes/ReadWords.ts#languagesOf",
  "src/services/posts/NamesInTexts.ts#candidatesIn",
  "packages/text/src/EditDistance.ts#editDistance",
  "packages/text/src/Lexemes.ts#stemOf",
  "src/search/posts/CommunityWords.ts#CommunityWords.forget",
  "packages/messages/src/Translations.ts#faultsOfTexts",
  "packages/messages/src/Translations.ts#lineOf",
  "packages/messages/src/Translations.ts#marked",
  "packages/messages/src/Translations.ts#markedAsBase",
  "packages/messages/src/Translations.ts#parsedFile"
])
