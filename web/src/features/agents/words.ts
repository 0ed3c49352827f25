/** What an agent did, in words. */
import type { Look } from '../../base/parts/look.ts';
import type { ToolCall } from './queries.ts';
import { t } from '../../base/language/text.ts';

/** Messages of the protocol by which a client connects. */
const CONNECTING: { [tool: string]: string } = {
  initialize: t('Connected'),
  'server/discover': t('Connected'),
  'tools/list': t('Read the list of tools'),
};

/** null if it called a tool. */
export const connectingText = (tool: string): string | null => CONNECTING[tool] ?? null;

const REFUSED: Look = { label: t('Refused'), tone: 'failed' };
const ASKED: Look = { label: t('Asked first'), tone: 'needs-you' };
const FAILED: Look = { label: t('Failed'), tone: 'failed' };
const CHANGED: Look = { label: t('Changed'), tone: 'live' };
const READ: Look = { label: t('Read'), tone: 'neutral' };

export function lookOf({ outcome, changes, code }: Pick<ToolCall, 'outcome' | 'changes' | 'code'>): Look {
  if (code === 'confirmation_required') return ASKED;
  if (outcome === 'refused') return REFUSED;
  if (outcome === 'failed') return FAILED;
  return changes ? CHANGED : READ;
}

/** Where pages show what a call made or changed; null if none does. */
export function addressOf(resourceId: string | null): string | null {
  const [prefix] = resourceId?.split('_') ?? [];
  const page = { post: 'posts', rule: 'rules', auto: 'automations' }[prefix ?? ''];
  return page === undefined ? null : `/${page}/${resourceId}`;
}

/** Such as `accountIds: Café Luna, acc_2`. @param names of accounts, by their ids */
export const argumentTexts = (
  args: ToolCall['arguments'],
  names: ReadonlyMap<string, string> = new Map(),
): string[] => Object.entries(args).map(([name, value]) => `${name}: ${valueText(value, names)}`);

const valueText = (value: unknown, names: ReadonlyMap<string, string>): string =>
  Array.isArray(value)
    ? value.map((one) => valueText(one, names)).join(', ')
    : typeof value === 'string'
      ? (names.get(value) ?? value)
      : JSON.stringify(value);

/** Such as `called list_posts`. */
export const didText = ({ tool }: Pick<ToolCall, 'tool'>): string =>
  connectingText(tool)?.replace(/^./, (letter) => letter.toLowerCase()) ?? t('called {tool}', { tool });

/** Whether a call came from an app that the person lets act, and not with an API key. */
export const isApp = (keyId: string): boolean => keyId.startsWith('grant_');

/** By what a call came, at the beginning of a sentence. */
export const callerOf = ({ keyId, keyName }: { keyId: string; keyName: string }): string =>
  `${isApp(keyId) ? t('App') : t('Key')} “${keyName}”`;
