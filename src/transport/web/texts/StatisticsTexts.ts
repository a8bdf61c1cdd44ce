const en = {
  countedAt: "Updated on",
  experts: "Experts (including unverified)",
  active: "Active in the last 30\u00a0days",
  texts: "Posts and replies",
  comments: "Replies",
  likesTitle: "Likes on posts",
  what: "What",
  count: "Number",
  byWeek: "Week by week",
  chartOf: (what: string) => `${what}, week by week, as a chart. The table below has the numbers.`,
  asTable: "As a table",
  weekFrom: "Week from",
  fewerThanFive: "fewer than\u00a05",
  noQuestions: "no questions",
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
  byWeek: "Woche für Woche",
  chartOf: (what) => `${what}, Woche für Woche, als Diagramm. Die Zahlen stehen in der Tabelle darunter.`,
  asTable: "Als Tabelle",
  weekFrom: "Woche ab",
  fewerThanFive: "weniger als\u00a05",
  noQuestions: "keine Fragen",
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
  byWeek: "Semaine par semaine",
  chartOf: (what) => `${what}, semaine par semaine, en graphique. Les chiffres sont dans le tableau ci-dessous.`,
  asTable: "En tableau",
  weekFrom: "Semaine du",
  fewerThanFive: "moins de\u00a05",
  noQuestions: "aucune question",
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
