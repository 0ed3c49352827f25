import type { Language } from './language.ts';

/** As `app/start.ts` reads it. */
const PLACE = 'troupe.language';

/** Keeps a choice in this browser, and loads the page again in it. */
export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(PLACE, chosen);
  sessionStorage.removeItem(PLACE);
  location.reload();
}
