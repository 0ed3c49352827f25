/**
 * The first person sets up the installation: as long as nobody can sign in, the person who comes becomes the owner. If
 * the installation is already in use through its API, the first person must prove with an API key that they belong to
 * it.
 */
import { claimUser, hasPasswords, lockSetup, readBeginnings, savePassword } from '../../../store/sessions.ts';
import type { Db } from '../../../store/connect.ts';
import { countAccounts } from '../../../store/accounts.ts';
import { insertUser } from '../../../store/directory.ts';
import { insertOperator } from '../../../store/operators.ts';
import { invalid, Problem } from '../../api/problem.ts';
import { hashPassword } from '../../features/auth/passwords.ts';
import type { Sessions } from '../../features/auth/sessions.ts';
import type { AuthContext } from '../../features/auth/index.ts';
import type { Authenticate } from '../http/api.ts';
import { newId } from '../../base/ids.ts';
import { isTimeZone } from '../../base/time.ts';
import type { SandboxChoice } from '../../base/workspace-networks.ts';
import { addWorkspace, type Places } from '../../features/workspaces/index.ts';
import type { SessionView } from './session-view.ts';

const DEMO_SLUG = 'demo';

/** What the first person enters. */
interface Owner {
  name: string;
  email: string;
  password: string;
  /** Name of the first workspace. Default `Main`. */
  workspace?: string;
  /** Time zone of that workspace. Default `UTC`. */
  timezone?: string;
  /** An API key, if the installation is in use. */
  key?: string;
}

interface Needs {
  needsKey: boolean;
  /** The existing user that the first person becomes; null means a new one. */
  userId: string | null;
  /** Number of demo accounts that the first person takes over. */
  simulatedAccounts: number;
}

interface SetupOptions {
  context: Places & Pick<AuthContext, 'clock'> & { sandbox: SandboxChoice };
  sessions: Sessions;
  authenticate: Authenticate;
  sandboxUrl: string | null;
}

export class Setup {
  readonly #options: SetupOptions;

  constructor(options: SetupOptions) {
    this.#options = options;
  }

  /** What the first person has to enter; null once somebody can sign in. */
  async needs(): Promise<SessionView['setup']> {
    const { directory } = this.#options.context;
    if (await hasPasswords(directory)) return null;
    const { needsKey, simulatedAccounts } = await this.#needsIn(directory);
    return { needsKey, simulatedAccounts };
  }

  /**
   * Makes the first person the owner and the operator of the installation, and signs them in.
   * @param device what they sign in with
   * @returns the header that sets the session's cookie
   * @throws Problem 400 for a wrong field, 409 when there is an owner
   */
  async run(owner: Owner, device: string | null) {
    const { context, authenticate } = this.#options;
    const { timezone, key } = owner;
    if (timezone !== undefined && !isTimeZone(timezone))
      throw invalid('/timezone', `timezone "${timezone}" is not a time zone`, {
        values: { reason: 'timezone', timezone },
      });
    const keyUser = key === undefined ? null : ((await authenticate(key.trim()))?.userId ?? null);
    if (await hasPasswords(context.directory)) throw alreadySetUp();
    const password = await hashPassword(owner.password);
    return context.directory.begin((tx) => this.#claim(tx, { ...owner, password, device }, keyUser));
  }

  async #claim(tx: Db, owner: Owner & { device: string | null }, keyUser: string | null) {
    const { context, sessions } = this.#options;
    const { device } = owner;
    await lockSetup(tx);
    if (await hasPasswords(tx)) throw alreadySetUp();
    const needs = await this.#needsIn(tx);
    if (needs.needsKey && keyUser === null)
      throw invalid('/key', 'this installation is in use: give one of its API keys to become its owner', {
        code: 'key_required',
      });
    const email = owner.email.trim().toLowerCase();
    const userId = keyUser ?? needs.userId;
    const { name, password } = owner;
    if (userId !== null && !(await claimUser(tx, { id: userId, name, email, password })))
      throw invalid('/email', 'another user of this installation has this address', {
        values: { reason: 'has_account' },
      });
    const first = userId ?? (await insertOwner(context, tx, { ...owner, email }));
    await insertOperator(tx, { userId: first, addedBy: null }, context.clock());
    return sessions.begin(tx, first, device);
  }

  /**
   * No key is required when there is nothing to protect: an empty installation, or the demo with simulated accounts.
   */
  async #needsIn(db: Db): Promise<Needs> {
    const { context, sandboxUrl } = this.#options;
    const { users, workspaces, userId } = await readBeginnings(db);
    const { accounts, simulatedOnly } = await countAccounts(context.sql, sandboxUrl);
    if (users === 0) return { needsKey: false, userId: null, simulatedAccounts: 0 };
    const isDemo = users === 1 && simulatedOnly && workspaces.length === 1 && workspaces[0] === DEMO_SLUG;
    return { needsKey: !isDemo, userId, simulatedAccounts: isDemo ? accounts : 0 };
  }
}

/** @param owner.password hashed */
async function insertOwner(context: SetupOptions['context'], tx: Db, owner: Owner): Promise<string> {
  const now = context.clock();
  const userId = newId('usr', now);
  await insertUser(tx, { id: userId, name: owner.name, email: owner.email }, now);
  await savePassword(tx, { id: userId, password: owner.password });
  const workspace = {
    slug: 'main',
    name: owner.workspace ?? 'Main',
    timezone: owner.timezone ?? 'UTC',
    networks:
      context.sandbox.origin !== null && context.sandbox.isDefault
        ? ('simulated' as const)
        : ('real' as const),
  };
  await addWorkspace(context, tx, { ...workspace, userId, now });
  return userId;
}

const alreadySetUp = () =>
  new Problem('already_set_up', 'this installation has an owner: sign in, or ask for an account');
