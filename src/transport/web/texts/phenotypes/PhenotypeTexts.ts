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
  title: "Search by symptoms",
  intro: "Write what you notice, in your own words. Also say what isn’t there: “no fever”.",
  label: "What do you notice?",
  add: "Add a symptom from the list",
  addHint: "Type a few letters and choose one.",
  find: "Find diseases",
  change: "Change or add symptoms",
  example: "For example: seizures, weak muscles, small head, no hearing loss.",
  notDiagnosis: "This is not a diagnosis",
  notice: "The right disease may be missing. Show the list to a doctor, ideally at a centre for rare diseases.",
  method: "We compared your symptoms with published descriptions of rare diseases.",
  understood: "What we understood",
  there: "Present",
  notThere: "Not present",
  noticed: "You notice this",
  notNoticed: "You don’t notice this",
  unsure: "Did you mean this? It doesn’t count until you add it",
  addSign: "Add",
  remove: "Remove",
  notThis: "This isn’t there",
  isThere: "This is there",
  print: "Print for your doctor",
  printNow: "Print",
  forDoctor: "Symptoms and diseases to talk about with a doctor",
  readAsSigns: "No disease has this name. These match the symptoms you describe.",
  moreDiseases: (number: string) => `${number} more diseases`,
  unknown: "Not understood",
  nothing: "We didn’t recognise any symptom. Try other words, one symptom at a time.",
  fits: "What fits",
  similar: "Related, but not the same",
  onlySimilar: (number: number, shown: string): string =>
    number === 1 ? "1 disease with related symptoms only" : `${shown} diseases with related symptoms only`,
  lookedFor: "compared with",
  against: "What doesn’t fit",
  versions: (hpo: string, orphanet: string) => `Data: Human Phenotype Ontology ${hpo}, Orphanet ${orphanet}.`,
  results: "Diseases to ask a doctor about",
  source: "Source",
  otherSigns: "Other symptoms",
  sources: "Sources",
  ofDisease: "Symptoms",
  more: (number: string) => `${number} more`,
  names: "Names in other languages",
  frequencies,
  about: "about",
  observed: (_: number, count: string, of: string) => `seen in ${count} of ${of} people described`,
  sourcesOfPhenotypes:
    "How often a symptom occurs comes from Orphanet (ORPHA) or, where it says nothing, from people described in publications (OMIM, Human Phenotype Ontology).",
  fewPeople: (of: number, shown: string) =>
    of === 1
      ? "Each of these figures comes from a single person, so it may be different for others."
      : `Each of these figures comes from ${shown} people at most, so it may be different for others.`
}

const de: typeof en = {
  title: "Nach Symptomen suchen",
  intro: "Beschreiben Sie es mit eigenen Worten. Schreiben Sie auch, was nicht zutrifft: „kein Fieber“.",
  label: "Was fällt Ihnen auf?",
  add: "Symptom aus der Liste hinzufügen",
  addHint: "Geben Sie ein paar Buchstaben ein und wählen Sie ein Symptom aus.",
  find: "Erkrankungen suchen",
  change: "Symptome ändern oder hinzufügen",
  example: "Zum Beispiel: Krampfanfälle, schwache Muskeln, kleiner Kopf, kein Hörverlust.",
  notDiagnosis: "Das ist keine Diagnose",
  notice:
    "Die richtige Erkrankung kann in der Liste fehlen. Zeigen Sie die Liste Ihrer Ärztin oder Ihrem Arzt, am besten in einem Zentrum für Seltene Erkrankungen.",
  method: "Wir haben Ihre Symptome mit veröffentlichten Beschreibungen seltener Erkrankungen verglichen.",
  understood: "Das haben wir verstanden",
  there: "Vorhanden",
  notThere: "Nicht vorhanden",
  noticed: "Das fällt Ihnen auf",
  notNoticed: "Das liegt nicht vor",
  unsure: "Meinten Sie das? Es zählt erst, wenn Sie es hinzufügen",
  addSign: "Hinzufügen",
  remove: "Entfernen",
  notThis: "Trifft nicht zu",
  isThere: "Trifft doch zu",
  print: "Für das Arztgespräch drucken",
  printNow: "Drucken",
  forDoctor: "Symptome und Erkrankungen für das Arztgespräch",
  readAsSigns: "Keine Erkrankung heißt so. Diese passen zu den Symptomen, die Sie beschreiben.",
  moreDiseases: (number) => `${number} weitere Erkrankungen`,
  unknown: "Nicht verstanden",
  nothing: "Wir haben kein Symptom erkannt. Versuchen Sie es mit anderen Wörtern, ein Symptom nach dem anderen.",
  fits: "Das passt",
  similar: "Verwandt, aber nicht dasselbe",
  onlySimilar: (number, shown) =>
    number === 1 ? "1 Erkrankung mit nur verwandten Symptomen" : `${shown} Erkrankungen mit nur verwandten Symptomen`,
  lookedFor: "verglichen mit",
  against: "Das passt nicht",
  versions: (hpo, orphanet) => `Daten: Human Phenotype Ontology ${hpo}, Orphanet ${orphanet}.`,
  results: "Erkrankungen für das Arztgespräch",
  source: "Quelle",
  otherSigns: "Weitere Symptome",
  sources: "Quellen",
  ofDisease: "Symptome",
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
    "Wie häufig ein Symptom ist, steht bei Orphanet (ORPHA). Wo dort nichts steht, zählen wir die Menschen, die in Fachartikeln beschrieben sind (OMIM, Human Phenotype Ontology).",
  fewPeople: (of, shown) =>
    of === 1
      ? "Jede dieser Angaben beruht auf einer einzigen Person. Bei anderen kann es anders sein."
      : `Jede dieser Angaben beruht auf höchstens ${shown} Personen. Bei anderen kann es anders sein.`
}

