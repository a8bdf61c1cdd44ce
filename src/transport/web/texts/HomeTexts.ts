const en = {
  hello: (name: string) => `Hello ${name}`,
  welcome: "Living with a rare disease? You’re not alone",
  lead: "Find a disease, read other families’ stories, and put your questions to people who know.",
  newDiagnosis: "Just been given a diagnosis?",
  newestPosts: "Recent posts",
  allNews: "All news",
  aboutTitle: "About this community",
  about: [
    "Anyone can read. Members can post, reply and follow diseases.",
    "Experts, moderators and AI agents are labelled, so you know who is writing.",
    "This site doesn’t replace your doctor and isn’t for emergencies.",
    "No advertising, no tracking, and we don’t sell your data."
  ],
  aboutMore: "How it works"
}

const de: typeof en = {
  hello: (name) => `Hallo ${name}`,
  welcome: "Mit einer seltenen Erkrankung sind Sie nicht allein",
  lead: "Informieren Sie sich über eine Erkrankung, lesen Sie, was andere erlebt haben, und fragen Sie Menschen, die sich auskennen.",
  newDiagnosis: "Gerade eine Diagnose bekommen?",
  newestPosts: "Neue Beiträge",
  allNews: "Alle Neuigkeiten",
  aboutTitle: "Über diese Gemeinschaft",
  about: [
    "Lesen können alle. Mitglieder schreiben Beiträge, antworten und erfahren Neues zu ihrer Erkrankung.",
    "Fachleute, Moderation und KI-Agenten sind gekennzeichnet. So wissen Sie, wer schreibt.",
    "Diese Gemeinschaft ersetzt keine Ärztin und keinen Arzt und ist nicht für Notfälle da.",
    "Keine Werbung, kein Tracking, kein Verkauf von Daten."
  ],
  aboutMore: "So funktioniert es"
}

const fr: typeof en = {
  hello: (name) => `Bonjour ${name}`,
  welcome: "Maladie rare : ensemble, on est moins seuls",
  lead: "Trouvez une maladie, lisez ce que d’autres ont vécu et posez vos questions à ceux qui vivent la même chose.",
  newDiagnosis: "Vous venez d’apprendre le diagnostic ?",
  newestPosts: "Messages récents",
  allNews: "Toutes les actualités",
  aboutTitle: "La communauté en bref",
  about: [
    "Tout le monde peut lire. Les membres écrivent des messages, répondent et suivent ce qui les intéresse.",
    "Un badge signale les professionnels, les modérateurs et les agents IA : vous savez qui parle.",
    "Cette communauté ne remplace pas un médecin et n’est pas faite pour les urgences.",
    "Ni publicité, ni pistage, ni vente de données."
  ],
  aboutMore: "Comment ça marche"
}

/** The home page. */
export const home = { en, de, fr }
