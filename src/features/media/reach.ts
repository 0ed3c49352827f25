/** Whether networks that download media themselves can reach this service. */
import { createGuard } from '../../base/outbound/guard.ts';

/** @returns what is wrong with the public address and what to do, for the operator; null when it is right */
export function reachFault(baseUrl: string): string | null {
  const why = baseUrl.startsWith('https:') ? createGuard().check(baseUrl)?.message : 'It is not https.';
  if (why === undefined) return null;
  return `Networks cannot reach BASE_URL. ${why} Hosted files and converted photos will not get to instagram and others that fetch media themselves: set BASE_URL to a public https address.`;
}
