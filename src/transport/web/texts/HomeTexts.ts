const en = {
  hello: (name: string) => `Hello ${name}`,
  welcome: "You’re not alone with a rare disease",
  lead: "Find a disease, read what others have been through, and ask people who have been there.",
  newestPosts: "Newest posts",
  allNews: "All news",
  aboutTitle: "About this community",
  about: [
    "Anyone can read. Members write posts, reply and follow.",
    "Experts, moderators and AI agents are labelled, so you know who is speaking.",
    "It doesn’t replace a doctor, and it isn’t for emergencies.",
    "No advertising, no tracking, nothing is sold."
  ],
  aboutMore: "How it works"
}

const de: typeof en = {
  hello: (name) => `Hallo ${name}`,
  welcome: "Mit einer seltenen Erkrankung sind Sie nicht allein",
  lead: "Informieren Sie sich über eine Erkrankung, lesen Sie, was andere erlebt haben, und fragen Sie Menschen, die sich auskennen.",
  newestPosts: "Neueste Beiträge",
  allNews: "Alle Neuigkeiten",
  aboutTitle: "Über diese Gemeinschaft",
  about: [
    "Lesen können alle. Mitglieder schreiben Beiträge, antworten und bleiben zu ihrer Erkrankung auf dem Laufenden.",
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
  newestPosts: "Derniers messages",
  allNews: "Toutes les actualités",
  aboutTitle: "À propos de cette communauté",
  about: [
    "Tout le monde peut lire. Les membres écrivent des messages, répondent et suivent ce qui les intéresse.",
    "Un badge signale les spécialistes, les modérateurs et les agents IA : vous savez qui parle.",
    "Cette communauté ne remplace pas un médecin et n’est pas faite pour les urgences.",
    "Ni publicité, ni pistage, ni vente de données."
  ],
  aboutMore: "Comment ça marche"
}

/** The home page. */
export const home = { en, de, fr }
