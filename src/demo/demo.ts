/**
 * The first start: a demo workspace with one connected sandbox account for each network, a key, and what the terminal says of them.
 * The same facts go to `<data dir>/first-run.json`.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SimulatedAccount } from '../../simulators/simulator.ts';
import { attend } from '../features/accounts/attend.ts';
import { canReceive } from '../features/accounts/receivers.ts';
import { isRenewable } from '../features/accounts/refresh.ts';
import { listAccounts, saveEndpoints, insertAccount } from '../../store/accounts.ts';
import type { Tx } from '../../store/connect.ts';
import { findWorkspace, insertUser, lockDemo } from '../../store/directory.ts';
import { createKey } from '../features/auth/keys.ts';
import { newActorId, newId } from '../base/ids.ts';
import { account as accountKind } from '../kinds/account.ts';
import type { Service } from '../service/service.ts';
import { welcomeText } from './welcome.ts';
import { addWorkspace } from '../features/workspaces/index.ts';
import { allOf } from '../api/held.ts';

interface FirstRun {
  baseUrl: string;
  apiKey: string;
  /** Slug of the demo workspace. */
  workspace: string;
  sandboxUrl: string;
}

const SLUG = 'demo';
/** How far back the demo accounts have posts, and numbers. */
export const HISTORY_DAYS = 90;

/**
 * Makes the demo workspace on the first start; later starts find it, and follow the sandbox to a new address.
 * @param demo dataDir: where first-run.json is kept, the only place that holds the demo key in clear
 * @returns the facts; isNewKey: the key was made by this start, so it has not been shown yet
 */
export async function seedDemo(
  service: Service,
  demo: { dataDir: string; baseUrl: string; sandboxUrl: string },
): Promise<FirstRun & { isNewKey: boolean }> {
  const { directory } = service.context;
  const now = Date.now();
  const file = join(demo.dataDir, 'first-run.json');
  const before = await readFirstRun(file);

  const { id: workspaceId, userId } = await directory.begin(async (tx) => {
    await lockDemo(tx); // several nodes may start at once
    return (await findWorkspace(tx, SLUG)) ?? makeDemoWorkspace(service, tx, now);
  });
  await connectSandboxAccounts(service, workspaceId, demo.sandboxUrl, now);

  const key = await keyThatWorks(service, before?.apiKey);
  const apiKey = key ?? (await createKey(directory, { userId, name: 'demo', now })).key;
  service.context.forgetPrincipals();
  const facts: FirstRun = { baseUrl: demo.baseUrl, apiKey, workspace: SLUG, sandboxUrl: demo.sandboxUrl };
  await writeFile(`${file}.new`, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return { ...facts, isNewKey: key === null };
}

async function makeDemoWorkspace(
  { context }: Service,
  tx: Tx,
  now: number,
): Promise<{ id: string; userId: string }> {
  const userId = newId('usr', now);
  await insertUser(tx, { id: userId, name: 'Demo', email: null }, now);
  const workspace = {
    slug: SLUG,
    name: 'Demo',
    timezone: 'UTC',
    userId,
    networks: 'simulated' as const,
    now,
  };
  const id = await addWorkspace(context, tx, workspace);
  if (id === null) throw new Error(`the workspace ${SLUG} exists, and has no member`);
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
  const accounts = await listAccounts(service.sql, allOf(workspaceId));
  for (const platform of Object.keys(service.context.adapters)) {
    const account = await connectAt(sandboxUrl, platform);
    const before = accounts.find((one) => one.platform === platform && one.remoteId === account.remoteId);
    if (before) {
      if (JSON.stringify(before.endpoints) !== JSON.stringify(account.endpoints)) {
        await saveEndpoints(service.sql, before.id, account.endpoints);
      }
      continue;
    }
    const id = newActorId(accountKind, now);
    const { sealer, context } = service;
    const credentials = sealer.seal(account.credentials, id);
    const renewable = isRenewable(context.adapters[platform], account.credentials);
    await context.node.command(async (tx, turn) => {
      const row = { ...account, id, workspaceId, platform, avatarUrl: null, credentials, expiresAt: null };
      const stored = await insertAccount(tx, row, now);
      if (stored.count === 1) {
        const access = { credentialsVersion: 1, obtainedAt: now, expiresAt: null };
        const receives = canReceive(context.adapters[platform]);
        attend(turn, { accountId: id, workspaceId, isNew: true, renewable, receives, ...access });
      }
      return { result: undefined };
    });
  }
}

async function connectAt(sandboxUrl: string, network: string): Promise<SimulatedAccount> {
  const response = await fetch(`${sandboxUrl}/control/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    // posts with numbers, so that there is something to see at once
    body: JSON.stringify({ network, name: 'demo', historyDays: HISTORY_DAYS }),
  });
  if (!response.ok)
    throw new Error(`the sandbox did not connect ${network}: ${response.status} ${await response.text()}`);
  return (await response.json()) as SimulatedAccount;
}

/** Networks of the printed command: they take any post at once. */
const TRIED = ['bluesky', 'mastodon', 'telegram'];

/**
 * What the terminal says after a start with the sandbox.
 * @param options file: where the facts are kept; isNewKey: this start made the key
 */
export async function welcome(
  service: Service,
  facts: FirstRun,
  options: { file: string; isNewKey: boolean },
): Promise<string> {
  const workspace = await findWorkspace(service.context.directory, facts.workspace);
  const accounts = workspace ? await listAccounts(service.sql, allOf(workspace.id)) : [];
  const tried = accounts.filter(({ platform }) => TRIED.includes(platform)).map(({ id }) => id);
  return welcomeText(facts, { ...options, accounts: accounts.length, tried });
}
