const en = {
  worldwide: "worldwide",
  byOrphanet: (area: string, isValidated: boolean) =>
    `${area}; Orphanet, ${isValidated ? "validated" : "not validated"}`,
  rate: (least: string | undefined, most: string | undefined, of: string, _: string) => {
    if (least === undefined) return `fewer than ${most} in ${of}`
    if (most === undefined) return `more than ${least} in ${of}`
    return least === most ? `about ${least} in ${of}` : `${least} to ${most} in ${of}`
  },
  prevalences: {
    "Point prevalence": (rate: string) => `It affects ${rate} people`,
    "Prevalence at birth": (rate: string) => `It affects ${rate} newborns`,
    "Annual incidence": (rate: string) => `Each year it is newly found in ${rate} people`,
    "Lifetime Prevalence": (rate: string) => `In the course of a life it affects ${rate} people`,
    "Cases/families": (count: string) => `Cases or families that have been described: ${count}`
  }
}

const de: typeof en = {
  worldwide: "weltweit",
  byOrphanet: (area, isValidated) => `${area}; Orphanet, ${isValidated ? "geprüft" : "nicht geprüft"}`,
  rate: (least, most, of) => {
    if (least === undefined) return `weniger als ${most} von ${of}`
    if (most === undefined) return `mehr als ${least} von ${of}`
    return least === most ? `etwa ${least} von ${of}` : `${least} bis ${most} von ${of}`
  },
  prevalences: {
    "Point prevalence": (rate) => `Sie kommt bei ${rate} Menschen vor`,
    "Prevalence at birth": (rate) => `Sie kommt bei ${rate} Neugeborenen vor`,
    "Annual incidence": (rate) => `Sie wird jedes Jahr bei ${rate} Menschen neu festgestellt`,
    "Lifetime Prevalence": (rate) => `Sie kommt im Lauf des Lebens bei ${rate} Menschen vor`,
    "Cases/families": (count) => `Beschriebene Fälle oder Familien: ${count}`
  }
}

const fr: typeof en = {
  worldwide: "dans le monde",
  byOrphanet: (area, isValidated) => `${area}\u00a0; Orphanet, ${isValidated ? "validé" : "non validé"}`,
  rate: (least, most, of, type) => {
    const [one, many] = type === "Prevalence at birth" ? ["nouveau-né", "nouveau-nés"] : ["personne", "personnes"]
    const noun = (figure: string) => (/^[01](,|$)/.test(figure) ? one : many)
    if (least === undefined) return `moins de ${most} ${noun(most ?? "")} sur ${of}`
    if (most === undefined) return `plus de ${least} ${noun(least)} sur ${of}`
    return least === most ? `environ ${least} ${noun(least)} sur ${of}` : `${least} à ${most} ${noun(most)} sur ${of}`
  },
  prevalences: {
    "Point prevalence": (rate) => `Elle touche ${rate}`,
    "Prevalence at birth": (rate) => `Elle touche ${rate}`,
    "Annual incidence": (rate) => `Chaque année, elle est découverte chez ${rate}`,
    "Lifetime Prevalence": (rate) => `Au cours de la vie, elle touche ${rate}`,
    "Cases/families": (count) => `Cas ou familles décrits : ${count}`
  }
}

/** The sentence about how common a disease is. */
export const prevalence = { en, de, fr }
