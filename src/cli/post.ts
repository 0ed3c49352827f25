/** `troupe post` and `troupe validate`: one request that publishes on many networks, and the same without publishing. */
import { openAsBlob } from 'node:fs';
import { text as textOf } from 'node:stream/consumers';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Input, Reply } from '../../clients/typescript/src/index.ts';
import {
  type Arguments,
  CommandError,
  type Command,
  EXIT,
  FileError,
  print,
  takesNo,
  UsageError,
} from './command.ts';
import { altTextOf, OWN_HELP, OWN_OPTIONS, overridesOf, readOwn } from './post-own.ts';
import { atService, type Remote, REMOTE_HELP, REMOTE_OPTIONS, wholeNumber } from './remote.ts';

type Post = Reply<'createPost'>['post'];
type Account = Reply<'listAccounts'>['accounts'][number];

const BODY_OPTIONS = ['account', 'media', 'now', 'at', 'next-slot', 'draft', 'with', ...OWN_OPTIONS] as const;
const BODY_HELP = `  TEXT               "-" reads it from standard input
  --account WHICH    an id, a network, a user name, or network:name; "all" are all of the workspace. May be repeated
  --media WHICH      a public address, or a file of this machine, which is uploaded. May be repeated
${OWN_HELP}
  --with JSON        further fields of the request: '{"pinterestBoardId": "…"}'
  --now, --at TIME, --next-slot, --draft
                     when; TIME is ISO 8601, in the time zone of the workspace unless it has its own`;

/** How often the post is looked at while --wait waits, ms. */
const LOOK_MS = 500;
const WAIT_S = 600;

export const postCommands: { [name: string]: Command } = {
  post: {
    options: [...REMOTE_OPTIONS, ...BODY_OPTIONS, 'idempotency-key', 'wait', 'timeout'],
    alone: true,
    help: `troupe post TEXT --account WHICH (--now | --at TIME | --next-slot | --draft) [--wait] [--json]

Publishes, schedules or saves a post, and prints its id.

${BODY_HELP}
  --idempotency-key  a name of your own for this post: the same command again, within 24 hours, makes no second one
  --wait             waits until it is published or has failed, and prints each network's address
  --timeout SECONDS  how long --wait waits; default ${WAIT_S}
${REMOTE_HELP}
  --json             {"post": {…}} as the API gives it

Exit code 1: refused, or with --wait not published on every account; 5: with --wait, still being published.
`,
    prepare(args) {
      const { values } = args;
      const timeout = wholeNumber('timeout', values.timeout, { least: 1 }) ?? WAIT_S;
      if (values.timeout !== undefined && values.wait !== true)
        throw new UsageError('--timeout needs --wait');
      const request = requestOf(args);
      const key = values['idempotency-key'];
      return () =>
        atService(args, async (remote) => {
          const body = await request(remote);
          const { post } = await remote.troupe.createPost(
            body,
            key === undefined ? {} : { idempotencyKey: key },
          );
          if (values.wait !== true) return show(post, values.json);
          const done = await settled(remote, post, timeout * 1_000);
          show(done, values.json);
          judge(done);
        });
    },
  },

  duplicate: {
    options: [...REMOTE_OPTIONS],
    alone: true,
    help: `troupe duplicate POST [--json]

Makes a draft that says the same as a post, for those of its accounts that are still connected, and prints its id.

${REMOTE_HELP}
  --json             {"post": {…}} as the API gives it
`,
    prepare(args) {
      const [id, ...more] = args.rest;
      if (id === undefined) throw new UsageError('say which post: troupe duplicate POST');
      takesNo(more);
      return () =>
        atService(args, async (remote) => {
          const { post } = await remote.troupe.duplicatePost({ id, ...remote.where });
          show(post, args.values.json);
        });
    },
  },

  validate: {
    options: [...REMOTE_OPTIONS, ...BODY_OPTIONS],
    alone: true,
    help: `troupe validate TEXT --account WHICH (--now | --at TIME | --next-slot | --draft) [--json]

Says what each account would be sent, with warnings and refusals. Nothing is published or saved, except files of this machine,
which are uploaded.

${BODY_HELP}
${REMOTE_HELP}
  --json             as POST /v1/posts/validate responds

Exit code 1 when a network would refuse it.
`,
    prepare(args) {
      const request = requestOf(args);
      return () =>
        atService(args, async (remote) => {
          const preview = await remote.troupe.validatePost(await request(remote));
          if (args.values.json) print(preview);
          else for (const one of preview.accounts) process.stdout.write(previewed(one));
          const refused = preview.accounts.filter(({ refusals }) => refusals.length > 0).length;
          if (!preview.valid)
            throw new CommandError(`${refused} of ${preview.accounts.length} accounts would refuse it`);
        });
    },
  },
};

