import type { FrequencyClass } from "../../../domain/phenotypes/Frequency.ts"

const frequencies: Readonly<Record<FrequencyClass, string>> = {
  excluded: "does not occur",
  obligate: "always",
  very_frequent: "very frequent",
  frequent: "frequent",
  occasional: "occasional",
  very_rare: "very rare"
}

const en = {
  title: "Search by signs",
  intro: "Write what you notice, in your own words. Say what is not there, too: “no fever”.",
  label: "Signs and symptoms",
  add: "Add a sign from the list",
  addHint: "Type some letters and choose one.",
  find: "Find diseases",
  example: "For example: seizures, weak muscles, small head, no hearing loss",
  notDiagnosis: "This is not a diagnosis",
  notice:
    "The list compares signs with published descriptions of rare diseases. It can miss the right one. Show it to a doctor, best at a centre for rare diseases.",
  understood: "What was understood",
  there: "There",
  notThere: "Not there",
  unsure: "Did you mean …? It does not count until you add it",
  addSign: "Add",
  added: "Added by you",
  remove: "Remove",
  unknown: "Not understood, and left out",
  nothing: "No sign was recognised. Try other words, one sign after the other.",
  fits: "Fits",
  against: "Speaks against it",
  versions: (hpo: string, orphanet: string) => `Data: Human Phenotype Ontology ${hpo}, Orphanet ${orphanet}.`,
  results: "Diseases that fit",
  posts: "What members write about a disease is on its page.",
  ofDisease: "Signs",
  more: (number: string) => `${number} more`,
  names: "Names in other languages",
  frequencies,
  about: "about",
  observed: (_: number, count: string, of: string) => `seen in ${count} of ${of} people described`,
  sourcesOfPhenotypes:
    "How often a sign occurs, by Orphanet (ORPHA) or, where it says nothing, by people described in publications (OMIM, Human Phenotype Ontology).",
  fewPeople: (of: number, shown: string) =>
    of === 1
      ? "Each of these figures comes from a single person, so it may be different for others."
      : `Each of these figures comes from ${shown} people at most, so it may be different for others.`
}

const de: typeof en = {
  title: "Nach Anzeichen suchen",
  intro: "Schreiben Sie in eigenen Worten, was Ihnen auffällt. Auch, was nicht da ist: „kein Fieber“.",
  label: "Anzeichen und Beschwerden",
  add: "Ein Anzeichen aus der Liste hinzufügen",
  addHint: "Tippen Sie einige Buchstaben und wählen Sie eines aus.",
  find: "Krankheiten finden",
  example: "Zum Beispiel: Krampfanfälle, schwache Muskeln, kleiner Kopf, kein Hörverlust",
  notDiagnosis: "Das ist keine Diagnose",
  notice:
    "Die Liste vergleicht Anzeichen mit veröffentlichten Beschreibungen seltener Krankheiten. Die richtige kann fehlen. Zeigen Sie sie in einer Praxis, am besten in einem Zentrum für seltene Krankheiten.",
  understood: "Was verstanden wurde",
  there: "Vorhanden",
  notThere: "Nicht vorhanden",
  unsure: "Meinten Sie …? Zählt erst, wenn Sie es hinzufügen",
  addSign: "Hinzufügen",
  added: "Von Ihnen hinzugefügt",
  remove: "Entfernen",
  unknown: "Nicht verstanden und weggelassen",
  nothing: "Es wurde kein Anzeichen erkannt. Versuchen Sie andere Wörter, ein Anzeichen nach dem anderen.",
  fits: "Passt",
  against: "Spricht dagegen",
  versions: (hpo, orphanet) => `Daten: Human Phenotype Ontology ${hpo}, Orphanet ${orphanet}.`,
  results: "Krankheiten, die passen",
  posts: "Was Mitglieder über eine Krankheit schreiben, steht auf ihrer Seite.",
  ofDisease: "Anzeichen",
  more: (number) => `${number} weitere`,
  names: "Namen in anderen Sprachen",
  frequencies: {
    excluded: "kommt nicht vor",
    obligate: "immer",
    very_frequent: "sehr häufig",
    frequent: "häufig",
    occasional: "gelegentlich",
    very_rare: "sehr selten"
  },
  about: "etwa",
  observed: (of, count, shown) =>
    of === 1 ? `bei ${count} von ${shown} beschriebenen Person` : `bei ${count} von ${shown} beschriebenen Betroffenen`,
  sourcesOfPhenotypes:
    "Wie häufig ein Anzeichen ist, sagt Orphanet (ORPHA), sonst die Zahl der Menschen, die in Veröffentlichungen beschrieben sind (OMIM, Human Phenotype Ontology).",
  fewPeople: (of, shown) =>
    of === 1
      ? "Jede dieser Angaben beruht auf einem einzigen Menschen. Bei anderen kann es anders sein."
      : `Jede dieser Angaben beruht auf höchstens ${shown} Menschen. Bei anderen kann es anders sein.`
}

const fr: typeof en = {
  title: "Chercher par signes",
  intro: "Écrivez ce que vous remarquez, avec vos mots. Dites aussi ce qui n’est pas là : « pas de fièvre ».",
  label: "Signes et symptômes",
  add: "Ajouter un signe de la liste",
  addHint: "Tapez quelques lettres et choisissez.",
  find: "Trouver des maladies",
  example: "Par exemple : convulsions, muscles faibles, petite tête, pas de surdité",
  notDiagnosis: "Ceci n’est pas un diagnostic",
  notice:
    "La liste compare les signes avec des descriptions publiées de maladies rares. La bonne peut manquer. Montrez-la à un médecin, de préférence dans un centre de maladies rares.",
  understood: "Ce qui a été compris",
  there: "Présents",
  notThere: "Absents",
  unsure: "Vouliez-vous dire… ? Compte seulement une fois ajouté",
  addSign: "Ajouter",
  added: "Ajoutés par vous",
  remove: "Retirer",
  unknown: "Non compris et laissés de côté",
  nothing: "Aucun signe n’a été reconnu. Essayez d’autres mots, un signe après l’autre.",
  fits: "Correspond",
  against: "S’y oppose",
  versions: (hpo, orphanet) => `Données : Human Phenotype Ontology ${hpo}, Orphanet ${orphanet}.`,
  results: "Maladies qui correspondent",
  posts: "Ce que les membres écrivent sur une maladie est sur sa page.",
  ofDisease: "Signes",
  more: (number) => `${number} de plus`,
  names: "Noms dans d’autres langues",
  frequencies: {
    excluded: "n’apparaît pas",
    obligate: "toujours",
    very_frequent: "très fréquent",
    frequent: "fréquent",
    occasional: "occasionnel",
    very_rare: "très rare"
  },
  about: "environ",
  observed: (_, count, shown) =>
    `observé chez ${count} ${count === "1" || count === "0" ? "personne décrite" : "personnes décrites"} sur ${shown}`,
  sourcesOfPhenotypes:
    "La fréquence d’un signe vient d’Orphanet (ORPHA) ou, à défaut, des personnes décrites dans des publications (OMIM, Human Phenotype Ontology).",
  fewPeople: (of, shown) =>
    of === 1
      ? "Chacune de ces indications repose sur une seule personne : chez d’autres, cela peut être différent."
      : `Chacune de ces indications repose sur ${shown} personnes au plus : chez d’autres, cela peut être différent.`
}

/** The search by signs, and the signs of a disease. */
export const signs = { en, de, fr }
