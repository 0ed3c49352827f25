/** A workspace with a person of each role, who all have a key and a session, and a connected app where a test is about it. */
import { type Role, ROLES, SCOPES } from '../../src/api/principal.ts';
import { newId } from '../../src/base/ids.ts';
import { createKey } from '../../src/features/auth/keys.ts';
import { createSessions } from '../../src/features/auth/sessions.ts';
import { addWorkspace } from '../../src/features/workspaces/index.ts';
import { insertMember, insertUser, notifyAuthChanged } from '../../store/directory.ts';
import { newApp } from '../oauth/app.ts';
import type { Call, RunningService } from './service.ts';

type Headers = { [name: string]: string };

export interface Mate {
  userId: string;
  name: string;
  key: string;
  /** Headers of their requests with the key, with the session of the dashboard, and with the token of an app. */
  by: { key: Headers; session: Headers; token?: Headers };
  /** A request of theirs from the dashboard. */
  ask: Call;
}

export interface Team {
  slug: string;
  workspaceId: string;
  people: { [role in Role]: Mate };
}

type Running = Pick<RunningService, 'service' | 'baseUrl' | 'call'>;

/** A person of the installation, who is in no workspace. @param hasApp an app may do everything for them */
export async function newMate(running: Running, name: string, hasApp = false): Promise<Mate> {
  const { service, baseUrl, call } = running;
  const now = Date.now();
  const userId = newId('usr', now);
  await insertUser(service.directory, { id: userId, name, email: `${name.toLowerCase()}@example.org` }, now);
  const { key } = await createKey(service.directory, { userId, name: `${name}’s key`, now });
  const sessions = createSessions({ sql: service.directory, baseUrl: () => baseUrl, clock: Date.now });
  const [, cookie] = await sessions.begin(service.directory, userId);
  const session = { cookie: cookie.split(';')[0]!, 'sec-fetch-site': 'same-origin', authorization: '' };
  const ask: Mate['ask'] = (method, path, body, more) => call(method, path, body, { ...session, ...more });
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
  const by: Mate['by'] = { key: bearer(key), session };
  if (hasApp) {
    const app = await newApp(running as RunningService);
    const { access_token } = await app.connect({ headers: session, ask }, { scopes: [...SCOPES] });
    by.token = bearer(access_token);
  }
  return { userId, name, key, by, ask };
}

/** Makes a member of somebody, as an invitation does. */
export async function join(
  { service }: Pick<RunningService, 'service'>,
  workspaceId: string,
  { userId, role }: { userId: string; role: Role },
): Promise<void> {
  await service.directory.begin(async (tx) => {
    await insertMember(tx, { workspaceId, userId, role }, Date.now());
    await notifyAuthChanged(tx);
  });
  service.context.forgetPrincipals();
}

/** @param slug of the workspace, which has no accounts */
export async function newTeam(running: Running, slug = 'team', hasApps = false): Promise<Team> {
  const { service } = running;
  const people: Partial<Team['people']> = {};
  for (const role of ROLES) people[role] = await newMate(running, `${slug}-${role}`, hasApps);
  const networks = 'both' as const;
  const named = {
    slug,
    name: slug,
    timezone: 'UTC',
    networks,
    userId: people.owner!.userId,
    now: Date.now(),
  };
  const workspaceId = (await service.directory.begin((tx) => addWorkspace(service.context, tx, named)))!;
  for (const role of ROLES)
    if (role !== 'owner') await join(running, workspaceId, { userId: people[role]!.userId, role });
  service.context.forgetPrincipals();
  return { slug, workspaceId, people: people as Team['people'] };
}
