import { Effect, Either, Schema } from "effect"
import { holdsEmail } from "../../src/domain/accounts/Email.ts"
import { memberSearch } from "../../src/domain/accounts/User.ts"
import { codeKey, codeKeysOf } from "../../src/domain/diseases/DiseaseCode.ts"
import { DiseaseId } from "../../src/domain/Ids.ts"
import { jsonInOneLine } from "../../src/domain/OneLine.ts"
import { maxSymptoms } from "../../src/domain/phenotypes/Phenotype.ts"
import { maxContentCharacters, maxTitleCharacters } from "../../src/domain/posts/Post.ts"
import { foldKey, isBlank, lengthOf, line, maxSearchCharacters, tooLong } from "../../src/domain/Text.ts"
import { readFeed } from "../../src/feeds/ReadFeed.ts"
import { filterMarkdown } from "../../src/markdown/FilterMarkdown.ts"
import { filterTitle } from "../../src/markdown/FilterTitle.ts"
import { textPieces } from "../../src/markdown/TextPieces.ts"
import type { DiseasesRepo } from "../../src/ports/diseases/DiseasesRepo.ts"
import { isDiscriminative, namesWritten } from "../../src/search/posts/DiseaseNaming.ts"
import {
  eponymCandidates,
  type NameCandidate,
  nameCandidates,
  unspacedCandidates
} from "../../src/search/posts/NameCandidates.ts"
import { searchAlternatives } from "../../src/search/posts/SearchAlternatives.ts"
import { hasSynonyms, withSynonyms } from "../../src/search/posts/Synonyms.ts"
import { DiseaseFinder } from "../../src/services/diseases/DiseaseFinder.ts"
import { diseasesNamedIn } from "../../src/services/news/NewsImport.ts"
import { corrections } from "../../src/services/posts/SearchCorrection.ts"
import { languageOf } from "../../src/services/posts/TextLanguage.ts"
import { partsAround, withTexts } from "../../src/services/posts/TextsOfMarkdown.ts"
import { contentWords, isEveryday } from "../../src/text/ContentWords.ts"
import { excerptOf } from "../../src/text/Excerpt.ts"
import { foldText, nameKey, seenText } from "../../src/text/Folding.ts"
import { escaped, highlighter } from "../../src/text/Highlight.ts"
import { filteredTree, textOfHtml } from "../../src/text/Html.ts"
import {
  jsonTextWithoutInvisible,
  jsonTextWithoutMarkup,
  withoutFormats,
  withoutInvisible,
  withoutMarkup
} from "../../src/text/Invisible.ts"
import { detectLanguage } from "../../src/text/Language.ts"
import { lexemePositions, lexemesOf, queryOf } from "../../src/text/Lexemes.ts"
import { streamSafe } from "../../src/text/Marks.ts"
import { asMarkdown } from "../../src/text/PlainMarkdown.ts"
import { isHighlyRestrictive } from "../../src/text/Scripts.ts"
import { searchQuery } from "../../src/text/SearchQuery.ts"
import { xmlText } from "../../src/text/XmlText.ts"
import { atOnce } from "../search/phenotypes/SmallOntology.ts"
import type { Engines } from "./Engines.ts"

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

const corrected = (text: string, engines: Engines) =>
  corrections.pipe(
    Effect.flatMap((correct) => correct(text, engines.words)),
    Effect.provideService(DiseaseFinder, finderOf(engines)),
    Effect.runSync
  )

const feedOf = (text: string) =>
  Buffer.from(
    `<rss><channel><title>t</title><item><title>${text}</title><description>${text}</description></item></channel></rss>`
  )

/** Filtered HTML that shows a text. */
const paragraph = (text: string) => `<p>${escaped(text)}</p>`

const decodeLine = Schema.decodeUnknownEither(line(maxTitleCharacters))

/** Readers of posts, comments, bios and drafts. */
const ofContent = reading(maxContentCharacters, {
  "src/domain/Text.ts#lengthOf": lengthOf,
  "src/domain/Text.ts#isBlank": isBlank,
  "src/domain/Text.ts#foldKey": foldKey,
  "src/domain/Text.ts#tooLong": (text) => tooLong("content", text, 10),
  "src/domain/accounts/Email.ts#holdsEmail": (text) => holdsEmail(text, "a@b.c"),
  "src/feeds/ReadFeed.ts#readFeed": (text) => readFeed(feedOf(text), "application/rss+xml"),
  "src/markdown/FilterMarkdown.ts#filterMarkdown": (text) => filterMarkdown(text, "https://example.org"),
  "src/markdown/TextPieces.ts#textPieces": textPieces,
  "src/search/posts/DiseaseNaming.ts#namesWritten": namesIn,
  "src/search/posts/NameCandidates.ts#nameCandidates": nameCandidates,
  "src/search/posts/NameCandidates.ts#unspacedCandidates": unspacedCandidates,
  "src/search/posts/NameCandidates.ts#eponymCandidates": eponymCandidates,
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
  "src/text/ContentWords.ts#contentWords": contentWords,
  "src/text/Excerpt.ts#excerptOf": (text) => excerptOf(text),
  "src/text/Folding.ts#seenText": seenText,
  "src/text/Folding.ts#foldText": foldText,
  "src/text/Folding.ts#nameKey": nameKey,
  "src/text/Highlight.ts#escaped": escaped,
  "src/text/Highlight.ts#highlighter": (text) => {
    const search = `${text.slice(0, 200)} ${text.slice(-200)} zz`
    return [highlighter(queryOf("zz"))(text, 240), highlighter(queryOf(search))(text, 240)]
  },
  "src/text/Html.ts#filteredTree": (text) => filteredTree(paragraph(text)),
  "src/text/Html.ts#textOfHtml": (text) => textOfHtml(paragraph(text)),
  "src/text/Invisible.ts#withoutFormats": withoutFormats,
  "src/text/Invisible.ts#withoutInvisible": withoutInvisible,
  "src/text/Invisible.ts#jsonTextWithoutInvisible": (text) => jsonTextWithoutInvisible(JSON.stringify({ text })),
  "src/text/Invisible.ts#withoutMarkup": withoutMarkup,
  "src/text/Invisible.ts#jsonTextWithoutMarkup": (text) => jsonTextWithoutMarkup(JSON.stringify({ text })),
  "src/text/Language.ts#detectLanguage": (text) => Effect.runSync(detectLanguage(text)),
  "src/text/Lexemes.ts#lexemesOf": lexemesOf,
  "src/text/Lexemes.ts#lexemePositions": (text) => lexemePositions(text, "content"),
  "src/text/Marks.ts#streamSafe": streamSafe,
  "src/text/PlainMarkdown.ts#asMarkdown": asMarkdown,
  "src/text/XmlText.ts#xmlText": xmlText,
  "src/domain/OneLine.ts#jsonInOneLine": (text) => jsonInOneLine(JSON.stringify({ text }))
})

