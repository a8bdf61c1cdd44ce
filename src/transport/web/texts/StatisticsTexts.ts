const en = {
  countedAt: "Updated on",
  experts: "Experts (including unverified)",
  active: "Active in the last 30\u00a0days",
  texts: "Posts and replies",
  comments: "Replies",
  likesTitle: "Likes on posts",
  what: "What",
  count: "Number",
  all: "All members",
  diseasesKnown: "Diseases and subtypes",
  posts: { topic: "Discussions", experience: "Experiences", question: "Questions" },
  news: {
    research: "Research",
    policy: "Policy",
    patient_story: "Patient stories",
    drug_approval: "Medicines"
  }
}

const de: typeof en = {
  countedAt: "Stand:",
  experts: "Fachleute (geprüft und ungeprüft)",
  active: "In den letzten 30\u00a0Tagen aktiv",
  texts: "Beiträge und Antworten",
  comments: "Antworten",
  likesTitle: "„Gefällt mir“ für Beiträge",
  what: "Bereich",
  count: "Anzahl",
  all: "Alle Mitglieder",
  diseasesKnown: "Erkrankungen und Unterformen",
  posts: { topic: "Diskussionen", experience: "Erfahrungen", question: "Fragen" },
  news: {
    research: "Forschung",
    policy: "Gesundheitspolitik",
    patient_story: "Betroffene erzählen",
    drug_approval: "Medikamente"
  }
}

const fr: typeof en = {
  countedAt: "Chiffres du",
  experts: "Professionnels (vérifiés ou non)",
  active: "Actifs ces 30\u00a0derniers jours",
  texts: "Messages et réponses",
  comments: "Réponses",
  likesTitle: "« J’aime » sur les messages",
  what: "Catégorie",
  count: "Nombre",
  all: "Tous les membres",
  diseasesKnown: "Maladies et sous-types",
  posts: { topic: "Discussions", experience: "Témoignages", question: "Questions" },
  news: {
    research: "Études",
    policy: "Politique de santé",
    patient_story: "Paroles de patients",
    drug_approval: "Médicaments"
  }
}

/** The page of statistics. */
export const statistics = { en, de, fr }
