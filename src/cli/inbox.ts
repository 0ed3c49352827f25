/** `troupe inbox` and `troupe comments`: read what people write, and answer it (docs/cli.md). */
import type { Input } from '../../clients/typescript/src/index.ts';
import { type Arguments, type Command, print, takesNo, UsageError } from './command.ts';
import { chosenAccounts } from './post.ts';
import { atService, remote, type Remote, wholeNumber } from './remote.ts';

const KEY_HELP = `  --idempotency-key  a name of your own for this answer: the same command again, within 24 hours, sends no second one
`;

/** The words after the name of a command. @throws UsageError for too few or too many */
function wordsOf({ rest }: Arguments, usage: string, count: number): string[] {
  const words = rest.slice(0, count);
  if (words.length < count || words.some((word) => word === ''))
    throw new UsageError(`say which: troupe ${usage}`);
  takesNo(rest.slice(count));
  return words;
}

/** The one account that `--account` names; undefined without the option. @throws UsageError */
async function accountOf({ troupe, where }: Remote, { values }: Arguments) {
  const [which, ...others] = values.account ?? [];
  if (which === undefined) return undefined;
  const { accounts } = await troupe.listAccounts(where);
  const [id, ...more] = chosenAccounts(which, accounts);
  if (others.length > 0 || more.length > 0) throw new UsageError('name one account: --account WHICH');
  return accounts.find((one) => one.id === id);
}

/** For a command that needs an account. @throws UsageError */
function insistOnAccount({ values }: Arguments): void {
  if (values.account === undefined)
    throw new UsageError('say which account the comment belongs to: --account WHICH');
}

const optionsOf = ({ values }: Arguments) => {
  const idempotencyKey = values['idempotency-key'];
  return idempotencyKey === undefined ? {} : { idempotencyKey };
};

const filterOf = ({ values }: Arguments) => {
  const limit = wholeNumber('count', values.count, { least: 1 });
  return limit === undefined ? {} : { limit };
};

/** What is not done, of the account that `--account` names, else of all. */
async function openFilter(at: Remote, args: Arguments) {
  const account = await accountOf(at, args);
  return {
    ...at.where,
    ...(account !== undefined && { accountId: account.id }),
    ...filterOf(args),
    done: false,
  };
}

/** Prints the fields of one thing on a line. */
const printLine = (...parts: (string | number)[]) => process.stdout.write(`${parts.join('  ').trimEnd()}\n`);

