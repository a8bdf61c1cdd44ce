const en = {
  countedAt: "Counted on",
  experts: "Experts",
  active: "Active in the last 30 days",
  texts: "Posts and replies",
  comments: "Replies",
  likesTitle: "Likes of posts",
  what: "What",
  count: "Number",
  diseasesKnown: (number: string) => `The catalogue has ${number} diseases.`,
  posts: { topic: "Discussions", experience: "Experiences", question: "Questions" },
  news: {
    research: "Research",
    policy: "Policy",
    patient_story: "Patient stories",
    drug_approval: "New medicines"
  }
}

const de: typeof en = {
  countedAt: "Stand:",
  experts: "Fachleute",
  active: "In den letzten 30 Tagen aktiv",
  texts: "Beiträge und Antworten",
  comments: "Antworten",
  likesTitle: "„Gefällt mir“ für Beiträge",
  what: "Was",
  count: "Anzahl",
  diseasesKnown: (number) => `Hier finden Sie ${number} Erkrankungen.`,
  posts: { topic: "Diskussionen", experience: "Erfahrungen", question: "Fragen" },
  news: {
    research: "Forschung",
    policy: "Gesundheitspolitik",
    patient_story: "Betroffene erzählen",
    drug_approval: "Neue Medikamente"
  }
}

const fr: typeof en = {
  countedAt: "Chiffres du",
  experts: "Spécialistes",
  active: "Actifs ces 30 derniers jours",
  texts: "Messages et réponses",
  comments: "Réponses",
  likesTitle: "Mentions « J’aime »",
  what: "Quoi",
  count: "Nombre",
  diseasesKnown: (number) => `Le catalogue compte ${number} maladies.`,
  posts: { topic: "Discussions", experience: "Témoignages", question: "Questions" },
  news: {
    research: "Recherche",
    policy: "Politique de santé",
    patient_story: "Témoignages",
    drug_approval: "Nouveaux médicaments"
  }
}

/** The page of statistics. */
export const statistics = { en, de, fr }
