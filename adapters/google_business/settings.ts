/** `googleBusinessSettings` of a post: the button below it (Business Profile APIs, "Local posts", call to action). */
import type { PostContent, Refusal, RefusalCode } from '../port/publish.ts';
import { at } from '../lib/http.ts';
import { BUTTONS } from './options.ts';

/** The values of the API. CALL dials the number of the location and has no address. */
export type CallToAction = { actionType: string; url: string } | { actionType: 'CALL' };

const BASE = 'googleBusinessSettings';

interface Settings {
  action: CallToAction | null;
  refusals: Refusal[];
  warnings: string[];
}

/** Reads the button settings, and what is wrong with them. Absent and null are the same. */
export function readSettings(options: PostContent['options']): Settings {
  const settings = options[BASE] ?? null;
  if (settings === null) return plain(null);
  if (typeof settings !== 'object' || Array.isArray(settings)) {
    return refused('option_invalid', '', 'must be an object with button and buttonUrl.');
  }
  const [button, url] = [at(settings, 'button') ?? null, at(settings, 'buttonUrl') ?? null];
  if (button === null) {
    if (url === null) return plain(null);
    return refused('option_required', '/button', 'is missing: name the button that buttonUrl is for.');
  }
  if (typeof button !== 'string' || !BUTTONS.some((one) => one === button)) {
    return refused('option_invalid', '/button', `must be one of ${BUTTONS.join(', ')}.`);
  }
  if (button === 'CALL') {
    const warning = `${BASE}.buttonUrl is left out: the button CALL dials the number of the location.`;
    return { ...plain({ actionType: 'CALL' }), warnings: url === null ? [] : [warning] };
  }
  if (url === null) {
    return refused('option_required', '/buttonUrl', `is missing: the button ${button} needs an address.`);
  }
  if (typeof url !== 'string' || !isWebAddress(url)) {
    return refused(
      'option_invalid',
      '/buttonUrl',
      'must be an address that begins with https:// or http://.',
    );
  }
  return plain({ actionType: button, url });
}

function plain(action: CallToAction | null): Settings {
  return { action, refusals: [], warnings: [] };
}

function refused(code: RefusalCode, field: string, message: string): Settings {
  const refusal = {
    code,
    param: `/${BASE}${field}`,
    message: `${BASE}${field.replace('/', '.')} ${message}`,
  };
  return { action: null, refusals: [refusal], warnings: [] };
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['https:', 'http:'].includes(new URL(text).protocol);
}
