import { Effect } from "effect"
import { reading } from "../../../Components.tsx"
import { forMembers, page } from "../../../Route.ts"
import { settingsPages } from "./SettingsForm.tsx"

/** The list of what members can set. */
export const routes = Effect.succeed([
  page({
    ...forMembers,
    path: "/settings",
    isOpenToSuspended: true,
    show: ({ t }) =>
      Effect.succeed(
        reading(
          t.frame.settings,
          <ul class="rows">
            {settingsPages.map((page) => (
              <li class="row" key={page}>
                <a class="strong" href={`/settings/${page}`}>
                  {t.settings.pages[page]}
                </a>
                <p>{t.settings.hints[page]}</p>
              </li>
            ))}
          </ul>
        )
      )
  })
])