const fr: typeof en = {
  title: "Chercher par symptômes",
  intro: "Décrivez avec vos mots. Dites aussi ce que vous ne remarquez pas : « pas de fièvre ».",
  label: "Que remarquez-vous ?",
  add: "Ajouter un symptôme de la liste",
  addHint: "Tapez quelques lettres, puis choisissez.",
  find: "Chercher des maladies",
  change: "Modifier ou ajouter des symptômes",
  example: "Par exemple : convulsions, muscles faibles, petite tête, pas de surdité.",
  notDiagnosis: "Ceci n’est pas un diagnostic",
  notice:
    "Votre maladie peut ne pas figurer dans la liste. Montrez cette liste à un médecin, si possible dans un centre de référence maladies rares.",
  method: "Nous avons comparé vos symptômes avec des descriptions publiées de maladies rares.",
  understood: "Ce que nous avons compris",
  there: "Présents",
  notThere: "Absents",
  noticed: "Ce que vous remarquez",
  notNoticed: "Ce que vous ne remarquez pas",
  unsure: "Vouliez-vous dire cela ? Ajoutez-le pour qu’il soit pris en compte",
  addSign: "Ajouter",
  remove: "Retirer",
  notThis: "Absent",
  isThere: "Présent",
  print: "Imprimer pour votre médecin",
  printNow: "Imprimer",
  forDoctor: "Symptômes et maladies à montrer à votre médecin",
  readAsSigns: "Aucune maladie ne porte ce nom. Voici celles qui ressemblent aux symptômes que vous décrivez.",
  moreDiseases: (number) => `${number} autres maladies`,
  unknown: "Mots non compris",
  nothing: "Nous n’avons reconnu aucun symptôme. Essayez d’autres mots, un symptôme à la fois.",
  fits: "Ce qui correspond",
  similar: "Apparenté, mais différent",
  onlySimilar: (number, shown) =>
    number === 1
      ? "1 maladie dont les symptômes sont seulement apparentés"
      : `${shown} maladies dont les symptômes sont seulement apparentés`,
  lookedFor: "comparé à",
  against: "Ce qui ne correspond pas",
  versions: (hpo, orphanet) => `Données : Human Phenotype Ontology ${hpo}, Orphanet ${orphanet}.`,
  results: "Maladies à évoquer avec un médecin",
  source: "Source",
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
    occasional: "parfois",
    very_rare: "très rare"
  },
  about: "environ",
  observed: (of, count, shown) =>
    of === 1 ? `observé chez ${count} personne décrite sur 1` : `observé chez ${count} des ${shown} personnes décrites`,
  sourcesOfPhenotypes:
    "La fréquence d’un symptôme vient d’Orphanet (ORPHA) ou, à défaut, des personnes décrites dans des publications (OMIM, Human Phenotype Ontology).",
  fewPeople: (of, shown) =>
    of === 1
      ? "Chacune de ces indications repose sur une seule personne : chez d’autres, cela peut être différent."
      : `Chacune de ces indications repose sur ${shown} personnes au plus : chez d’autres, cela peut être différent.`
}

/** The search by signs, and the signs of a disease. */
export const signs = { en, de, fr }
