import type { FrequencyClass } from "../../../../domain/phenotypes/Frequency.ts"

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
  intro: "Write what you notice, in your own words. Also say what isn’t there: “no fever”.",
  label: "What do you notice?",
  add: "Add a sign from the list",
  addHint: "Type a few letters and choose one.",
  find: "Find diseases",
  change: "Change the words, or add a sign",
  example: "For example: seizures, weak muscles, small head, no hearing loss",
  notDiagnosis: "This is not a diagnosis",
  notice:
    "We compare your signs with published descriptions of rare diseases. The right disease may be missing. Show the list to a doctor, ideally at a centre for rare diseases.",
  understood: "What we understood",
  there: "Present",
  notThere: "Not present",
  unsure: "Did you mean …? It doesn’t count until you add it",
  addSign: "Add",
  remove: "Remove",
  notThis: "Not this",
  isThere: "It is present",
  print: "Print for your doctor",
  printNow: "Print",
  forDoctor: "Signs and diseases to talk about with a doctor",
  readAsSigns: "No disease has this name. We read your words as signs.",
  moreDiseases: (number: string) => `${number} more diseases`,
  unknown: "Not understood, and left out",
  nothing: "We didn’t recognise any sign. Try other words, one sign at a time.",
  fits: "Fits",
  against: "Counts against it",
  versions: (hpo: string, orphanet: string) => `Data: Human Phenotype Ontology ${hpo}, Orphanet ${orphanet}.`,
  results: "Diseases that fit",
  otherSigns: "Other signs",
  sources: "Sources",
  ofDisease: "Signs",
  more: (number: string) => `${number} more`,
  names: "Names in other languages",
  frequencies,
  about: "about",
  observed: (_: number, count: string, of: string) => `seen in ${count} of ${of} people described`,
  sourcesOfPhenotypes:
    "Orphanet (ORPHA) tells us how often a sign occurs. Where it says nothing, we count the people described in publications (OMIM, Human Phenotype Ontology).",
  fewPeople: (of: number, shown: string) =>
    of === 1
      ? "Each of these figures comes from a single person, so it may be different for others."
      : `Each of these figures comes from ${shown} people at most, so it may be different for others.`
}

const de: typeof en = {
  title: "Nach Anzeichen suchen",
  intro: "Schreiben Sie in eigenen Worten, was Ihnen auffällt. Schreiben Sie auch, was nicht da ist: „kein Fieber“.",
  label: "Was fällt Ihnen auf?",
  add: "Ein Anzeichen aus der Liste hinzufügen",
  addHint: "Tippen Sie einige Buchstaben und wählen Sie eines aus.",
  find: "Erkrankungen finden",
  change: "Wörter ändern oder ein Anzeichen hinzufügen",
  example: "Zum Beispiel: Krampfanfälle, schwache Muskeln, kleiner Kopf, kein Hörverlust",
  notDiagnosis: "Das ist keine Diagnose",
  notice:
    "Wir vergleichen Ihre Anzeichen mit veröffentlichten Beschreibungen seltener Erkrankungen. Die richtige Erkrankung kann fehlen. Zeigen Sie die Liste Ihrer Ärztin oder Ihrem Arzt, am besten in einem Zentrum für Seltene Erkrankungen.",
  understood: "Das haben wir verstanden",
  there: "Vorhanden",
  notThere: "Nicht vorhanden",
  unsure: "Meinten Sie …? Es zählt erst, wenn Sie es hinzufügen",
  addSign: "Hinzufügen",
  remove: "Entfernen",
  notThis: "Nicht das",
  isThere: "Ist vorhanden",
  print: "Für Ihre Ärztin oder Ihren Arzt drucken",
  printNow: "Drucken",
  forDoctor: "Anzeichen und Erkrankungen für das Gespräch in der Praxis",
  readAsSigns: "Keine Erkrankung heißt so. Wir haben Ihre Wörter als Anzeichen gelesen.",
  moreDiseases: (number) => `${number} weitere Erkrankungen`,
  unknown: "Nicht verstanden und weggelassen",
  nothing: "Wir haben kein Anzeichen erkannt. Versuchen Sie andere Wörter, ein Anzeichen nach dem anderen.",
  fits: "Passt",
  against: "Spricht dagegen",
  versions: (hpo, orphanet) => `Daten: Human Phenotype Ontology ${hpo}, Orphanet ${orphanet}.`,
  results: "Passende Erkrankungen",
  otherSigns: "Weitere Anzeichen",
  sources: "Quellen",
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
    of === 1 ? `bei ${count} von ${shown} beschriebenen Person` : `bei ${count} von ${shown} beschriebenen Personen`,
  sourcesOfPhenotypes:
    "Wie häufig ein Anzeichen ist, wissen wir von Orphanet (ORPHA). Sagt Orphanet nichts, zählen die Menschen, die in Veröffentlichungen beschrieben sind (OMIM, Human Phenotype Ontology).",
  fewPeople: (of, shown) =>
    of === 1
      ? "Jede dieser Angaben beruht auf einer einzigen Person. Bei anderen kann es anders sein."
      : `Jede dieser Angaben beruht auf höchstens ${shown} Personen. Bei anderen kann es anders sein.`
}

