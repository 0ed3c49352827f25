/**
 * Connects a Discord channel by its webhook's address, which works like a password. Only the number and the token are
 * taken from what the person typed; the call always goes to Discord's own address, not to the host in it.
 */
import type { ConnectAnswer, ConnectStep, FormConnect } from '../port/connect.ts';
import { ask, at, brief, textAt, withoutSecrets } from '../lib/http.ts';
import { tryAgain } from '../lib/try-again.ts';

const HOSTS = new Set(['discord.com', 'discordapp.com', 'ptb.discord.com', 'canary.discord.com']);
/** Incoming webhooks, the only type that accepts messages from outside. */
const INCOMING = 1;

export const connect: FormConnect = {
  kind: 'form',
  steps: [
    'In Discord, open the channel’s settings, then Integrations, then Webhooks.',
    'Make a new webhook, or choose one. Its name and picture are what readers see beside your posts.',
    'Press Copy Webhook URL and paste it here.',
  ],
  fields: [
    {
      name: 'webhookUrl',
      label: 'Webhook URL',
      help: 'Channel settings, Integrations, Webhooks, Copy Webhook URL.',
      secret: true,
      example: 'https://discord.com/api/webhooks/…',
    },
  ],
  connect: connectWebhook,
};

async function connectWebhook(
  step: ConnectStep & { fields: { [name: string]: string } },
): Promise<ConnectAnswer> {
  const webhook = webhookIn(step.fields['webhookUrl'] ?? '', step.endpoints['api'] ?? '');
  if (webhook === null) {
    return refused('Paste the whole webhook URL: it begins with https://discord.com/api/webhooks/.');
  }
  const { id, token } = webhook;
  const request = new Request(`${step.endpoints['api']}/webhooks/${id}/${encodeURIComponent(token)}`, {
    redirect: 'manual', // the address contains the token: a redirect would send it to another host
  });
  const answer = await ask(step.fetch, request, step.signal);
  if (answer.kind === 'lost') return { kind: 'retry', reason: `Discord did not answer: ${answer.reason}.` };
  const { status, json } = answer;
  if (status === 401 || status === 404) {
    return refused('Discord does not know this webhook: copy its URL again, or make a new one.');
  }
  if (status !== 200) {
    const words = brief(withoutSecrets(textAt(json, 'message') ?? `status ${status}`, { token }, ['token']));
    return { kind: 'retry', reason: `Discord is busy or down (${words}): ${tryAgain(answer.headers)}.` };
  }
  if (at(json, 'type') !== INCOMING) {
    return refused('This webhook takes no messages from outside: make a new one in the channel’s settings.');
  }
  const name = textAt(json, 'name') ?? 'Discord channel';
  const guildId = textAt(json, 'guild_id') ?? '';
  const channelId = textAt(json, 'channel_id');
  const avatar = textAt(json, 'avatar');
  return {
    kind: 'accounts',
    accounts: [
      {
        remoteId: id,
        username: name,
        displayName: name,
        url: guildId && channelId ? `https://discord.com/channels/${guildId}/${channelId}` : null,
        avatarUrl: avatar === null ? null : `https://cdn.discordapp.com/avatars/${id}/${avatar}.png`,
        endpoints: { api: step.endpoints['api'] ?? '' },
        credentials: { webhookId: id, webhookToken: token, guildId },
        limits: {},
        expiresAt: null,
      },
    ],
  };
}

/** Number and token in a webhook's address; null if it is not an address of Discord. */
function webhookIn(typed: string, api: string): { id: string; token: string } | null {
  const url = URL.parse(typed.trim());
  if (url === null) return null;
  const ours = url.protocol === 'https:' && HOSTS.has(url.hostname) && url.port === '';
  // the sandbox's address of Discord's API
  if (!ours && !url.href.startsWith(`${api}/`)) return null;
  const [, id, token] =
    /\/webhooks\/(\d{1,25})\/([\w-]{8,200})(?:\/(?:slack|github))?\/?$/.exec(url.pathname) ?? [];
  return id === undefined || token === undefined ? null : { id, token };
}

const refused = (reason: string): ConnectAnswer => ({ kind: 'refused', reason, field: 'webhookUrl' });
