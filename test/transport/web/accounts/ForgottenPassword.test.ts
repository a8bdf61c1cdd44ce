import { layer } from "@effect/vitest"
import { assertTrue, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { shippedLanguages } from "../../../../src/domain/Language.ts"
import { community } from "../../../support/Community.ts"
import { said } from "../../../support/languages/Said.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { open } from "../support/Browse.ts"

for (const storage of memoryOnly) {
  for (const contact of ["", "help@example.org"]) {
    const site = contact === "" ? "that gives no address" : "with a contact"
    const variables = { ...unlimited, CONTACT: contact }
    layer(community(storage.layer, variables), { excludeTestServices: true })(`Pages of a site ${site}`, (it) => {
      it.effect("the privacy page offers an answer in every language where there is an address for it", () =>
        Effect.forEach(shippedLanguages, (lang) =>
          Effect.map(open(`/privacy?lang=${lang}`), ({ text }) => {
            assertTrue(!text.includes("{contact}"), lang)
            const offer = /Write to us|Auf Anfrage|Écrivez-nous|Escríbenos|Scrivici|Escreva-nos/
            strictEqual(offer.test(text), contact !== "", lang)
          })
        )
      )

      it.effect(
        "the page of a forgotten password without mail says that an admin can make a link, and whom to ask",
        () =>
          Effect.gen(function* () {
            const { text } = yield* open("/forgot-password")
            const [right, wrong] = [said("en").account.noMail, said("en").account.noContact]
            assertTrue(text.includes(contact === "" ? wrong : right))
            assertTrue(!text.includes(contact === "" ? right : wrong))
            assertTrue(!text.includes('name="email"') && text.includes(contact))
          })
      )
    })
  }
}
