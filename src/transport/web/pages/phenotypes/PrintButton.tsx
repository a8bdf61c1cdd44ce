import { useWebRequest } from "../../WebRequest.ts"

/** Opens the print dialogue; without the script the browser's own menu does. */
export const PrintButton = () => (
  <p class="scripted">
    <button type="button" data-print>
      {useWebRequest().t.phenotypes.printNow}
    </button>
  </p>
)
