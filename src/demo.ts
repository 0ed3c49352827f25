/**
 * The first start: a demo workspace with one connected sandbox account for each network, a key, and what the terminal says of them.
 * The same facts go to `<data dir>/first-run.json`.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SimulatedAccount } from '../simulators/simulator.ts';
import { attend } from './accounts/attend.ts';
import { isRenewable } from './accounts/refresh.ts';
import { listAccounts, saveEndpoints, insertAccount } from '../store/accounts.ts';
import type { Tx } from '../store/connect.ts';
import { findWorkspace, insertMember, insertUser, insertWorkspace, lockDemo } from '../store/workspaces.ts';
import { createKey } from './auth/keys.ts';
import { newId } from './ids.ts';
import type { Service } from './service.ts';
import { DEFAULT_SLOTS } from './time.ts';

export interface FirstRun {
  baseUrl: string;
  apiKey: string;
  /** Slug of the demo workspace. */
  workspace: string;
  sandboxUrl: string;
}

const SLUG = 'demo';

/**
 * Makes the demo workspace on the first start; later starts find it, and follow the sandbox to a new address.
 * @param dataDir where first-run.json is kept: the only place that holds the demo key in words
 */
export async function seedDemo(
  service: Service,
  demo: { dataDir: string; baseUrl: string; sandboxUrl: string },
): Promise<FirstRun> {
  const { sql } = service;
  const now = Date.now();
  const file = join(demo.dataDir, 'first-run.json');
  const before = await readFirstRun(file);

  const { id: workspaceId, userId } = await sql.begin(async (tx) => {
    await lockDemo(tx); // several nodes may start at once
    return (await findWorkspace(tx, SLUG)) ?? makeDemoWorkspace(tx, now);
  });
  await connectSandboxAccounts(service, workspaceId, demo.sandboxUrl, now);

  const apiKey =
    (await keyThatWorks(service, before?.apiKey)) ??
    (await createKey(sql, { userId, name: 'demo', now })).key;
  service.context.forgetPrincipals();
  const facts: FirstRun = { baseUrl: demo.baseUrl, apiKey, workspace: SLUG, sandboxUrl: demo.sandboxUrl };
  await writeFile(`${file}.new`, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return facts;
}

async function makeDemoWorkspace(tx: Tx, now: number): Promise<{ id: string; userId: string }> {
  const id = newId('ws', now);
  const userId = newId('usr', now);
  await insertUser(tx, { id: userId, name: 'Demo', email: null }, now);
  const made = { id, slug: SLUG, name: 'Demo', timezone: 'UTC', plan: 'developer', slots: DEFAULT_SLOTS };
  await insertWorkspace(tx, made, now);
  await insertMember(tx, { workspaceId: id, userId }, now);
  return { id, userId };
}

async function keyThatWorks(service: Service, key: string | undefined): Promise<string | null> {
  if (key === undefined) return null;
  return (await service.authenticate(key)) ? key : null;
}

async function readFirstRun(file: string): Promise<FirstRun | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as FirstRun;
  } catch {
    return null; // the first start; or a file that nobody can read any more: a new key is made
  }
}

/** One account on each simulated network. Asking the sandbox again for the same name gives the same account. */
async function connectSandboxAccounts(
  service: Service,
  workspaceId: string,
  sandboxUrl: string,
  now: number,
) {
  const known = await listAccounts(service.sql, workspaceId);
  for (const platform of Object.keys(service.context.adapters)) {
    const account = await connectAt(sandboxUrl, platform);
    const before = known.find((one) => one.platform === platform && one.remoteId === account.remoteId);
    if (before) {
      if (JSON.stringify(before.endpoints) !== JSON.stringify(account.endpoints)) {
        await saveEndpoints(service.sql, before.id, account.endpoints);
      }
      continue;
    }
    const id = newId('acc', now);
    const { sealer, context } = service;
    const credentials = sealer.seal(account.credentials, id);
    const renewable = isRenewable(context.adapters[platform], account.credentials);
    await context.node.command(async (tx, turn) => {
      const row = { ...account, id, workspaceId, platform, avatarUrl: null, credentials, expiresAt: null };
      const stored = await insertAccount(tx, row, now);
      if (stored.count === 1) {
        const access = { credentialsVersion: 1, obtainedAt: now, expiresAt: null };
        attend(turn, { accountId: id, workspaceId, isNew: true, renewable, ...access });
      }
      return { result: undefined };
    });
  }
}

async function connectAt(sandboxUrl: string, network: string): Promise<SimulatedAccount> {
  const response = await fetch(`${sandboxUrl}/control/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ network, name: 'demo' }),
  });
  if (!response.ok)
    throw new Error(`the sandbox did not connect ${network}: ${response.status} ${await response.text()}`);
  return (await response.json()) as SimulatedAccount;
}

/** Networks of the printed command: they take any post at once. */
const TRIED = ['bluesky', 'mastodon', 'telegram'];

/**
 * What the terminal says after a start with the sandbox: first where to look, then how a program would do it.
 * @param file where the same facts are kept
 */
export async function welcome(service: Service, facts: FirstRun, file: string): Promise<string> {
  const workspace = await findWorkspace(service.sql, facts.workspace);
  const accounts = workspace ? await listAccounts(service.sql, workspace.id) : [];
  const tried = accounts.filter(({ platform }) => TRIED.includes(platform));
  const body = {
    content: 'Hello from Troupe',
    publishNow: true,
    accountIds: tried.map(({ id }) => id),
    media: [`${facts.sandboxUrl}/samples/photo.jpg`],
  };
  return `
Open the dashboard:       ${facts.baseUrl}/app
See what was published:   ${facts.sandboxUrl} (the sandbox: ${accounts.length} simulated accounts, one on each network)
API key (demo workspace): ${facts.apiKey}
The same facts:           ${file}

Or publish a post with a picture to ${tried.length} of the accounts by the API:

curl ${facts.baseUrl}/v1/posts -H 'Authorization: Bearer ${facts.apiKey}' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'
`;
}
