import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { type Config, Context, Effect, Layer, Option } from "effect"
import { communityColour, communityContact, communityDir, communityName } from "../../Config.ts"
import { baseOf, type PageLanguage } from "../../domain/Language.ts"
import { Languages } from "../../services/languages/Languages.ts"
import { iconPng } from "../wire/IconPng.ts"
import { type DocumentName, documents, ownFiles } from "./texts/OwnFiles.ts"
import { choosable, faultsOfRules, headingsOf, type Rules, ruleIn } from "./texts/Rules.ts"

/** The look and the texts of a community: files of the operator's folder, and ours where it has none. */
export class Brand extends Context.Tag("transport/web/Brand")<Brand, ReturnType<typeof brandOf>>() {
  static readonly layer = Layer.effect(
    Brand,
    Effect.gen(function* () {
      const languages = yield* Languages
      const files = yield* ownFiles(languages.tags, yield* communityDir)
      const [name, colour, contact] = [yield* communityName, yield* communityColour, yield* communityContact]
      const brand = brandOf(languages, files, name, colour, contact)
      for (const fault of faultsOfRules(termsOf(brand, files))) yield* Effect.logWarning(fault)
      return brand
    })
  )
}

/** The terms in all languages that a page shows, each file once; none where the operator has no terms of their own. */
const termsOf = ({ document, languages }: ReturnType<typeof brandOf>, files: ReadonlyMap<string, string>) => {
  const found = languages.map((tag) => document(tag, "terms"))
  if (!found.some(({ isOwn }) => isOwn)) return []
  const nameOf = ({ isOwn, language }: (typeof found)[number]) => {
    if (!isOwn) return "ours"
    return files.has(`terms.${language}.md`) ? `terms.${language}.md` : `languages/${language}/terms.md`
  }
  const terms = new Map(found.map((one) => [nameOf(one), headingsOf(one.text)] as const))
  return Array.from(terms, ([file, headings]) => ({ file, headings }))
}

/** All texts of the pages in one language, with the name of the community. */
const wordingIn = (languages: Languages["Type"], language: PageLanguage, rules: Rules, name: string | undefined) => {
  const messages = languages.pageMessages(language)
  const own = rules.get(language) ?? []
  return {
    ...messages,
    layout: { ...messages.layout, site: name ?? messages.layout.site },
    rules: choosable(own),
    ruleIn: ruleIn(own, rules, messages.cases.reviewRule),
    /** The languages of the menu. */
    languages: languages.tags
  }
}

export type Wording = ReturnType<typeof wordingIn>

/** A file of `files/`, which the build copies beside the bundle. */
const readFile = (name: string): string => readFileSync(new URL(`./files/${name}`, import.meta.url), "utf8")

/** The parts of the style, in the order of the cascade. */
const styleParts = "base header menu avatars blocks lists badges signs texts forms filters combobox charts".split(" ")

/** The modules of the script, each after those that it imports; that of passkeys is a file of its own. */
const scriptParts = "say page times switches writing combobox drafts live push".split(" ")

const readParts = (parts: ReadonlyArray<string>, kind: "style/*.css" | "script/*.js"): string =>
  parts.map((part) => readFile(kind.replace("*", part))).join("\n")

/** Comments that have their lines for themselves, which are a quarter of the script. */
const comments = /^ *(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/|\/\/.*)\n/gm

/** One module of several, so that a page makes one request: without the imports of each other, and without comments. */
const joined = (modules: string): string => modules.replace(comments, "").replace(/^(?:import .*\n|export )/gm, "")

/** Our green, in the picture and around the pages of an installed community. */
const ourColour = "#17645f"

/** The manifest of a community that a device has installed (W3C, Web Application Manifest). */
const manifestOf = (name: string, colour: string, icon: string, tiles: ReturnType<typeof tilesOf>) => ({
  id: "/",
  name,
  short_name: name,
  start_url: "/",
  scope: "/",
  display: "standalone",
  theme_color: colour,
  background_color: "#ffffff",
  icons: [
    { src: icon, type: "image/svg+xml", sizes: "any", purpose: "any" },
    ...tiles.map(({ contentType, path, pixels }) => ({
      src: path,
      type: contentType,
      sizes: `${pixels}x${pixels}`,
      purpose: "any"
    }))
  ]
})

