import type { AuditEntry } from "../../../../domain/accounts/Audit.ts"
import { timeIn } from "../../Languages.ts"
import { labelOf } from "../../texts/Labels.ts"
import type { WebRequest } from "../../WebRequest.ts"

type Wording = WebRequest["t"]

/** Between the parts of a detail, in every language. */
const between = " · "

/** What a field says, behind its label. */
const labelled = ({ layout }: Wording, label: string, said: string | number) =>
  `${label}${label.endsWith("?") ? " " : layout.colon}${said}`

/** The detail of a change of a webhook (`Webhooks.ts`): its origin, its switch and its events. */
const webhookDetailIn = ({ eventNames, off, on }: Wording["webhooks"], detail: string): string =>
  detail
    .split("; ")
    .map((part) => {
      const [, events] = /^events: (.+)$/.exec(part) ?? []
      const named = events?.split(", ").map((event) => labelOf(eventNames, event, event))
      return named?.join(", ") ?? labelOf({ "switched on": on, "switched off": off }, part, part)
    })
    .join(between)

/** The settings of the community by their names, with the words for their values, as its form has them. */
const settingsIn = ({
  admin,
  writing
}: Wording): Readonly<Record<string, readonly [string, Record<string, string>]>> => {
  const switched = ({ no, yes }: { readonly yes: string; readonly no: string }) => ({ true: yes, false: no })
  return {
    registration: [admin.registration, admin.registrations],
    reviewFirstPosts: [admin.review, {}],
    audiences: [admin.audiences, switched(admin.audiencesChoices)],
    defaultAudience: [admin.defaultAudience, writing.audienceNames],
    agentsReadMembers: [admin.agentsReadMembers, switched(admin.agentsReadMembersChoices)]
  }
}

/** A notice as `CommunitySettings.ts` writes it: `none`, or its text in quotes and its end. */
const noticeIn = ({ language, t }: WebRequest, words: string): string => {
  const [, text, until] = /^(“.*”)(?: until (\S+))?$/s.exec(words) ?? []
  if (text === undefined) return "–"
  return until === undefined ? text : `${text} ${t.moderation.until} ${timeIn(language, new Date(until))}`
}

/** The detail of a change of the settings: each with its value before and after, and last the notice. */
const communityDetailIn = (request: WebRequest, detail: string): string => {
  const { t } = request
  const settings = settingsIn(t)
  const parts: Array<string> = []
  const rest = detail.replace(/(?:^|(?<=, ))(\w+) from (\w+) to (\w+)(?:, |$)/g, (part, name, from, to) => {
    const [label, values] = settings[name] ?? []
    if (label === undefined || values === undefined) return part
    parts.push(labelled(t, label, `${labelOf(values, from, from)} → ${labelOf(values, to, to)}`))
    return ""
  })
  const [, from, to] = /^notice from (none|“.*”(?: until \S+)?) to (none|“.*”(?: until \S+)?)$/s.exec(rest) ?? []
  if (from !== undefined && to !== undefined)
    parts.push(labelled(t, t.admin.notice, `${noticeIn(request, from)} → ${noticeIn(request, to)}`))
  else if (rest !== "") return detail
  return parts.join(between)
}

/** The detail of an entry in the words of the page, where the server wrote it and no member did. */
export const detailIn = (request: WebRequest, { action: done, detail }: AuditEntry): string | null => {
  if (detail === null) return null
  const { language, t } = request
  const { admin, cases, invitations, members, moderation, webhooks } = t
  const [, first = "", second = "", id = ""] = /^(?:from )?(\w+) (?:to )?(\w+)(?: (\d+))?/.exec(detail) ?? []
  const isKnown = (labels: object, word: string) => Object.hasOwn(labels, word)
  if (done === "decided" && isKnown(moderation.targets, second)) {
    const taken: Readonly<Record<string, Readonly<Record<string, string>>>> = cases.taken
    return `${labelOf(taken[second] ?? {}, first, first)} (${labelOf(moderation.targets, second, second)} ${id})`
  }
  const [, until] = /^until (\S+)$/.exec(detail) ?? []
  if (done === "suspended" && until !== undefined) return `${moderation.until} ${timeIn(language, new Date(until))}`
  if (done === "webhook_changed" || done === "webhook_created") return webhookDetailIn(webhooks, detail)
  if (done === "appeal_decided") return labelOf(moderation.outcomes, detail, detail)
  if (done === "community_changed") return communityDetailIn(request, detail)
  if (done === "password_changed") return labelOf(admin.passwordBy, detail, detail)
  const [, invited, uses] = /^(\w+), uses: (\d+)$/.exec(detail) ?? []
  if (done === "invitation_created" && invited !== undefined && uses !== undefined) {
    const role = labelled(t, invitations.role, labelOf(members.roles, invited, invited))
    return `${role}${between}${labelled(t, invitations.uses, uses)}`
  }
  if (done === "role_changed" && isKnown(members.roles, first) && isKnown(members.roles, second)) {
    return `${labelOf(members.roles, first, first)} → ${labelOf(members.roles, second, second)}`
  }
  return detail
}
