const en = {
  worldwide: "worldwide",
  byOrphanet: (area: string, isValidated: boolean) =>
    `${area}; ${isValidated ? "checked by Orphanet" : "Orphanet, not checked"}`,
  rate: (least: string | undefined, most: string | undefined, of: string, _: string) => {
    if (least === undefined) return `fewer than ${most} in ${of}`
    if (most === undefined) return `more than ${least} in ${of}`
    return least === most ? `about ${least} in ${of}` : `${least} to ${most} in ${of}`
  },
  prevalences: {
    "Point prevalence": (rate: string) => `It affects ${rate}\u00a0people`,
    "Prevalence at birth": (rate: string) => `It affects ${rate}\u00a0newborns`,
    "Annual incidence": (rate: string) => `Each year it is newly found in ${rate}\u00a0people`,
    "Lifetime Prevalence": (rate: string) => `In the course of a life it affects ${rate}\u00a0people`,
    "Cases/families": (count: string) => `Cases or families described so far: ${count}`
  },
  /** The words of Orphanet for ages; a word that it adds later is shown as it is. */
  onsets: {
    Antenatal: "before birth",
    Neonatal: "at birth or soon after",
    Infancy: "infancy",
    Childhood: "childhood",
    Adolescent: "adolescence",
    Adult: "adulthood",
    Elderly: "old age",
    "All ages": "any age"
  },
  inheritances: {
    "Autosomal dominant": "autosomal dominant (one changed copy of a gene is enough)",
    "Autosomal recessive": "autosomal recessive (both copies of a gene are changed)",
    "Mitochondrial inheritance": "mitochondrial (passed on by the mother)",
    "Multigenic/multifactorial": "several genes or causes",
    "Not applicable": "not applicable",
    Oligogenic: "a few genes",
    "Semi-dominant": "semi-dominant",
    "X-linked dominant": "X-linked dominant (one changed gene on the X chromosome is enough)",
    "X-linked recessive": "X-linked recessive (on the X chromosome, mostly in boys and men)",
    "Y-linked": "Y-linked"
  }
}

const de: typeof en = {
  worldwide: "weltweit",
  byOrphanet: (area, isValidated) => `${area}; ${isValidated ? "von Orphanet geprüft" : "Orphanet, nicht geprüft"}`,
  rate: (least, most, of) => {
    if (least === undefined) return `weniger als ${most} von ${of}`
    if (most === undefined) return `mehr als ${least} von ${of}`
    return least === most ? `etwa ${least} von ${of}` : `${least} bis ${most} von ${of}`
  },
  prevalences: {
    "Point prevalence": (rate) => `Die Erkrankung kommt bei ${rate}\u00a0Menschen vor`,
    "Prevalence at birth": (rate) => `Die Erkrankung kommt bei ${rate}\u00a0Neugeborenen vor`,
    "Annual incidence": (rate) => `Sie wird jedes Jahr bei ${rate}\u00a0Menschen neu festgestellt`,
    "Lifetime Prevalence": (rate) => `Sie kommt im Lauf des Lebens bei ${rate}\u00a0Menschen vor`,
    "Cases/families": (count) => `Bisher beschriebene Fälle oder Familien: ${count}`
  },
  onsets: {
    Antenatal: "vor der Geburt",
    Neonatal: "bei Neugeborenen",
    Infancy: "im Säuglingsalter",
    Childhood: "in der Kindheit",
    Adolescent: "in der Jugend",
    Adult: "im Erwachsenenalter",
    Elderly: "im hohen Alter",
    "All ages": "in jedem Alter"
  },
  inheritances: {
    "Autosomal dominant": "autosomal-dominant (eine veränderte Genkopie reicht aus)",
    "Autosomal recessive": "autosomal-rezessiv (beide Genkopien sind verändert)",
    "Mitochondrial inheritance": "mitochondrial (über die Mutter vererbt)",
    "Multigenic/multifactorial": "mehrere Gene oder Ursachen",
    "Not applicable": "nicht zutreffend",
    Oligogenic: "wenige Gene",
    "Semi-dominant": "semidominant",
    "X-linked dominant": "X-chromosomal-dominant (ein verändertes Gen auf dem X-Chromosom reicht aus)",
    "X-linked recessive": "X-chromosomal-rezessiv (auf dem X-Chromosom, meist bei Jungen und Männern)",
    "Y-linked": "Y-chromosomal"
  }
}

const fr: typeof en = {
  worldwide: "dans le monde",
  byOrphanet: (area, isValidated) =>
    `${area} ; ${isValidated ? "donnée validée par Orphanet" : "Orphanet, non validé"}`,
  rate: (least, most, of, type) => {
    const [one, many] = type === "Prevalence at birth" ? ["nouveau-né", "nouveau-nés"] : ["personne", "personnes"]
    const noun = (figure: string) => (/^[01](,|$)/.test(figure) ? one : many)
    if (least === undefined) return `moins de ${most}\u00a0${noun(most ?? "")} sur ${of}`
    if (most === undefined) return `plus de ${least}\u00a0${noun(least)} sur ${of}`
    return least === most
      ? `environ ${least}\u00a0${noun(least)} sur ${of}`
      : `${least} à ${most}\u00a0${noun(most)} sur ${of}`
  },
  prevalences: {
    "Point prevalence": (rate) => `Elle touche ${rate}`,
    "Prevalence at birth": (rate) => `Elle touche ${rate}`,
    "Annual incidence": (rate) => `Chaque année, elle est découverte chez ${rate}`,
    "Lifetime Prevalence": (rate) => `Au cours de la vie, elle touche ${rate}`,
    "Cases/families": (count) => `Cas ou familles décrits à ce jour : ${count}`
  },
  onsets: {
    Antenatal: "avant la naissance",
    Neonatal: "chez le nouveau-né",
    Infancy: "chez le nourrisson",
    Childhood: "dans l’enfance",
    Adolescent: "à l’adolescence",
    Adult: "à l’âge adulte",
    Elderly: "à un âge avancé",
    "All ages": "à tout âge"
  },
  inheritances: {
    "Autosomal dominant": "autosomique dominante (une seule copie modifiée du gène suffit)",
    "Autosomal recessive": "autosomique récessive (les deux copies du gène sont modifiées)",
    "Mitochondrial inheritance": "mitochondriale (transmise par la mère)",
    "Multigenic/multifactorial": "plusieurs gènes ou causes",
    "Not applicable": "sans objet",
    Oligogenic: "quelques gènes",
    "Semi-dominant": "semi-dominante",
    "X-linked dominant": "dominante liée à l’X (une seule copie modifiée du gène, sur le chromosome X, suffit)",
    "X-linked recessive": "récessive liée à l’X (sur le chromosome X, surtout chez les garçons et les hommes)",
    "Y-linked": "liée à l’Y"
  }
}

/** How common a disease is, when it begins, and how it is inherited. */
export const prevalence = { en, de, fr }
