/** Google's token route: for signing in and for renewing an access token, which lives an hour. */
import type { Json } from '../../machines/outcome.ts';
import { type Answer, textAt } from '../lib/http.ts';

/** Secrets go into the body. @param asked the grant and what it needs */
export function tokenRequest(base: string, asked: { [name: string]: string }): Request {
  return new Request(`${base}/token`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(asked),
  });
}

export interface Token {
  accessToken: string;
  /** Normally only of the first sign-in: the old one is to be kept. */
  refreshToken: string | null;
  scopes: string[];
}

/** @returns null where the answer holds none */
export function tokenIn({ status, json }: Answer): Token | null {
  const accessToken = textAt(json, 'access_token');
  if (status >= 300 || accessToken === null || accessToken === '') return null;
  return { accessToken, refreshToken: textAt(json, 'refresh_token') || null, scopes: scopesIn(json) };
}

function scopesIn(json: Json): string[] {
  return (textAt(json, 'scope') ?? '').split(' ').filter((scope) => scope !== '');
}
