/** Commands that call a service with an API key: where it is, and what its errors mean for a shell. */
import {
  createTroupe,
  type Troupe,
  TroupeError,
  TroupeUnreachable,
} from '../../clients/typescript/src/index.ts';
import { readServiceSettings } from '../base/settings.ts';
import { type Arguments, type Command, CommandError, EXIT, type OptionName, UsageError } from './command.ts';

/** The options of every such command. */
export const REMOTE_OPTIONS = ['url', 'key', 'workspace'] as const satisfies OptionName[];

/** For the help of every such command. */
export const REMOTE_HELP = `  --workspace SLUG   the workspace; default: your first one
  --url ADDRESS      of the service; else TROUPE_URL, else http://localhost:3000
  --key KEY          the API key; else TROUPE_KEY, which other users of this machine cannot see in its list of processes`;

/** A command that calls a service. @param command.options besides those of every such command; `help` gets the help of these */
export const remote = ({
  options = [],
  help,
  prepare,
}: Pick<Command, 'prepare'> & { options?: OptionName[]; help: (options: string) => string }): Command => ({
  options: [...options, ...REMOTE_OPTIONS],
  alone: true,
  help: help(REMOTE_HELP),
  prepare,
});

export interface Remote {
  troupe: Troupe;
  /** Goes into the input of every call: `{}` or `{workspace}`. */
  where: { workspace?: string };
}

/**
 * Does work at a service.
 * @throws UsageError when there is no key, CommandError with an exit code for what the service or the connection said
 */
export async function atService(
  { values }: Arguments,
  work: (remote: Remote) => Promise<void>,
): Promise<void> {
  const settings = readServiceSettings();
  const key = values.key ?? settings.key;
  if (key === null)
    throw new UsageError('an API key is needed: set TROUPE_KEY (make one with: troupe keys create)');
  try {
    const troupe = connected(values.url ?? settings.url, key);
    await work({ troupe, where: values.workspace === undefined ? {} : { workspace: values.workspace } });
  } catch (thrown) {
    throw inWords(thrown);
  }
}

function connected(baseUrl: string, key: string): Troupe {
  try {
    return createTroupe({ baseUrl, key });
  } catch {
    throw new UsageError(`--url must be an address like https://troupe.example, not "${baseUrl}"`);
  }
}

function inWords(thrown: unknown): unknown {
  if (thrown instanceof TroupeUnreachable) {
    const { message, idempotencyKey } = thrown;
    const again =
      idempotencyKey === null ? '' : `; make it again safely with --idempotency-key ${idempotencyKey}`;
    const details = { code: 'unreachable', idempotencyKey };
    return new CommandError(`${message}${again}`, { exitCode: EXIT.unreachable, details, cause: thrown });
  }
  if (!(thrown instanceof TroupeError)) return thrown;
  const { message, status, code, field, accountId, requestId } = thrown;
  const at = [field, accountId].filter((one) => one !== null && !message.includes(one)).join(' of ');
  return new CommandError(`${message}${at === '' ? '' : ` (${at})`}`, {
    exitCode: status === 401 || code === 'unauthorized' ? EXIT.refusedKey : EXIT.failed,
    details: { status, code, field, accountId, requestId },
    cause: thrown,
  });
}

/** A whole number from `least` on. @throws UsageError */
export function wholeNumber(
  option: string,
  text: string | undefined,
  { least }: { least: number },
): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number) || number < least)
    throw new UsageError(`--${option} must be a whole number from ${least} on, not "${text}"`);
  return number;
}