/** Reads the arguments now, and makes the request when there is a service. @throws UsageError */
function requestOf(args: Arguments): (remote: Remote) => Promise<Input<'createPost'>> {
  const { values, rest } = args;
  const [content, ...more] = rest;
  if (content === undefined) throw new UsageError('say what: the text in quotes, or - for standard input');
  takesNo(more);
  const chosen = values.account ?? [];
  if (chosen.length === 0) throw new UsageError('say where: --account WHICH (or --account all)');
  const times = [values.now, values.at, values['next-slot'], values.draft].filter((one) => one !== undefined);
  const isPlacedDraft = values.draft === true && values.at !== undefined && times.length === 2;
  if (times.length !== 1 && !isPlacedDraft)
    throw new UsageError('say when, in one way: --now, --at TIME, --next-slot or --draft');
  const further = furtherFields(values.with);
  const own = readOwn(args);
  return async (remote) => {
    const { accounts } = await remote.troupe.listAccounts(remote.where);
    const media: string[] = [];
    const accountIds = chosen.flatMap((which) => chosenAccounts(which, accounts));
    for (const one of values.media ?? []) media.push(await addressOf(remote, one));
    const altText = altTextOf(own, media);
    const overrides = await overridesOf(
      own,
      (which) => targetOf(which, accounts),
      (one) => addressOf(remote, one),
    );
    return {
      ...own.fields,
      ...further,
      ...remote.where,
      content: content === '-' ? (await textOf(process.stdin)).trimEnd() : content,
      accountIds: [...new Set(accountIds)],
      ...(media.length > 0 && { media }),
      ...(Object.keys(altText).length > 0 && { altText }),
      ...(overrides.length > 0 && { overrides }),
      ...(values['skip-refused'] === true && { skipRefused: true }),
      ...(values.now === true && { publishNow: true }),
      ...(values.at !== undefined && { scheduledAt: values.at }),
      ...(values['next-slot'] === true && { useNextSlot: true }),
      ...(values.draft === true && { draft: true }),
    };
  };
}

/** The fields of `--with`. @throws UsageError for what is no JSON object */
export function furtherFields(text: string | undefined): object {
  if (text === undefined) return {};
  try {
    const input: unknown = JSON.parse(text);
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input;
  } catch {
    // the same sentence as for other JSON
  }
  throw new UsageError('--with must be a JSON object such as \'{"redditSubreddit": "test"}\'');
}

/** The name of a network means all of its accounts; another name means one account. @throws UsageError as `chosenAccounts` */
function targetOf(which: string, accounts: Account[]): { platform: string } | { accountId: string } {
  if (accounts.some(({ platform }) => platform === which)) return { platform: which };
  return { accountId: chosenAccounts(which, accounts)[0]! };
}

/**
 * The accounts that a word of the command line means: an id, a network, a user name, `network:name`, or `all`.
 * @throws UsageError when it is none, or could be several
 */
export function chosenAccounts(which: string, accounts: Account[]): string[] {
  if (which === 'all' && accounts.length > 0) return accounts.map(({ id }) => id);
  const name = which.replace(/^@/, '');
  const found = accounts.filter(({ id, platform, username, displayName }) =>
    [id, platform, username, displayName, `${platform}:${username}`].includes(name),
  );
  if (found.length === 1) return [found[0]!.id];
  const listed = (found.length === 0 ? accounts : found).map(named).join(', ') || 'none';
  throw new UsageError(
    found.length === 0
      ? `there is no account "${which}"; the workspace has ${listed}`
      : `"${which}" could be ${listed}: name one of them`,
  );
}

