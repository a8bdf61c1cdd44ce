import { maxSymptoms } from "../../src/domain/phenotypes/Phenotype.ts"
import { maxTitleCharacters } from "../../src/domain/posts/Post.ts"
import { maxSearchCharacters } from "../../src/domain/Text.ts"
import { maxTextCharacters } from "./Readers.ts"

/** The callers of readers in a file, by the names of the readers. */
type Callers = Readonly<Record<string, string>>

const letting = (most: number, callers: Callers): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(callers).flatMap(([file, names]) => names.split(" ").map((name) => [`${file} ${name}`, most]))
  )

/**
 * The most characters of a stranger's text that each caller gives to each reader: what its form, request or column lets
 * in. A reader is measured with the most of them.
 */
export const callers: Readonly<Record<string, number>> = {
  // Whole texts, which forms, reviews and lists of stored texts read.
  ...letting(maxTextCharacters, {
    "packages/catalogue/src/DiseaseNames.ts": "nameKey",
    "packages/catalogue/src/NameRules.ts": "nameKey",
    "packages/catalogue/src/RetiredCodes.ts": "nameKey",
    "src/adapters/memory/diseases/DiseasesRepoMemory.ts": "nameKey",
    "src/adapters/memory/posts/CommentsRepoMemory.ts": "lexemePositions",
    "src/adapters/memory/posts/SearchIndex.ts": "lexemePositions",
    "src/adapters/node/Logging.ts": "jsonInOneLine",
    "src/adapters/node/news/FeedReaderWorker.ts": "readFeed",
    "src/adapters/node/posts/FilteredText.ts": "filterMarkdown",
    "src/adapters/node/posts/MarkdownFilterInline.ts": "textPieces",
    "src/adapters/node/posts/MarkdownFilterThreads.ts": "textPieces",
    "src/adapters/node/posts/MarkdownWorker.ts": "textPieces",
    "src/adapters/postgres/SearchVector.ts": "lexemePositions",
    "src/adapters/postgres/diseases/SaveDiseases.ts": "nameKey",
    "src/api/tools/ToolArguments.ts": "isBlank",
    "src/domain/Text.ts": "withoutFormats streamSafe",
    "src/domain/accounts/ApiKey.ts": "line",
    "src/domain/accounts/Email.ts": "foldKey",
    "src/domain/accounts/Invitation.ts": "line",
    "src/domain/accounts/Password.ts": "foldKey",
    "src/domain/accounts/Passkey.ts": "line",
    "src/domain/accounts/Suspension.ts": "line",
    "src/domain/accounts/User.ts": "lengthOf line",
    "src/domain/moderation/Decision.ts": "line",
    "src/domain/news/NewsRules.ts": "foldText",
    "src/domain/notifications/Push.ts": "line",
    "src/domain/posts/Post.ts": "line",
    "src/services/CommunitySettings.ts": "isBlank",
    "src/services/accounts/Export.ts": "jsonInOneLine",
    "src/services/accounts/LeakGuard.ts": "holdsEmail",
    "src/services/accounts/factors/CommonPasswords.ts": "foldKey",
    "src/services/accounts/factors/Codes.ts": "appCode recoveryCodeKey",
    "src/services/diseases/Catalogue.ts": "nameKey",
    "src/services/languages/LanguageFolders.ts": "isBlank",
    "src/services/languages/Languages.ts": "isBlank",
    "src/services/mail/Letters.ts": "escaped",
    "src/services/moderation/Decisions.ts": "excerptOf",
    "src/services/moderation/FirstPosts.ts": "excerptOf PhenotypeSearch.helpLinesFor",
    "src/services/news/News.ts": "diseasesNamedIn",
    "src/services/news/NewsImport.ts": "isBlank nameCandidates",
    "src/services/news/NewsLanguage.ts": "detectLanguage",
    "src/services/phenotypes/ReadWords.ts": "SignReader.isIn SignReader.read detectLanguage",
    "src/services/posts/ChangePost.ts": "tooLong",
    "src/services/posts/Comments.ts": "languageOf",
    "src/services/posts/ContentFilter.ts": "isBlank tooLong",
    "src/services/posts/NamesInTexts.ts": "nameCandidates unspacedCandidates eponymCandidates",
    "src/services/posts/PostSearch.ts": "highlighter textOfHtml",
    "src/services/posts/Posts.ts": "languageOf",
    "src/services/posts/Similar.ts": "contentWords lexemesOf",
    "src/services/posts/TextLanguage.ts": "detectLanguage",
    "src/services/posts/TextRenewal.ts": "languageOf",
    "src/services/posts/TextsOfMarkdown.ts": "asMarkdown",
    "src/services/posts/Translations.ts": "isBlank namesWritten partsAround withTexts withoutFormats",
    "src/transport/mcp/ClientInput.ts": "withoutMarkup",
    "src/transport/mcp/McpEventStream.ts": "jsonInOneLine",
    "src/transport/mcp/Prompts.ts": "withoutInvisible",
    "src/transport/mcp/Resources.ts": "jsonTextWithoutInvisible jsonTextWithoutMarkup",
    "src/transport/mcp/StatelessHttp.ts": "jsonInOneLine",
    "src/transport/mcp/StreamableHttp.ts": "jsonInOneLine",
    "src/transport/mcp/render/PostsText.ts": "textOfHtml",
    "src/transport/mcp/tools/McpTool.ts":
      "withoutInvisible jsonTextWithoutInvisible withoutMarkup jsonTextWithoutMarkup",
    "src/transport/rpc/RpcHttp.ts": "jsonInOneLine",
    "src/transport/sse/EventStream.ts": "jsonInOneLine",
    "src/transport/web/Markup.tsx": "escaped filteredTree",
    "src/transport/web/pages/SiteFiles.ts": "xmlText",
    "src/transport/web/pages/diseases/AlsoCalled.tsx": "nameKey",
    "src/transport/web/pages/diseases/DiseasePage.tsx": "excerptOf",
    "src/transport/web/pages/moderation/Rendered.tsx": "textOfHtml",
    "src/transport/web/pages/moderation/ReportsPage.tsx": "excerptOf textOfHtml",
    "src/transport/web/pages/news/NewsPage.tsx": "excerptOf",
    "src/transport/web/pages/notifications/LiveStream.tsx": "jsonInOneLine",
    "src/transport/web/pages/posts/ThreadPaths.ts": "PhenotypeSearch.helpLinesFor",
    "src/transport/web/pages/posts/ThreadView.tsx": "excerptOf textOfHtml",
    "src/transport/web/runner/PageShow.ts": "detectLanguage"
  }),
  // Titles and names.
  ...letting(maxTitleCharacters, {
    "src/adapters/node/posts/MarkdownFilterInline.ts": "filterTitle",
    "src/adapters/node/posts/MarkdownFilterThreads.ts": "filterTitle",
    "src/domain/accounts/Username.ts": "isHighlyRestrictive"
  }),
  // Descriptions of signs.
  ...letting(maxSymptoms, {
    "src/services/diseases/DiseaseFinder.ts": "DiseaseIndex.find",
    "src/services/diseases/SearchPages.ts": "textTokens",
    "src/services/phenotypes/Bonus.ts": "DiseaseIndex.find DiseaseIndex.mentioned",
    "src/services/phenotypes/PhenotypeSearch.ts": "DiseaseIndex.find",
    "src/services/phenotypes/ReadWords.ts": "SignReader.hasNegation SignReader.languagesBySmallWords"
  }),
  // Searches.
  ...letting(maxSearchCharacters, {
    "src/adapters/memory/accounts/UsersRepoMemory.ts": "lengthOf memberSearch",
    "src/adapters/postgres/accounts/ListUsers.ts": "lengthOf memberSearch",
    "src/domain/accounts/Username.ts": "foldKey",
    "src/services/diseases/DiseaseFinder.ts": "nameKey DiseaseIndex.named saying",
    "src/services/news/News.ts": "searchAlternatives searchQuery",
    "src/services/phenotypes/Phenotypes.ts": "PhenotypeNames.search",
    "src/services/posts/PostSearch.ts": "searchAlternatives corrections searchQuery textTokens",
    "src/services/posts/SearchCorrection.ts":
      "seenText foldText DiseaseIndex.hasWord DiseaseIndex.similarWord CommunityWords.textsWithForms CommunityWords.nearest hasSynonyms isEveryday searchQuery",
    "src/services/posts/Similar.ts": "isDiscriminative",
    "src/transport/web/pages/diseases/DiseasesPage.tsx": "nameKey",
    "src/transport/web/pages/posts/PostsPage.tsx": "PhenotypeSearch.helpLinesFor"
  })
}
