/**
 * The first script of the page: it chooses the language and reads its texts before anything is written in it. It shares no module with the
 * rest, only types: `web/languages/plugin.ts` says why, and leaves the addresses at the script of the page.
 */
import type { Catalogue, Started } from '../base/language/language.ts';
import type { Message } from '../base/language/compile.ts';

/** Where the browser keeps what was chosen. */
const PLACE = 'troupe.language';
const DIRECTIONS: { [code in Started['code']]: 'ltr' | 'rtl' } = { en: 'ltr', ar: 'rtl', pseudo: 'ltr' };

const addresses = document.querySelector<HTMLScriptElement>('#start')!.dataset;

/** Of the address (for this tab), else chosen in this browser, else the first one of the browser that there is, else English. */
function chosenLanguage(): Started['code'] {
  const requested = new URLSearchParams(location.search).get('language');
  const stored = storedLanguage(requested);
  if (isKnown(stored)) return stored;
  if (isKnown(requested)) return requested;
  return navigator.languages.map((one) => new Intl.Locale(one).language).find(isKnown) ?? 'en';
}

/**
 * What is stored, after a request for another language was. A browser that blocks cookies denies the storage, too.
 * @returns null if nothing is stored
 */
function storedLanguage(requested: string | null): string | null {
  try {
    if (isKnown(requested)) sessionStorage.setItem(PLACE, requested);
    return sessionStorage.getItem(PLACE) ?? localStorage.getItem(PLACE);
  } catch {
    return null;
  }
}

const isKnown = (code: string | null): code is Started['code'] =>
  code !== null && Object.hasOwn(DIRECTIONS, code);

async function readCatalogue(code: Started['code']): Promise<Catalogue> {
  const response = await fetch(addresses[code]!);
  if (!response.ok) throw new Error(`the file of the language was answered with ${response.status}`);
  const texts = (await response.json()) as { [english: string]: Message };
  return (english) => texts[typeof english === 'string' ? english : JSON.stringify(english)];
}

/** If the file of the language cannot be read, the dashboard is in English. */
async function start(): Promise<void> {
  const code = chosenLanguage();
  if (code !== 'en')
    try {
      globalThis.troupeLanguage = { code, catalogue: await readCatalogue(code) };
      document.documentElement.lang = code === 'pseudo' ? 'en' : code;
      document.documentElement.dir = DIRECTIONS[code];
    } catch (error) {
      console.error('The file of the language could not be read.', error);
    }
  await import(/* @vite-ignore */ addresses['main']!);
}

void start();
