import type { ComponentChildren } from "preact"
import type { DiseaseDetail } from "../../../../domain/diseases/Disease.ts"
import type { CareOfDisease } from "../../../../services/diseases/Care.ts"
import { ByCountry } from "../../ByCountry.tsx"
import { openStudiesOf, pageOfCode, publicationsAbout } from "../../CodeLinks.ts"
import { countryIn } from "../../Languages.ts"
import { textFor } from "../../texts/Labels.ts"
import { useWebRequest } from "../../WebRequest.ts"

interface ElsewhereProps {
  readonly address: string
  readonly children: ComponentChildren
}

const Elsewhere = ({ address, children }: ElsewhereProps) => (
  <a href={address} rel="noopener">
    {children}
  </a>
)

interface AboutProps {
  readonly name: string
  readonly of: CareOfDisease["networks"][number]["about"]
}

/** The purpose of a network: in the words of the operator's file, else in ours for those that we know. */
const About = ({ name, of: own }: AboutProps) => {
  const { language, t } = useWebRequest()
  const text = own[language] ?? textFor<string>(t.care.networks, name)
  return text === undefined ? <span lang="en">{own["en"]}</span> : <span>{text}</span>
}

const Networks = ({ networks }: Pick<CareOfDisease, "networks">) => {
  const { t } = useWebRequest()
  if (networks.length === 0) return <p>{t.disease.noNetwork}</p>
  return (
    <>
      <h3>{t.disease.network}</h3>
      <p>{t.disease.viaDoctor}</p>
      <ul>
        {networks.map(({ about, name, url }) => (
          <li key={name}>
            <Elsewhere address={url}>{name}</Elsewhere>
            {t.layout.colon}
            <About name={name} of={about} />
          </li>
        ))}
      </ul>
      <p>{t.disease.elsewhereToo}</p>
    </>
  )
}

const Alliances = ({ alliances }: Pick<CareOfDisease, "alliances">) => {
  const { language, t } = useWebRequest()
  if (alliances.length === 0) return null
  return (
    <>
      <h3>{t.disease.alliances}</h3>
      <p>{t.disease.allianceHint}</p>
      <ByCountry of={alliances}>
        {(some) => (
          <ul>
            {some.map(({ country, name, url }) => (
              <li key={url}>
                {countryIn(language, country)}
                {t.layout.colon}
                <Elsewhere address={url}>{name}</Elsewhere>
              </li>
            ))}
          </ul>
        )}
      </ByCountry>
    </>
  )
}

/** The entries of vocabularies that patients and doctors read, in this order. */
const read = ["orpha", "gard", "omim"] as const

const ReadElsewhere = ({ disease: { codes, name } }: { readonly disease: DiseaseDetail }) => {
  const { language, t } = useWebRequest()
  const entries = read.flatMap((vocabulary) => {
    const [address] = (codes[vocabulary] ?? []).flatMap((code) => pageOfCode(code, language) ?? [])
    return address === undefined ? [] : [{ address, label: t.disease.entries[vocabulary] }]
  })
  const links = [
    ...entries,
    { address: publicationsAbout(name), label: t.disease.publications },
    { address: openStudiesOf(name), label: t.disease.studies }
  ]
  return (
    <>
      <h3>{t.disease.elsewhere}</h3>
      <ul>
        {links.map(({ address, label }) => (
          <li key={address}>
            <Elsewhere address={address}>{label}</Elsewhere>
          </li>
        ))}
      </ul>
    </>
  )
}

interface WhatNowProps {
  readonly care: CareOfDisease
  readonly disease: DiseaseDetail
}

/** The next steps of a reader with the disease: people to ask, and pages to read. */
export const WhatNow = ({ care, disease }: WhatNowProps) => (
  <section aria-labelledby="now" class="panel">
    <h2 id="now">{useWebRequest().t.disease.now}</h2>
    <Networks networks={care.networks} />
    <Alliances alliances={care.alliances} />
    <ReadElsewhere disease={disease} />
  </section>
)
