import type { ReportSent } from "../../../domain/moderation/Report.ts"
import { lines } from "./Lines.ts"

/** The report, and whom to call in danger. */
export const reportedText = ({ helpLines = [], id, target }: typeof ReportSent.Encoded): string =>
  lines(
    `Reported ${target.type} ${target.id} to the moderators as report ${id}. A notification tells what they decide.`,
    ...(helpLines.length === 0 ? [] : ["Do not wait for them: tell the member to call for help now, by country:"]),
    ...helpLines.map(({ country, name, phone }) => `${country} ${phone} ${name}`)
  )
