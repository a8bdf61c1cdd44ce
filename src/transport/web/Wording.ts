import type { Language } from "./Languages.ts"
import { account } from "./texts/Account.ts"
import { frame } from "./texts/Frame.ts"
import { members } from "./texts/Members.ts"
import { moderation } from "./texts/Moderation.ts"
import { reading } from "./texts/Reading.ts"
import { settings } from "./texts/Settings.ts"
import { signs } from "./texts/Signs.ts"
import { writing } from "./texts/Writing.ts"

/** All texts of the pages in one language. */
const of = (language: Language) => ({
  frame: frame[language],
  reading: reading[language],
  signs: signs[language],
  writing: writing[language],
  members: members[language],
  settings: settings[language],
  moderation: moderation[language],
  account: account[language]
})

export type Wording = ReturnType<typeof of>

export const texts: Readonly<Record<Language, Wording>> = { en: of("en"), de: of("de"), fr: of("fr") }