/** A new content has a new path. */
const pathOf = (name: string, content: string | Uint8Array): string => {
  const hash = createHash("sha256").update(content).digest("base64url").slice(0, 10)
  return `/assets/${name.replace(".", `.${hash}.`)}`
}

const assetOf = (name: string, contentType: string, text: string) => ({ contentType, text, path: pathOf(name, text) })

/** The pixels a side of the pictures on home screens, that of iPhones first. */
const tileSizes = [180, 192, 512]

const tilesOf = (colour: string) =>
  tileSizes.map((pixels) => {
    const bytes = iconPng(pixels, colour)
    return { pixels, bytes, contentType: "image/png", path: pathOf(`icon${pixels}.png`, bytes) }
  })

/** The operator's colour in place of ours, lighter on a dark page. */
const coloured = (colour: string): string => {
  const mixed = (share: number, other: string) => `color-mix(in srgb, ${colour} ${share}%, ${other})`
  const light = `--accent:${colour};--link:${colour};--accent-wash:${mixed(12, "white")}`
  const dark = `--accent:${mixed(35, "white")};--link:${mixed(35, "white")};--accent-wash:${mixed(35, "black")}`
  return `:root{${light}}@media (prefers-color-scheme:dark){:root{${dark}}}\n`
}

/** The imprint is the operator's alone. */
const noDocument = { text: "", language: "en", isOwn: false } as const

const brandOf = (
  languages: Languages["Type"],
  own: ReadonlyMap<string, string>,
  name: string | undefined,
  colour: string | undefined,
  contact: Config.Config.Success<typeof communityContact>
) => {
  /** The operator's file of a document in the first of these languages that has one. */
  const ownIn = (name: DocumentName, tags: ReadonlyArray<PageLanguage>) =>
    Option.fromNullable(
      tags.flatMap((language) => {
        const text = own.get(`${name}.${language}.md`)
        return text === undefined ? [] : [{ text, language, isOwn: true }]
      })[0]
    )
  /** Any language of it, English first: what an operator writes says something else than ours. */
  const ownInAny = (name: DocumentName) => ownIn(name, ["en", ...languages.tags])
  /** A document: the operator's in this language, else in another, else ours. */
  const document = (language: PageLanguage, name: DocumentName) => {
    const found = name === "imprint" ? noDocument : languages.document(language, name)
    const others = () => (found.isOwn ? Option.none() : ownInAny(name))
    return Option.getOrElse(Option.orElse(ownIn(name, [language, baseOf(language)]), others), () => found)
  }
  const rules = new Map(languages.tags.map((tag) => [tag, headingsOf(document(tag, "terms").text)] as const))
  const wordings = new Map(languages.tags.map((tag) => [tag, wordingIn(languages, tag, rules, name)] as const))
  const inEnglish = wordingIn(languages, "en", rules, name)
  const hasImprint = Option.isSome(ownInAny("imprint"))
  const mainColour = colour ?? ourColour
  const icon = assetOf(
    "icon.svg",
    "image/svg+xml",
    own.get("logo.svg") ?? readFile("icon.svg").replace(ourColour, mainColour)
  )
  const tiles = tilesOf(mainColour)
  const style = readParts(styleParts, "style/*.css") + (colour === undefined ? "" : coloured(colour))
  return {
    document,
    languages: languages.tags,
    wording: (language: PageLanguage) => wordings.get(language) ?? inEnglish,
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
    /** The pictures on home screens. */
    tiles,
    /** The path of the one for iPhones. */
    touchIcon: tiles[0]?.path,
    colour: mainColour,
    manifest: JSON.stringify(manifestOf(inEnglish.layout.site, mainColour, icon.path, tiles)),
    serviceWorker: readFile("service-worker.js")
  }
}
