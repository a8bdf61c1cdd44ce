const en = {
  also: "Also called",
  partOf: "Part of the group",
  partOfSeveral: "Part of these groups",
  inEnglish: "Description in English",
  englishNames: (number: string) => `${number}\u00a0names in English`,
  noDescription: "We don’t have a description of this disease yet.",
  readMore: "Read more",
  now: "What can I do now?",
  network: "Networks of specialist hospitals",
  viaDoctor:
    "European Reference Networks bring together hospitals in the EU and Norway with experience of a group of rare diseases. You can’t contact them directly: ask your doctor to get in touch for you. These may cover this disease:",
  elsewhereToo:
    "Outside the EU and Norway, ask your doctor to refer you to a specialist centre or a genetics clinic. In the UK, start with your GP.",
  inEnglishMark: "(in English)",
  noNetwork:
    "We know of no European Reference Network for it. Ask your doctor for a clinic for genetics or a centre for rare diseases.",
  alliances: "Patient organisations",
  allianceHint: "They can tell you about support groups, helplines and your rights in their country.",
  otherCountries: "In other countries",
  elsewhere: "Read about it elsewhere",
  studies: "Clinical trials (ClinicalTrials.gov)",
  publications: "Research papers (PubMed)",
  entries: {
    orpha: "Orphanet: summary, centres, tests",
    omim: "OMIM: genes and research, for doctors",
    gard: "GARD: information for patients (US)"
  },
  people: "Experiences and questions",
  inGroup: "People with related forms write here",
  followGroup: "Follow the whole group",
  unfollowGroup: "Unfollow the group",
  relatedPosts: "About related forms",
  allRelatedPosts: "All posts about related forms",
  questions: "Unanswered questions",
  allQuestions: "All open questions",
  onlyEnglish: "This text is in English.",
  inheritanceHint:
    "In some families the change appears for the first time in a child, and neither parent carries it. How often that happens depends on the disease. Genetic counselling can tell you what it means for your family.",
  geneRoles: {
    "Major susceptibility factor in": "raises the risk",
    "Modifying germline mutation in": "can affect the symptoms",
    "Candidate gene tested in": "still being studied",
    "Role in the phenotype of": "plays a part",
    "Part of a fusion gene in": "joined to another gene in the diseased cells",
    "Disease-causing somatic mutation(s) in": "changed in some cells only, not inherited",
    "Biomarker tested in": "measured for the diagnosis"
  },
  atOrphanet: "Read Orphanet’s page",
  translated: "A program translated some of these names.",
  discussed: "Diseases members are talking about",
  allByName: (total: string) => `All ${total}\u00a0diseases and subtypes, A\u00a0to\u00a0Z`
}

const de: typeof en = {
  also: "Andere Namen",
  partOf: "Gehört zur Gruppe",
  partOfSeveral: "Gehört zu den Gruppen",
  inEnglish: "Beschreibung auf Englisch",
  englishNames: (number) => `${number}\u00a0englische Namen`,
  noDescription: "Zu dieser Erkrankung haben wir keine Beschreibung.",
  readMore: "Weiterlesen",
  now: "Wie geht es weiter?",
  network: "Netzwerke spezialisierter Kliniken",
  viaDoctor:
    "Europäische Referenznetzwerke verbinden Kliniken in der EU und in Norwegen, die Erfahrung mit einer Gruppe seltener Erkrankungen haben. Der Weg dorthin führt über Ihre Ärztin oder Ihren Arzt: Bitten Sie darum, ein Netzwerk einzuschalten. Infrage kommen:",
  elsewhereToo:
    "Auch ein Zentrum für Seltene Erkrankungen oder eine Klinik für Humangenetik kann weiterhelfen, nicht nur in der EU. Fragen Sie Ihre Ärztin oder Ihren Arzt danach.",
  inEnglishMark: "(englisch)",
  noNetwork:
    "Wir kennen dafür kein Europäisches Referenznetzwerk. Fragen Sie Ihre Ärztin oder Ihren Arzt nach einer Klinik für Humangenetik oder einem Zentrum für Seltene Erkrankungen.",
  alliances: "Patientenorganisationen",
  allianceHint: "Dort erfahren Sie mehr über Selbsthilfegruppen, Beratung und Ihre Rechte.",
  otherCountries: "In anderen Ländern",
  elsewhere: "Zum Weiterlesen",
  studies: "Studien (ClinicalTrials.gov, auf Englisch)",
  publications: "Fachartikel (PubMed, auf Englisch)",
  entries: {
    orpha: "Orphanet: Überblick, Zentren, Tests",
    omim: "OMIM: Gene und Forschung, für Fachleute",
    gard: "GARD: Informationen für Betroffene, auf Englisch"
  },
  people: "Erfahrungen und Fragen",
  inGroup: "Menschen mit verwandten Formen schreiben hier",
  followGroup: "Der ganzen Gruppe folgen",
  unfollowGroup: "Der Gruppe nicht mehr folgen",
  relatedPosts: "Zu verwandten Formen",
  allRelatedPosts: "Alle Beiträge zu verwandten Formen",
  questions: "Offene Fragen",
  allQuestions: "Alle offenen Fragen",
  onlyEnglish: "Diesen Text gibt es nur auf Englisch.",
  inheritanceHint:
    "In manchen Familien entsteht die Veränderung bei einem Kind neu, und kein Elternteil trägt sie. Wie oft das vorkommt, hängt von der Erkrankung ab. Eine genetische Beratung klärt, was das für Ihre Familie bedeutet.",
  geneRoles: {
    "Major susceptibility factor in": "erhöht das Risiko",
    "Modifying germline mutation in": "kann beeinflussen, wie sich die Erkrankung zeigt",
    "Candidate gene tested in": "wird noch erforscht",
    "Role in the phenotype of": "spielt eine Rolle",
    "Part of a fusion gene in": "in den kranken Zellen mit einem anderen Gen verschmolzen",
    "Disease-causing somatic mutation(s) in": "nur in einem Teil der Zellen verändert, nicht vererbt",
    "Biomarker tested in": "wird für die Diagnose gemessen"
  },
  atOrphanet: "Beschreibung bei Orphanet auf Deutsch lesen",
  translated: "Einige dieser Bezeichnungen sind maschinell übersetzt.",
  discussed: "Darüber tauschen sich Mitglieder aus",
  allByName: (total) => `Alle ${total}\u00a0Erkrankungen von A\u00a0bis\u00a0Z`
}