/** Titles and names are normalised before they are measured. */
const ofLines = reading(maxContentCharacters, { "src/domain/Text.ts#line": (text) => decodeLine(text) })

/** Readers of titles and names. */
const ofTitles = reading(maxTitleCharacters, {
  "src/markdown/FilterTitle.ts#filterTitle": filterTitle,
  "src/text/Scripts.ts#isHighlyRestrictive": isHighlyRestrictive
})

/** Readers of searches. */
const ofSearches = reading(maxSearchCharacters, {
  "src/domain/accounts/User.ts#memberSearch": memberSearch,
  "src/domain/diseases/DiseaseCode.ts#codeKey": codeKey,
  "src/domain/diseases/DiseaseCode.ts#codeKeysOf": codeKeysOf,
  "src/search/diseases/DiseaseIndex.ts#DiseaseIndex.named": (text, { diseases }) => diseases.named(text),
  "src/search/diseases/DiseaseIndex.ts#DiseaseIndex.halfNamed": (text, { diseases }) =>
    diseases.halfNamed(text.split(" ").slice(0, 16)),
  "src/search/diseases/DiseaseIndex.ts#DiseaseIndex.hasWord": (text, { diseases }) => diseases.hasWord(text),
  "src/search/diseases/DiseaseIndex.ts#DiseaseIndex.similarWord": (text, { diseases }) => diseases.similarWord(text),
  "src/search/phenotypes/PhenotypeNames.ts#PhenotypeNames.search": (text, { names }) => names.search(text),
  "src/search/posts/CommunityWords.ts#CommunityWords.textsWith": (text, { words }) => words.textsWith(text),
  "src/search/posts/CommunityWords.ts#CommunityWords.has": (text, { words }) => words.has(text, true),
  "src/search/posts/CommunityWords.ts#CommunityWords.nearest": (text, { words }) => words.nearest(text),
  "src/search/posts/DiseaseNaming.ts#isDiscriminative": isDiscriminative,
  "src/search/posts/SearchAlternatives.ts#searchAlternatives": (text, { diseases }) =>
    searchAlternatives(searchQuery(text), diseases).map(withSynonyms),
  "src/search/posts/Synonyms.ts#hasSynonyms": hasSynonyms,
  "src/services/posts/SearchCorrection.ts#corrections": corrected,
  "src/text/ContentWords.ts#isEveryday": isEveryday,
  "src/text/SearchQuery.ts#searchQuery": searchQuery
})

/** Readers of symptoms. */
const ofSigns = reading(maxSymptoms, {
  "src/search/diseases/DiseaseIndex.ts#DiseaseIndex.find": (text, { diseases }) => diseases.find(text),
  "src/search/phenotypes/SignReader.ts#SignReader.isIn": (text, { signs }) => signs.isIn(text, signs.languages),
  "src/search/phenotypes/SignReader.ts#SignReader.languagesBySmallWords": (text, { signs }) =>
    signs.languagesBySmallWords(text),
  "src/search/phenotypes/SignReader.ts#SignReader.read": (text, { signs }) =>
    atOnce(signs.read(text, signs.everydayLanguages))
})

/** Every function that reads a text of a stranger. One that joins is missing here until it has its line. */
export const readers: Readonly<Record<string, Reader>> = {
  ...ofContent,
  ...ofLines,
  ...ofTitles,
  ...ofSearches,
  ...ofSigns
}

/** Functions that are given our own texts, or one word by a reader above, or that only call such readers. */
export const notOfStrangers: ReadonlySet<string> = new Set([
  "src/domain/Issues.ts#choiceOf",
  "src/domain/Lists.ts#foundDiseaseList",
  "src/domain/Lists.ts#foundPostList",
  "src/domain/Lists.ts#phenotypeList",
  "src/domain/ShellCommand.ts#shellCommand",
  "src/search/diseases/LocalNames.ts#LocalNames.main",
  "src/search/diseases/LocalNames.ts#LocalNames.of",
  "src/search/phenotypes/PhenotypeData.ts#numberOf",
  "src/search/phenotypes/PhenotypeData.ts#packTexts",
  "src/search/phenotypes/SignLabels.ts#plainAmong",
  "src/search/phenotypes/SignLabels.ts#signLabelOf",
  "src/search/posts/PostQuery.ts#searchedNewsText",
  "src/services/posts/NamesInTexts.ts#candidatesIn",
  "src/text/EditDistance.ts#editDistance"
])
