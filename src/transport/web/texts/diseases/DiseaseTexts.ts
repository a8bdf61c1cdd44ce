const en = {
  also: "Also called",
  readMore: "Read more",
  now: "What now?",
  network: "Hospitals that know this group of diseases",
  viaDoctor:
    "European Reference Networks join the hospitals that know a group of rare diseases. Patients reach a network through their doctor. Ask your doctor to contact it.",
  noNetwork:
    "We know of no European Reference Network for it. Ask your doctor for a clinic for genetics or a centre for rare diseases.",
  alliances: "Patient organisations",
  allianceHint: "They know groups of patients, help lines and rights in their country.",
  otherCountries: "In other countries",
  elsewhere: "Read about it elsewhere",
  studies: "Open studies (ClinicalTrials.gov)",
  publications: "Publications (PubMed)",
  entries: {
    orpha: "Orphanet: summary, centres, tests",
    omim: "OMIM: genes and research, for doctors",
    gard: "GARD: information for patients, in English"
  },
  people: "People with this disease",
  questions: "Questions that wait for help",
  allQuestions: "All these questions",
  contents: "On this page",
  onlyEnglish: "This text is in English.",
  translated: "A program translated some of these names.",
  discussed: "Members write about these",
  allByName: (total: string) => `All ${total} diseases by name`
}

const de: typeof en = {
  also: "Auch genannt",
  readMore: "Mehr lesen",
  now: "Was nun?",
  network: "Kliniken, die diese Gruppe von Erkrankungen kennen",
  viaDoctor:
    "Europäische Referenznetzwerke verbinden Kliniken, die eine Gruppe seltener Erkrankungen kennen. Betroffene erreichen ein Netzwerk über ihre Ärztin oder ihren Arzt. Bitten Sie Ihre Ärztin oder Ihren Arzt, es anzusprechen.",
  noNetwork:
    "Wir kennen kein Europäisches Referenznetzwerk dafür. Fragen Sie Ihre Ärztin oder Ihren Arzt nach einer Klinik für Humangenetik oder einem Zentrum für Seltene Erkrankungen.",
  alliances: "Patientenorganisationen",
  allianceHint: "Dort erfahren Sie mehr über Selbsthilfegruppen, Beratung und Ihre Rechte.",
  otherCountries: "In anderen Ländern",
  elsewhere: "Anderswo darüber lesen",
  studies: "Offene Studien (ClinicalTrials.gov)",
  publications: "Veröffentlichungen (PubMed)",
  entries: {
    orpha: "Orphanet: Überblick, Zentren, Tests",
    omim: "OMIM: Gene und Forschung, für Fachleute",
    gard: "GARD: Informationen für Betroffene, auf Englisch"
  },
  people: "Menschen mit dieser Erkrankung",
  questions: "Fragen, die auf eine Antwort warten",
  allQuestions: "Alle diese Fragen",
  contents: "Auf dieser Seite",
  onlyEnglish: "Diesen Text gibt es nur auf Englisch.",
  translated: "Einige dieser Bezeichnungen hat ein Programm übersetzt.",
  discussed: "Darüber schreiben Mitglieder",
  allByName: (total) => `Alle ${total} Erkrankungen nach Namen`
}

const fr: typeof en = {
  also: "Autres noms",
  readMore: "Lire la suite",
  now: "Et maintenant ?",
  network: "Les hôpitaux qui connaissent ce groupe de maladies",
  viaDoctor:
    "Les réseaux européens de référence relient les hôpitaux qui connaissent un groupe de maladies rares. On y accède par son médecin. Demandez à votre médecin de contacter le réseau.",
  noNetwork:
    "Nous ne connaissons pas de réseau européen de référence pour elle. Demandez à votre médecin une consultation de génétique ou un centre de référence maladies rares.",
  alliances: "Associations de patients",
  allianceHint: "Elles connaissent les groupes de patients, les lignes d’écoute et les droits dans leur pays.",
  otherCountries: "Dans d’autres pays",
  elsewhere: "Lire ailleurs",
  studies: "Études ouvertes (ClinicalTrials.gov)",
  publications: "Publications (PubMed)",
  entries: {
    orpha: "Orphanet : résumé, centres, tests",
    omim: "OMIM : gènes et recherche, pour les médecins",
    gard: "GARD : informations pour les patients, en anglais"
  },
  people: "Les personnes concernées",
  questions: "Questions qui attendent une réponse",
  allQuestions: "Toutes ces questions",
  contents: "Sur cette page",
  onlyEnglish: "Ce texte n’existe qu’en anglais.",
  translated: "Un programme a traduit certains de ces noms.",
  discussed: "Les membres en parlent",
  allByName: (total) => `Les ${total} maladies par nom`
}

/** The page of a disease. */
export const disease = { en, de, fr }
