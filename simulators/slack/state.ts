/** What a simulated Slack remembers, and what its methods share. */
import { createHash } from 'node:crypto';
import type { Json } from '../../machines/outcome.ts';
import type { LedgerEntry, World } from '../simulator.ts';

export const SCOPES = [
  'chat:write',
  'chat:write.public',
  'channels:read',
  'groups:read',
  'channels:join',
  'files:write',
  'files:read',
  'channels:history',
  'groups:history',
  'users:read',
  'reactions:read',
  'team:read',
];
export const APP = { clientId: 'sandbox-slack', clientSecret: 'sandbox-secret-of-slack' };

interface Team {
  id: string;
  name: string;
  domain: string;
}
export interface Channel {
  id: string;
  teamId: string;
  name: string;
  isPrivate: boolean;
  isMember: boolean;
}
export interface Token {
  teamId: string;
  scopes: string[];
  /** Epoch ms; null where tokens do not rotate. */
  endsAt: number | null;
}
interface Message {
  channelId: string;
  ts: string;
  text: string;
  metadata: Json;
}
export interface StoredFile {
  id: string;
  teamId: string;
  name: string;
  length: number;
  media: LedgerEntry['media'][number] | null;
  /** Empty: it has none. */
  alt: string;
  share: { channelId: string; ts: string; looks: number } | null;
}
export interface State {
  teams: Team[];
  channels: Channel[];
  codes: { [code: string]: { teamId: string; redirectUri: string; scopes: string[]; at: number } };
  tokens: { [token: string]: Token };
  /** Team ids by refresh token. */
  refreshTokens: { [token: string]: string };
  /** Oldest first. */
  messages: Message[];
  files: { [id: string]: StoredFile };
}

export type Given = { [name: string]: Json };
export interface Asked {
  team: Team;
  token: string;
  given: Given;
}

// Workspaces

export function teamFor(world: World<State>, name: string): Team {
  const { state } = world;
  const domain = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const known = state.teams.find((team) => team.domain === domain);
  if (known) return known;
  const team = { id: idOf('T', `team ${domain}`), name: `${name}'s boat club`, domain };
  state.teams.push(team);
  const channel = (name: string, isPrivate: boolean, isMember: boolean): Channel => ({
    id: idOf('C', `${domain} ${name}`),
    teamId: team.id,
    name,
    isPrivate,
    isMember,
  });
  state.channels.push(
    channel('news', false, false),
    channel('boats', false, true),
    channel('crew', true, true),
  );
  return team;
}

export function idOf(letter: string, what: string): string {
  const hash = createHash('sha256').update(`sandbox slack ${what}`).digest('hex');
  return `${letter}${hash.slice(0, 9).toUpperCase()}`;
}

export function channelsOf({ state }: World<State>, teamId: string): Channel[] {
  return state.channels.filter((channel) => channel.teamId === teamId);
}

export function channelBody({ id, name, isPrivate, isMember }: Channel) {
  return { id, name, is_private: isPrivate, is_member: isMember, is_archived: false };
}

export function siteOf({ baseUrl }: World<State>, { domain }: Team): string {
  return `${baseUrl}/workspaces/${domain}`;
}

// Messages

export function said(world: World<State>, channel: Channel, text: string, metadata: Json): Message {
  const sequence = String(world.nextNumber() % 1_000_000).padStart(6, '0');
  const ts = `${Math.floor(world.now() / 1000)}.${sequence}`;
  const message = { channelId: channel.id, ts, text, metadata };
  world.state.messages.push(message);
  return message;
}

export function record(
  world: World<State>,
  team: Team,
  channel: Channel,
  message: Message,
  files: StoredFile[],
): void {
  const text = message.text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  world.record({
    account: `${team.id}/${channel.id}`,
    id: message.ts,
    text,
    media: files.flatMap(({ media }) => (media === null ? [] : [media])),
    details: {
      channel: `#${channel.name}`,
      callsEverybody: /<!(channel|here|everyone)>/.test(message.text),
      url: permalinkOf(world, team, channel.id, message.ts),
    },
  });
}

export function permalinkOf(world: World<State>, team: Team, channelId: string, ts: string): string {
  return `${siteOf(world, team)}/archives/${channelId}/p${ts.replace('.', '')}`;
}

// Requests and answers

export async function read(request: Request): Promise<Given> {
  const text = await request.text();
  if ((request.headers.get('content-type') ?? '').startsWith('application/json')) {
    try {
      return JSON.parse(text) as Given;
    } catch {
      return {}; // every field is missing then
    }
  }
  return Object.fromEntries(new URLSearchParams(text));
}

export function ok(fields: object): Response {
  return Response.json({ ok: true, ...fields });
}

export function refusal(error: string, more: object = {}): Response {
  return Response.json({ ok: false, error, ...more });
}

export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