/** A text on one line, so that a line of a list is one thing. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const nameOf = (person: { username: string | null; name: string | null } | null) =>
  person?.username ?? person?.name ?? 'somebody';

export const inboxCommands: { [name: string]: Command } = {
  'inbox list': remote({
    options: ['account', 'count'],
    help: (options) => `troupe inbox list [--account WHICH] [--count N] [--json]

Lists the conversations that are not done, newest first: id, network, who, how many unread messages, the last message.

  --account WHICH    of one account: an id, a network, a user name, or network:name
  --count N          how many; default 25
${options}
  --json             as GET /v1/inbox responds
`,
    prepare(args) {
      takesNo(args.rest);
      filterOf(args); // a wrong count is refused before anything is read
      return () =>
        atService(args, async (at) => {
          const listed = await at.troupe.listConversations(await openFilter(at, args));
          if (args.values.json) return print(listed);
          for (const { id, platform, contact, unread, lastMessage } of listed.conversations)
            printLine(id, platform, nameOf(contact), unread, oneLine(lastMessage?.text ?? ''));
        });
    },
  }),
  'inbox messages': remote({
    options: ['count'],
    help: (options) => `troupe inbox messages CONVERSATION [--count N] [--json]

Shows the messages of a conversation, oldest first: when, > for the person and < for the account, text.

  --count N          how many of the newest; default 25
${options}
  --json             as GET /v1/inbox/{id}/messages responds
`,
    prepare(args) {
      const [id] = wordsOf(args, 'inbox messages CONVERSATION', 1);
      const filter = filterOf(args);
      return () =>
        atService(args, async ({ troupe, where }) => {
          const listed = await troupe.getConversationMessages({ id: id!, ...where, ...filter });
          if (args.values.json) return print(listed);
          for (const { createdAt, direction, text, attachments } of listed.messages.toReversed()) {
            const files = attachments.map(({ type }) => ` [${type}]`).join('');
            process.stdout.write(
              `${createdAt}  ${direction === 'in' ? '>' : '<'} ${oneLine(text ?? '')}${files}\n`,
            );
          }
        });
    },
  }),
  'inbox person': remote({
    help: (options) => `troupe inbox person CONVERSATION [--json]

Shows what is known of the person: their comments, what rules did with these, and their runs of automations, newest first: when, what, text.

${options}
  --json             as GET /v1/inbox/{id}/person responds
`,
    prepare(args) {
      const [id] = wordsOf(args, 'inbox person CONVERSATION', 1);
      return () =>
        atService(args, async ({ troupe, where }) => {
          const person = await troupe.getPerson({ id: id!, ...where });
          if (args.values.json) return print(person);
          const { comments, ruleAnswers, runs } = person;
          for (const one of comments) printLine(one.createdAt ?? 'unknown', 'comment', oneLine(one.text));
          for (const { createdAt, status, dmText } of ruleAnswers)
            printLine(createdAt, 'rule', status, oneLine(dmText));
          for (const { startedAt, reason, automationName } of runs)
            printLine(startedAt, 'automation', reason ?? 'active', oneLine(automationName));
        });
    },
  }),
  'inbox send': remote({
    options: ['idempotency-key'],
    help: (options) => `troupe inbox send CONVERSATION TEXT [--json]

Answers a person, and prints the id of the message once the network has it. Automations pause for this person for 12 hours.

${KEY_HELP}${options}
  --json             as POST /v1/inbox/{id}/messages responds
`,
    prepare(args) {
      const [id, message] = wordsOf(args, 'inbox send CONVERSATION TEXT', 2);
      return () =>
        atService(args, async ({ troupe, where }) => {
          const sent = await troupe.sendMessage({ id: id!, message: message!, ...where }, optionsOf(args));
          if (args.values.json) print(sent);
          else process.stdout.write(`${sent.message.id}\n`);
        });
    },
  }),
  'inbox done': remote({
    help: (options) => `troupe inbox done CONVERSATION [--json]

Marks a conversation as done. A new message opens it again.

${options}
  --json             as POST /v1/inbox/{id}/done responds
`,
    prepare(args) {
      const [id] = wordsOf(args, 'inbox done CONVERSATION', 1);
      return () =>
        atService(args, async ({ troupe, where }) => {
          const done = await troupe.markConversationDone({ id: id!, ...where });
          if (args.values.json) print(done);
          else process.stderr.write(`The conversation ${id} is done.\n`);
        });
    },
  }),
};

export const commentCommands: { [name: string]: Command } = {
  'comments list': remote({
    options: ['account', 'count'],
    help: (options) => `troupe comments list [--account WHICH] [--count N] [--json]

Lists the comments that are not done, newest first: id, network, account, who, text.

  --account WHICH    of one account: an id, a network, a user name, or network:name
  --count N          how many; default 25
${options}
  --json             as GET /v1/comments responds
`,
    prepare(args) {
      takesNo(args.rest);
      filterOf(args); // a wrong count is refused before anything is read
      return () =>
        atService(args, async (at) => {
          const listed = await at.troupe.listComments(await openFilter(at, args));
          if (args.values.json) return print(listed);
          for (const { id, platform, accountId, from, text } of listed.comments)
            printLine(id, platform, accountId, nameOf(from), oneLine(text));
        });
    },
  }),
  'comments reply': remote({
    options: ['account', 'idempotency-key'],
    help: (options) => `troupe comments reply COMMENT TEXT --account WHICH [--json]

Replies to a comment in public, and prints the id of the reply.

  --account WHICH    whose comment it is: an id, a network, a user name, or network:name
${KEY_HELP}${options}
  --json             as POST /v1/comments/reply responds
`,
    prepare(args) {
      const [commentId, message] = wordsOf(args, 'comments reply COMMENT TEXT', 2);
      insistOnAccount(args);
      return () =>
        atService(args, async (at) => {
          const account = (await accountOf(at, args))!;
          // the service refuses a network whose comments take no reply
          const platform = account.platform as Input<'replyToComment'>['platform'];
          const reply = {
            ...at.where,
            accountId: account.id,
            platform,
            commentId: commentId!,
            message: message!,
          };
          const sent = await at.troupe.replyToComment(reply, optionsOf(args));
          if (args.values.json) print(sent);
          else process.stdout.write(`${sent.comment.id}\n`);
        });
    },
  }),
  'comments done': remote({
    options: ['account'],
    help: (options) => `troupe comments done COMMENT --account WHICH [--json]

Marks a comment as done.

  --account WHICH    whose comment it is: an id, a network, a user name, or network:name
${options}
  --json             as POST /v1/comments/{commentId}/done responds
`,
    prepare(args) {
      const [commentId] = wordsOf(args, 'comments done COMMENT', 1);
      insistOnAccount(args);
      return () =>
        atService(args, async (at) => {
          const { id: accountId } = (await accountOf(at, args))!;
          const done = await at.troupe.markCommentDone({ ...at.where, accountId, commentId: commentId! });
          if (args.values.json) print(done);
          else process.stderr.write(`The comment ${commentId} is done.\n`);
        });
    },
  }),
};
