const en = {
  items: "News items",
  deleteItem: "This deletes the item. It won’t come back from its feed.",
  write: "Write news",
  edit: "Edit news",
  title: "Title",
  text: "Text",
  category: "Category",
  link: "Link (optional)",
  linkHint: "A page to read more on."
}

const de: typeof en = {
  items: "Veröffentlichte Neuigkeiten",
  deleteItem: "Damit löschen Sie die Neuigkeit. Sie kommt auch nicht wieder aus ihrem Feed.",
  write: "Neuigkeit schreiben",
  edit: "Neuigkeit bearbeiten",
  title: "Titel",
  text: "Text",
  category: "Kategorie",
  link: "Link (optional)",
  linkHint: "Eine Seite, auf der mehr steht."
}

const fr: typeof en = {
  items: "Actualités publiées",
  deleteItem: "L’actualité sera supprimée. Elle ne reviendra pas par son flux.",
  write: "Écrire une actualité",
  edit: "Modifier l’actualité",
  title: "Titre",
  text: "Texte",
  category: "Catégorie",
  link: "Lien (facultatif)",
  linkHint: "Une page pour en savoir plus."
}

/** The news of the community for admins: the list, and the form of what they write. */
export const news = { en, de, fr }
