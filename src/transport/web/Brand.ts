import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { type Config, Context, Effect, Layer } from "effect"
import { communityColour, communityContact, communityDir, communityName } from "../../Config.ts"
import { review } from "../../services/moderation/FirstPosts.ts"
import { type Language, languages } from "./Languages.ts"
import { admin } from "./texts/AdminTexts.ts"
import { account } from "./texts/accounts/AccountTexts.ts"
import { devices } from "./texts/accounts/DeviceTexts.ts"
import { factors } from "./texts/accounts/FactorTexts.ts"
import { invitations } from "./texts/accounts/InvitationTexts.ts"
import { keys } from "./texts/accounts/KeyTexts.ts"
import { members } from "./texts/accounts/MemberTexts.ts"
import { settings } from "./texts/accounts/SettingsTexts.ts"
import { disease } from "./texts/diseases/DiseaseTexts.ts"
import { groups } from "./texts/diseases/GroupTexts.ts"
import { prevalence } from "./texts/diseases/PrevalenceTexts.ts"
import { home } from "./texts/HomeTexts.ts"
import { layout } from "./texts/LayoutTexts.ts"
import { cases } from "./texts/moderation/CaseTexts.ts"
import { health } from "./texts/moderation/HealthTexts.ts"
import { moderation } from "./texts/moderation/ModerationTexts.ts"
import { news } from "./texts/NewsTexts.ts"
import { phenotypes } from "./texts/phenotypes/PhenotypeTexts.ts"
import { reading } from "./texts/posts/ReadingTexts.ts"
import { translation } from "./texts/posts/TranslationTexts.ts"
import { writing } from "./texts/posts/WritingTexts.ts"
import { statistics } from "./texts/StatisticsTexts.ts"
import { webhooks } from "./texts/WebhookTexts.ts"

/** The look and the texts of a community: files of the operator's folder, and ours where it has none. */
export class Brand extends Context.Tag("transport/web/Brand")<Brand, ReturnType<typeof brandOf>>() {
  static readonly layer = Layer.effect(
    Brand,
    Effect.flatMap(Effect.all([communityName, communityColour, communityDir, communityContact]), (own) =>
      Effect.sync(() => brandOf(...own))
    )
  )
}

/**
 * The rules of the terms of use in each language: the headings from the second level on, in the same order, up to the
 * first horizontal line.
 */
type Rules = Readonly<Record<Language, ReadonlyArray<string>>>

