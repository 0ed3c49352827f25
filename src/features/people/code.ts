/** The code in the link of an invitation: 256 random bits after a prefix. Only the SHA-256 is stored. */
import { hash } from 'node:crypto';
import { SECRET_PREFIXES } from '../../base/redact.ts';
import { newSecret } from '../../base/secrets.ts';

const CODE = new RegExp(`^${SECRET_PREFIXES.invitation}[A-Za-z0-9_-]{43}$`);

export const newCode = (): string => `${SECRET_PREFIXES.invitation}${newSecret()}`;

export const codeHash = (code: string): Buffer => hash('sha256', code, 'buffer');

/** Whether a text could be a code; others are not worth a query. */
export const isCode = (text: string): boolean => CODE.test(text);