const fr: typeof en = {
  title: "Chercher par symptômes",
  intro: "Écrivez ce que vous remarquez, avec vos mots. Dites aussi ce qui n’est pas là : « pas de fièvre ».",
  label: "Que remarquez-vous ?",
  add: "Ajouter un symptôme de la liste",
  addHint: "Tapez quelques lettres et choisissez.",
  find: "Trouver des maladies",
  change: "Modifier les mots ou ajouter un symptôme",
  example: "Par exemple : convulsions, muscles faibles, petite tête, pas de surdité",
  notDiagnosis: "Ceci n’est pas un diagnostic",
  notice:
    "Nous comparons vos symptômes avec des descriptions publiées de maladies rares. La bonne maladie peut ne pas y figurer. Montrez la liste à un médecin, de préférence dans un centre de référence maladies rares.",
  understood: "Ce que nous avons compris",
  there: "Présents",
  notThere: "Absents",
  unsure: "Vouliez-vous dire… ? Ne compte que si vous l’ajoutez",
  addSign: "Ajouter",
  remove: "Retirer",
  notThis: "Pas celui-ci",
  isThere: "Est présent",
  print: "Imprimer pour votre médecin",
  printNow: "Imprimer",
  forDoctor: "Symptômes et maladies à montrer à votre médecin",
  readAsSigns: "Aucune maladie ne porte ce nom. Nous avons lu vos mots comme des symptômes.",
  moreDiseases: (number) => `${number} autres maladies`,
  unknown: "Non compris et laissés de côté",
  nothing: "Nous n’avons reconnu aucun symptôme. Essayez d’autres mots, un symptôme à la fois.",
  fits: "Correspond",
  against: "Ne correspond pas",
  versions: (hpo, orphanet) => `Données : Human Phenotype Ontology ${hpo}, Orphanet ${orphanet}.`,
  results: "Maladies qui correspondent",
  otherSigns: "Autres symptômes",
  sources: "Sources",
  ofDisease: "Symptômes",
  more: (number) => `${number} autres`,
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
    "La fréquence d’un symptôme vient d’Orphanet (ORPHA) ou, à défaut, des personnes décrites dans des publications (OMIM, Human Phenotype Ontology).",
  fewPeople: (of, shown) =>
    of === 1
      ? "Chacune de ces indications repose sur une seule personne : chez d’autres, cela peut être différent."
      : `Chacune de ces indications repose sur ${shown} personnes au plus : chez d’autres, cela peut être différent.`
}

/** The search by signs, and the signs of a disease. */
export const signs = { en, de, fr }
