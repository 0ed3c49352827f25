/** What a person signs in with, in words that they recognise. */
import { parse } from 'bowser';

const MAX_CHARACTERS = 500;

/** @returns such as `Firefox on Linux`; null if the header `user-agent` names no known browser */
export function deviceOf(userAgent: string): string | null {
  if (userAgent === '') return null;
  const { browser, os } = parse(userAgent.slice(0, MAX_CHARACTERS));
  if (!browser.name) return null;
  return os.name ? `${browser.name} on ${os.name}` : browser.name;
}
