/** Parameters of a request: in a query, or in a form (RFC 6749, section 3.1: none may come twice). */
import { bodyOf, type Exchange } from '../../api/exchange.ts';
import { OAuthFault } from './fault.ts';

/** An empty parameter counts as one that is absent. */
export type Parameters = ReadonlyMap<string, string>;

const MAX_FORM_BYTES = 16 * 1024;

/** @throws OAuthFault when one comes twice */
export function parametersIn(text: string): Parameters {
  const found = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (value === '') continue;
    if (found.has(name)) throw new OAuthFault('invalid_request', `${name.slice(0, 40)} comes twice`);
    found.set(name, value);
  }
  return found;
}

/** @throws OAuthFault when the body is no form; Problem when it is too large */
export async function formOf(exchange: Exchange): Promise<Parameters> {
  const [type = ''] = exchange.header('content-type').split(';');
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded')
    throw new OAuthFault('invalid_request', 'send a form: content-type: application/x-www-form-urlencoded');
  const bytes = await bodyOf(exchange, MAX_FORM_BYTES);
  return parametersIn(Buffer.from(bytes).toString('utf8'));
}

/** @throws OAuthFault when it is absent */
export function required(parameters: Parameters, name: string): string {
  const value = parameters.get(name);
  if (value === undefined) throw new OAuthFault('invalid_request', `${name} is required`);
  return value;
}
