const en = {
  also: "Also called",
  readMore: "Read more",
  now: "What can I do now?",
  network: "Networks of specialist hospitals",
  viaDoctor:
    "A European Reference Network brings together hospitals in the EU and Norway with experience of a group of rare diseases. You reach it through your doctor: ask your doctor to contact it.",
  noNetwork:
    "We know of no European Reference Network for it. Ask your doctor for a clinic for genetics or a centre for rare diseases.",
  alliances: "Patient organisations",
  allianceHint: "They can tell you about support groups, helplines and your rights in their country.",
  otherCountries: "In other countries",
  elsewhere: "Read about it elsewhere",
  studies: "Open studies (ClinicalTrials.gov)",
  publications: "Publications (PubMed)",
  entries: {
    orpha: "Orphanet: summary, centres, tests",
    omim: "OMIM: genes and research, for doctors",
    gard: "GARD: information for patients, in English"
  },
  people: "Experiences and questions",
  questions: "Open questions",
  allQuestions: "All open questions",
  onlyEnglish: "This text is in English.",
  translated: "A program translated some of these names.",
  discussed: "Diseases members are talking about",
  allByName: (total: string) => `All ${total} diseases from A to Z`
}

const de: typeof en = {
  also: "Andere Namen",
  readMore: "Weiterlesen",
  now: "Wie geht es weiter?",
  network: "Netzwerke spezialisierter Kliniken",
  viaDoctor:
    "Ein Europäisches Referenznetzwerk verbindet Kliniken in der EU und in Norwegen, die Erfahrung mit einer Gruppe seltener Erkrankungen haben. Der Weg dorthin führt über Ihre Ärztin oder Ihren Arzt: Bitten Sie darum, das Netzwerk einzuschalten.",
  noNetwork:
    "Wir kennen dafür kein Europäisches Referenznetzwerk. Fragen Sie Ihre Ärztin oder Ihren Arzt nach einer Klinik für Humangenetik oder einem Zentrum für Seltene Erkrankungen.",
  alliances: "Patientenorganisationen",
  allianceHint: "Dort erfahren Sie mehr über Selbsthilfegruppen, Beratung und Ihre Rechte.",
  otherCountries: "In anderen Ländern",
  elsewhere: "Zum Weiterlesen",
  studies: "Laufende Studien (ClinicalTrials.gov)",
  publications: "Fachartikel (PubMed)",
  entries: {
    orpha: "Orphanet: Überblick, Zentren, Tests",
    omim: "OMIM: Gene und Forschung, für Fachleute",
    gard: "GARD: Informationen für Betroffene, auf Englisch"
  },
  people: "Erfahrungen und Fragen",
  questions: "Offene Fragen",
  allQuestions: "Alle offenen Fragen",
  onlyEnglish: "Diesen Text gibt es nur auf Englisch.",
  translated: "Einige dieser Bezeichnungen sind maschinell übersetzt.",
  discussed: "Darüber tauschen sich Mitglieder aus",
  allByName: (total) => `Alle ${total} Erkrankungen von A bis Z`
}

const fr: typeof en = {
  also: "Autres noms",
  readMore: "Lire la suite",
  now: "Que faire maintenant ?",
  network: "Réseaux d’hôpitaux spécialisés",
  viaDoctor:
    "Un réseau européen de référence réunit des hôpitaux de l’Union européenne et de Norvège spécialisés dans un groupe de maladies rares. Demandez à votre médecin de contacter le réseau : c’est lui qui vous y adresse.",
  noNetwork:
    "Nous ne connaissons pas de réseau européen de référence pour cette maladie. Demandez à votre médecin de vous adresser à une consultation de génétique ou à un centre de référence maladies rares.",
  alliances: "Associations de patients",
  allianceHint:
    "Elles vous orientent vers des groupes de patients et des lignes d’écoute, et vous informent sur vos droits.",
  otherCountries: "Dans d’autres pays",
  elsewhere: "En savoir plus",
  studies: "Études en cours (ClinicalTrials.gov)",
  publications: "Articles scientifiques (PubMed)",
  entries: {
    orpha: "Orphanet : résumé, centres, tests",
    omim: "OMIM : gènes et recherche, pour les médecins",
    gard: "GARD : informations pour les patients, en anglais"
  },
  people: "Témoignages et questions",
  questions: "Questions encore ouvertes",
  allQuestions: "Toutes les questions ouvertes",
  onlyEnglish: "Ce texte est en anglais.",
  translated: "Un programme a traduit certains de ces noms.",
  discussed: "Les maladies dont on parle ici",
  allByName: (total) => `Les ${total} maladies, par ordre alphabétique`
}

/** The page of a disease. */
export const disease = { en, de, fr }