const headingsOf = (text: string): ReadonlyArray<string> =>
  (text.split(/\n\n-{3,}\n/, 1)[0] ?? "")
    .split("\n")
    .flatMap((line) => /^#{2,}\s+(.{1,100}?)\s*$/.exec(line)?.[1] ?? [])

/** A rule in a language, if it is one of the terms or of the review of first texts in any; else as it was typed. */
const ruleIn = (language: Language, rules: Rules) => (rule: string) => {
  if (rule === review.rule) return cases[language].reviewRule
  const [at] = languages.map((one) => rules[one].indexOf(rule)).filter((place) => place >= 0)
  return at === undefined ? rule : (rules[language][at] ?? rule)
}

/** All texts of the pages in one language, with the name of the community. */
const wordingIn = (language: Language, rules: Rules, site: string = layout[language].site) => ({
  rules: rules[language],
  ruleIn: ruleIn(language, rules),
  layout: { ...layout[language], site },
  disease: disease[language],
  groups: groups[language],
  prevalence: prevalence[language],
  home: home[language],
  reading: reading[language],
  phenotypes: phenotypes[language],
  statistics: statistics[language],
  translation: translation[language],
  writing: writing[language],
  members: members[language],
  keys: keys[language],
  settings: settings[language],
  moderation: moderation[language],
  health: health[language],
  cases: cases[language],
  admin: admin[language],
  news: news[language],
  invitations: invitations[language],
  devices: devices[language],
  factors: factors[language],
  webhooks: webhooks[language],
  account: account[language]
})

export type Wording = ReturnType<typeof wordingIn>

/**
 * The documents of a community: each is a page, a link at the end of all pages, and a line of the sitemap. The imprint
 * is the operator's own, and may be absent.
 */
const documents = ["help", "terms", "privacy", "imprint"] as const

export type DocumentName = (typeof documents)[number]

/** A file of `files/`, which the build copies beside the bundle. */
const readFile = (name: string): string => readFileSync(new URL(`./files/${name}`, import.meta.url), "utf8")

/** The parts of the style, in the order of the cascade. */
const styleParts = "base header menu avatars blocks lists badges signs texts forms filters combobox charts".split(" ")

/** The modules of the script, each after those that it imports; that of passkeys is a file of its own. */
const scriptParts = "say page times switches drafts writing combobox live push".split(" ")

const readParts = (parts: ReadonlyArray<string>, kind: "style/*.css" | "script/*.js"): string =>
  parts.map((part) => readFile(kind.replace("*", part))).join("\n")

/** Comments that have their lines for themselves, which are a quarter of the script. */
const comments = /^ *(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/|\/\/.*)\n/gm

/** One module of several, so that a page makes one request: without the imports of each other, and without comments. */
const joined = (modules: string): string => modules.replace(comments, "").replace(/^(?:import .*\n|export )/gm, "")

/** Our green, in the picture and around the pages of an installed community. */
const ourColour = "#17645f"

/** What a device shows of a community that is installed on it (W3C, Web Application Manifest). */
const manifestOf = (name: string, colour: string, icon: string) => ({
  id: "/",
  name,
  short_name: name,
  start_url: "/",
  scope: "/",
  display: "standalone",
  theme_color: colour,
  background_color: "#ffffff",
  icons: [{ src: icon, type: "image/svg+xml", sizes: "any", purpose: "any" }]
})

/** A new content has a new path. */
const assetOf = (name: string, contentType: string, text: string) => {
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 10)
  return { contentType, text, path: `/assets/${name.replace(".", `.${hash}.`)}` }
}

/** The operator's colour in place of ours, lighter on a dark page. */
const coloured = (colour: string): string => {
  const mixed = (share: number, other: string) => `color-mix(in srgb, ${colour} ${share}%, ${other})`
  const light = `--accent:${colour};--link:${colour};--accent-wash:${mixed(12, "white")}`
  const dark = `--accent:${mixed(35, "white")};--link:${mixed(35, "white")};--accent-wash:${mixed(35, "black")}`
  return `:root{${light}}@media (prefers-color-scheme:dark){:root{${dark}}}\n`
}

const brandOf = (
  name: string | undefined,
  colour: string | undefined,
  folder: string | undefined,
  contact: Config.Config.Success<typeof communityContact>
) => {
  const own = (file: string): string | undefined =>
    folder !== undefined && existsSync(`${folder}/${file}`) ? readFileSync(`${folder}/${file}`, "utf8") : undefined
  const read = (file: string): string => own(file) ?? readFile(file)
  const rulesOf = (language: Language) => headingsOf(read(`terms.${language}.md`))
  const rules = { en: rulesOf("en"), de: rulesOf("de"), fr: rulesOf("fr") }
  const hasImprint = own("imprint.en.md") !== undefined
  const mainColour = colour ?? ourColour
  const icon = assetOf(
    "icon.svg",
    "image/svg+xml",
    own("logo.svg") ?? readFile("icon.svg").replace(ourColour, mainColour)
  )
  const style = readParts(styleParts, "style/*.css") + (colour === undefined ? "" : coloured(colour))
  return {
    own,
    read,
    wording: { en: wordingIn("en", rules, name), de: wordingIn("de", rules, name), fr: wordingIn("fr", rules, name) },
    hasImprint,
    documents: documents.filter((document) => document !== "imprint" || hasImprint),
    contact,
    /** The style, the scripts and the picture of the pages. */
    assets: {
      style: assetOf("site.css", "text/css; charset=utf-8", style),
      script: assetOf("site.js", "text/javascript; charset=utf-8", joined(readParts(scriptParts, "script/*.js"))),
      passkeys: assetOf("passkeys.js", "text/javascript; charset=utf-8", joined(readFile("script/passkeys.js"))),
      icon
    },
    colour: mainColour,
    manifest: JSON.stringify(manifestOf(name ?? layout.en.site, mainColour, icon.path)),
    serviceWorker: readFile("service-worker.js")
  }
}
