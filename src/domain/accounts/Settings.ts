import { Schema } from "effect"
import { oneOf, optional } from "../Fields.ts"

export const MailFrequency = oneOf("off", "daily", "weekly").annotations({
  identifier: "MailFrequency",
  description: "How often unread notifications come by mail."
})

const told = (description: string) => Schema.Boolean.annotations({ description })

const settings = {
  comment: told("Notifies of comments on posts of yours."),
  like: told("Notifies of likes of posts of yours."),
  reply: told("Notifies of comments on posts that you follow."),
  newPost: told("Notifies of new posts about diseases that you follow, and by members whom you follow."),
  mail: MailFrequency
}

/** Decisions are notified whatever the settings. */
export const Settings = Schema.Struct(settings).annotations({
  identifier: "Settings",
  description: "What the caller is notified of, and how often by mail."
})
export type Settings = typeof Settings.Type

export const defaultSettings: Settings = { comment: true, like: true, reply: true, newPost: true, mail: "off" }

export const SettingsChange = Schema.Struct({
  comment: optional(settings.comment),
  like: optional(settings.like),
  reply: optional(settings.reply),
  newPost: optional(settings.newPost),
  mail: optional(settings.mail)
}).annotations({ identifier: "SettingsChange", description: "Changes of settings; absent ones stay." })
export type SettingsChange = typeof SettingsChange.Type
