import { useWebRequest, valueOf } from "./WebRequest.ts"

/** The key of a form that writes once (`FormKey.ts`), and what the script says where it gives a draft back. */
export const DraftFields = () => {
  const { form, formKey, t } = useWebRequest()
  return (
    <>
      <input type="hidden" name="key" value={valueOf(form.values, "key") || formKey} />
      <p class="notice" data-kept role="status" hidden>
        {t.writing.draftKept}{" "}
        <button type="button" class="plain">
          {t.writing.discardDraft}
        </button>
      </p>
    </>
  )
}
