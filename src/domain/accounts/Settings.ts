import { Option, Record, Schema, Struct } from "effect"
import { oneOf, optional } from "../Fields.ts"
import { pageLanguageForm } from "../Language.ts"

export const MailFrequency = oneOf("off", "replies", "daily", "weekly").annotations({
  identifier: "MailFrequency",
  description:
    "When a mail tells of unread notifications: each day or week, or with `replies` at the first reply in a thread since " +
    "the member last read it, at most once an hour."
})

const Language = Schema.String.pipe(
  Schema.pattern(pageLanguageForm, {
    message: () => "must be the tag of a language of the pages, such as fr"
  })
).annotations({
  identifier: "PagesLanguage",
  description:
    "The language of the member's pages and mail (BCP 47), one of those that the pages have: `en`, `de`, `fr`, `es`, `it`, `pt`, and those that the operator has added."
})

/** A switch of notifications: what it does, and whether it is on for a member who has changed nothing. */
const on = (description: string) => ({ description, byDefault: true })
const off = (description: string) => ({ description, byDefault: false })

/** In the order of their form. Each has the column of its name, such as `on_new_post` for `newPost`. */
export const switches = {
  comment: on("Notifies of comments on posts of yours."),
  reply: on("Notifies of replies to comments of yours, and of comments on posts that you follow."),
  mention: on("Notifies of posts and comments with a link to you."),
  helped: on("Notifies of comments of yours that helped."),
  like: on("Notifies of likes of posts of yours."),
  commentLike: on("Notifies of likes of comments of yours."),
  newPost: on("Notifies of new posts about diseases that you follow, and by members whom you follow."),
  news: on("Notifies of fresh news about diseases that you follow."),
  report: on("Notifies moderators of cases to decide on; of danger whatever this says."),
  appeal: on("Notifies moderators of appeals to decide on."),
  newsMail: off("Also sends a mail where such news is all that is unread.")
}

export const switchNames = Struct.keys(switches)

const flags = Record.map(switches, ({ description }) => Schema.Boolean.annotations({ description }))

const others = {
  mail: MailFrequency,
  language: Schema.NullOr(Language).annotations({
    description:
      "The language of the member's pages and mail; null until it is chosen: pages follow the browser, mail is English."
  }),
  translate: Schema.Boolean.annotations({
    description: "Lets your posts and comments be translated by machine, where the server does that."
  })
}

/** Decisions are notified whatever the settings. */
export const Settings = Schema.Struct({ ...flags, ...others }).annotations({
  identifier: "Settings",
  description:
    "What the caller is notified of, how often and in which language by mail, and if their texts may be translated."
})
export type Settings = typeof Settings.Type

export const defaultSettings: Settings = {
  ...Record.map(switches, ({ byDefault }) => byDefault),
  mail: "off",
  language: null,
  translate: true
}

export const SettingsChange = Schema.Struct({
  ...Record.map(flags, (flag) => optional(flag)),
  mail: optional(others.mail),
  language: optional(Language),
  translate: optional(others.translate)
}).annotations({ identifier: "SettingsChange", description: "Changes of settings; absent ones stay." })
export type SettingsChange = typeof SettingsChange.Type

export const noSettingsChange: SettingsChange = {
  ...Record.map(switches, () => Option.none<boolean>()),
  mail: Option.none(),
  language: Option.none(),
  translate: Option.none()
}

/** The pages have no such language. */
export class UnknownLanguage extends Schema.TaggedError<UnknownLanguage>()("UnknownLanguage", {
  languages: Schema.Array(Schema.String)
}) {
  readonly field = "language"
  override readonly message = `language must be one of the languages of the pages: ${this.languages.join(", ")}`
}

/** These settings after a change. */
export const withChange = (settings: Settings, change: SettingsChange): Settings => ({
  ...Record.map(switches, (_, name) => Option.getOrElse(change[name], () => settings[name])),
  mail: Option.getOrElse(change.mail, () => settings.mail),
  language: Option.getOrElse(change.language, () => settings.language),
  translate: Option.getOrElse(change.translate, () => settings.translate)
})