const named = ({ id, platform, username }: Account) => `${platform}:${username ?? ''} (${id})`;

/** A file of this machine is uploaded. @throws FileError */
async function addressOf({ troupe, where }: Remote, media: string): Promise<string> {
  if (/^https?:\/\//.test(media)) return media;
  let bytes: Blob;
  try {
    bytes = await openAsBlob(media);
  } catch (cause) {
    throw new FileError(`there is no file ${media}`, { cause });
  }
  return (await troupe.uploadMedia({ ...where, file: new File([bytes], basename(media)) })).url;
}

/** Looks at the post until every account is done with it. @throws CommandError when that takes too long */
async function settled({ troupe, where }: Remote, made: Post, timeoutMs: number): Promise<Post> {
  const ends = Date.now() + timeoutMs;
  let post = made;
  while (post.status === 'publishing') {
    if (Date.now() > ends)
      throw new CommandError(`${post.id} is still being published; see: troupe explain ${post.id}`, {
        exitCode: EXIT.underWay,
        details: { code: 'under_way', postId: post.id },
      });
    await pause(LOOK_MS);
    ({ post } = await troupe.getPost({ id: post.id, ...where }));
  }
  return post;
}

/** @throws CommandError when an account is without it */
function judge({ id, status, deliveries, error }: Post): void {
  if (!['published', 'failed'].includes(status)) return; // a draft or for later: there was nothing to wait for
  const without = deliveries.filter((delivery) => delivery.status !== 'published');
  if (without.length === 0) return;
  const reasons = without.map((delivery) => `${delivery.platform}: ${delivery.error ?? delivery.status}`);
  throw new CommandError(
    `${without.length} of ${deliveries.length} accounts did not get the post: ${reasons.join('; ') || error}; see: troupe explain ${id}`,
    { details: { code: 'not_published', postId: id } },
  );
}

function show(post: Post, asJson: boolean): void {
  if (asJson) return print({ post });
  const when = post.scheduledLocal === null ? '' : ` ${post.scheduledLocal} ${post.timezone}`;
  process.stderr.write(`${post.status}${post.status === 'scheduled' ? `:${when}` : ''}\n`);
  for (const warning of post.warnings) process.stderr.write(`warning: ${warning}\n`);
  for (const { platform, accountId, error } of post.skipped)
    process.stderr.write(`left out: ${platform} ${accountId}: ${error}\n`);
  for (const { platform, url } of post.deliveries)
    if (url !== null) process.stderr.write(`${platform}: ${url}\n`);
  process.stdout.write(`${post.id}\n`);
}

function measured({
  length,
  cutAt,
  cost,
}: Pick<Reply<'validatePost'>['accounts'][number], 'length' | 'cutAt' | 'cost'>): string {
  const limit = length.limit === null ? '' : ` of ${length.limit}`;
  const cut = cutAt === null ? '' : ', the rest is cut';
  const price = cost === null ? '' : `; costs ${cost.amount} ${cost.currency}`;
  return `${length.used}${limit} ${length.unit.replace('_', ' ')}${cut}${price}`;
}

function previewed(one: Reply<'validatePost'>['accounts'][number]): string {
  const lines = [
    `${one.refusals.length === 0 ? 'ok     ' : 'REFUSED'}  ${one.platform} ${one.accountId}`,
    ...one.refusals.map(({ param, message }) => `         ${param === '' ? '' : `${param}: `}${message}`),
    ...one.warnings.map((warning) => `         warning: ${warning}`),
    `         ${measured(one)}`,
    ...(one.title === null ? [] : [`         | ${one.title}`]),
    ...(one.refusals.length > 0 ? [] : one.text.split('\n').map((line) => `         | ${line}`)),
    ...(one.linkPreview === null
      ? []
      : [`         preview: ${one.linkPreview.title ?? one.linkPreview.url}`]),
    ...(one.firstComment === null ? [] : [`         first comment: ${one.firstComment.text}`]),
    ...one.thread.flatMap((part, index) => [
      `         part ${index + 2}: ${measured({ ...part, cost: null })}`,
      ...part.text.split('\n').map((line) => `         | ${line}`),
    ]),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}
