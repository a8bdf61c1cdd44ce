import { Effect } from "effect"
import { BlockQuery } from "../../../../../api/accounts/UsersApi.ts"
import { Blocks } from "../../../../../services/accounts/Blocks.ts"
import { When } from "../../../Components.tsx"
import { Act } from "../../../Form.tsx"
import { PagedList } from "../../../Lists.tsx"
import { forMembers, page } from "../../../Route.ts"
import { settingsView } from "./SettingsForm.tsx"

/** The members whom a member blocks. */
export const routes = Effect.map(Blocks, (blocks) => [
  page({
    ...forMembers,
    path: "/settings/blocks",
    querySchema: BlockQuery,
    show: (request) =>
      Effect.map(blocks.list(request.parameters), ({ data, pagination }) => {
        const { t } = request
        return settingsView(
          request,
          "blocks",
          <>
            <p>{t.members.blockHint}</p>
            <PagedList of={pagination} empty={t.settings.noBlocks} plain>
              {data.map(({ blockedAt, id, username }) => (
                <li class="row head" key={id}>
                  <span>
                    <a class="strong" href={`/members/${id}`}>
                      <bdi>{username}</bdi>
                    </a>{" "}
                    <span class="soft">
                      {t.settings.blockedOn} <When at={blockedAt} />
                    </span>
                  </span>
                  <Act action={`/members/${id}/block`} fields={{ block: "no" }} label={t.settings.unblock} plain />
                </li>
              ))}
            </PagedList>
          </>
        )
      })
  })
])