const fr: typeof en = {
  also: "Autres noms",
  partOf: "Fait partie du groupe",
  partOfSeveral: "Fait partie des groupes",
  inEnglish: "Description en anglais",
  englishNames: (number) => `${number}\u00a0noms en anglais`,
  noDescription: "Nous n’avons pas de description de cette maladie.",
  readMore: "Lire la suite",
  now: "Que faire maintenant ?",
  network: "Réseaux d’hôpitaux spécialisés",
  viaDoctor:
    "Les réseaux européens de référence réunissent des hôpitaux de l’Union européenne et de Norvège spécialisés dans un groupe de maladies rares. Parlez-en à votre médecin : il peut vous y adresser. Voici ceux qui peuvent concerner cette maladie :",
  elsewhereToo:
    "En Suisse, au Canada et ailleurs, demandez à votre médecin de vous adresser à un centre spécialisé ou à un service de génétique.",
  inEnglishMark: "(en anglais)",
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
    orpha: "Orphanet : fiche sur la maladie, centres spécialisés, tests",
    omim: "OMIM : gènes et recherche, pour les médecins",
    gard: "GARD : informations pour les patients, en anglais"
  },
  people: "Témoignages et questions",
  inGroup: "Des personnes touchées par des formes proches écrivent ici",
  followGroup: "Suivre tout le groupe",
  unfollowGroup: "Ne plus suivre le groupe",
  relatedPosts: "Sur des formes proches",
  allRelatedPosts: "Tous les messages sur des formes proches",
  questions: "Questions sans réponse",
  allQuestions: "Toutes les questions sans réponse",
  onlyEnglish: "Ce texte est en anglais.",
  inheritanceHint:
    "Dans certaines familles, la modification apparaît pour la première fois chez un enfant, sans qu’aucun des deux parents n’en soit porteur. Cela dépend de la maladie. Une consultation de génétique peut vous dire ce que cela signifie pour votre famille.",
  geneRoles: {
    "Major susceptibility factor in": "augmente le risque",
    "Modifying germline mutation in": "peut modifier la façon dont la maladie se manifeste",
    "Candidate gene tested in": "encore à l’étude",
    "Role in the phenotype of": "joue un rôle",
    "Part of a fusion gene in": "fusionné avec un autre gène dans les cellules malades",
    "Disease-causing somatic mutation(s) in": "modifié dans une partie des cellules seulement, sans transmission",
    "Biomarker tested in": "mesuré pour le diagnostic"
  },
  atOrphanet: "Lire la fiche Orphanet en français",
  translated: "Un programme a traduit certains de ces noms.",
  discussed: "Les maladies dont on parle ici",
  allByName: (total) => `Les ${total}\u00a0maladies, par ordre alphabétique`
}

/** The page of a disease. */
export const disease = { en, de, fr }
