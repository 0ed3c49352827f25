/**
 * `troupe`: what an operator does from a shell, and what anyone with a key does at a service. docs/cli.md has the exit codes.
 *
 * What was asked for goes to stdout and everything said about it to stderr, so that a script can catch a new key with
 * `KEY=$(troupe keys create --name ci)`.
 */
import './install/node-version.ts';
import { parseArgs } from 'node:util';
import {
  type Arguments,
  type Command,
  CommandError,
  EXIT,
  FileError,
  type OptionName,
  OPTIONS,
  UsageError,
} from './cli/command.ts';

const OVERVIEW = `troupe: the command line of Troupe

At any service, with an API key (TROUPE_URL and TROUPE_KEY, or --url and --key):

  troupe post TEXT --account WHICH --now          publish, schedule or draft a post
  troupe validate TEXT --account WHICH            what each network would be sent
  troupe duplicate POST                           a draft with the content of a post
  troupe import FILE [--dry-run]                  posts from a CSV file
  troupe import undo IMPORT                       remove its posts that are not published yet
  troupe export [WORKSPACE] [--output FILE]       everything of a workspace as one archive
  troupe posts list                               posts, by status, label and account
  troupe templates list                           templates of posts
  troupe templates create POST                    keep what a post says
  troupe templates use TEMPLATE                   make a draft from one
  troupe templates delete TEMPLATE                delete one
  troupe labels list                              the labels of posts
  troupe labels add LABEL POST...                 give posts a label
  troupe labels remove LABEL POST...              remove a label from posts
  troupe tail                                     print events as they happen
  troupe explain ID                               why a post or an automation's run is in its state
  troupe notes list POST                          the notes about a post
  troupe notes add POST TEXT                      write one
  troupe notes delete POST NOTE                   delete one
  troupe approval-links list POST                 the links by which clients decide on a post
  troupe approval-links create POST               make one
  troupe approval-links revoke POST LINK          end one
  troupe inbox list                               conversations that are not done
  troupe inbox messages CONVERSATION              the messages of a conversation
  troupe inbox send CONVERSATION TEXT             answer a person
  troupe inbox done CONVERSATION                  mark a conversation as done
  troupe inbox person CONVERSATION                what is stored about the person
  troupe comments list                            comments that are not done
  troupe comments reply COMMENT TEXT              reply in public
  troupe comments done COMMENT                    mark a comment as done
  troupe accounts waiting ACCOUNT                 posts that wait until an account is connected again
  troupe accounts hold-back ACCOUNT               hold these posts back
  troupe account-groups list                      groups of accounts
  troupe account-groups create NAME               make a group
  troupe account-groups add GROUP                 put accounts into a group
  troupe account-groups remove GROUP              take accounts out of a group
  troupe account-groups rename GROUP              rename a group
  troupe account-groups delete GROUP              delete a group; its accounts stay
  troupe connect-links list                       the links by which people connect accounts
  troupe connect-links create                     make one
  troupe connect-links revoke LINK                end one
  troupe media list [--search WORDS]              hosted files
  troupe media upload FILE...                     host files
  troupe media describe MEDIA TEXT                say what is on a file
  troupe media delete MEDIA                       delete a file
  troupe series list                              posts that repeat
  troupe series create TEXT --rule RULE           make a series
  troupe series pause SERIES                      make no posts until the series is resumed
  troupe series resume SERIES                     make posts again
  troupe series delete SERIES                     end a series
  troupe feeds list                               feeds whose items become posts
  troupe feeds create ADDRESS --mode MODE         make posts of the new items of a feed
  troupe feeds items FEED                         what became of its items
  troupe feeds pause FEED                         do not read it until it is resumed
  troupe feeds resume FEED                        read it again
  troupe feeds delete FEED                        end a feed
  troupe report-links list                        the links to reports of numbers
  troupe report-links create --account WHICH      make one
  troupe report-links revoke LINK                 end one
  troupe flows list                               list the automations of direct messages
  troupe flows get ID                             an automation as a file for "flows test"
  troupe flows push FOLDER                        make and change automations from files
  troupe replay ID                                step an actor's run through the machines

Without a service:

  troupe replay FILE                              step a downloaded run through the machines
  troupe flows test FOLDER                        run the talks that test automations
  troupe completion bash|zsh|fish                 completion for your shell

At an installation's own database:

  troupe keys create --name NAME [--user EMAIL]   make an API key
  troupe keys list [--user EMAIL]                 list API keys
  troupe keys revoke ID                           end an API key, on every node
  troupe password reset --user EMAIL              make a new password for the dashboard
  troupe users reset-2fa --user EMAIL             turn a second factor off
  troupe members list SLUG                        who is in a workspace
  troupe members role SLUG EMAIL ROLE             change the role of a member
  troupe members remove SLUG EMAIL                remove a member
  troupe invitations list SLUG                    who is invited into a workspace
  troupe invitations create SLUG ROLE             a link that lets one person in
  troupe invitations revoke SLUG ID               end an invitation
  troupe operators list                           who sees the installation in the dashboard
  troupe operators add EMAIL                      make somebody an operator
  troupe operators remove EMAIL                   remove an operator
  troupe plan SLUG [PLAN] [--until DATE]          show or set the plan of a workspace
  troupe workspaces change SLUG                   change name, slug or time zone of a workspace
  troupe workspaces delete SLUG                   delete a workspace for good
  troupe secrets rotate                           encrypt all secrets with the newest key
  troupe mail set ADDRESS --from SENDER           set the mail server
  troupe mail show                                show the mail server
  troupe mail remove                              remove the mail server
  troupe mail test ADDRESS                        send a mail
  troupe inbound                                  addresses for networks' webhooks
  troupe migrate                                  bring the database to this version
  troupe help                                     this page

Each takes --help and --json. The database is that of DATABASE_URL, or else the embedded one of a running service.
Exit codes: 0 done, 1 failed, 2 the command is wrong, 3 no response from the service, 4 the service refused the key,
5 not finished in time.
`;

type Commands = { [name: string]: Command };

/** Where the commands are, by their first word. Only the file of the command that is run is loaded. */
const FILES: { [word: string]: () => Promise<Commands> } = {
  post: async () => (await import('./cli/post.ts')).postCommands,
  duplicate: async () => (await import('./cli/post.ts')).postCommands,
  validate: async () => (await import('./cli/post.ts')).postCommands,
  import: async () => (await import('./cli/imports.ts')).importCommands,
  export: async () => (await import('./cli/export.ts')).exportCommands,
  posts: async () => (await import('./cli/posts.ts')).postListCommands,
  templates: async () => (await import('./cli/templates.ts')).templateCommands,
  labels: async () => (await import('./cli/posts.ts')).labelCommands,
  tail: async () => (await import('./cli/tail.ts')).tailCommands,
  explain: async () => (await import('./cli/explain.ts')).explainCommands,
  notes: async () => (await import('./cli/reviews.ts')).noteCommands,
  'approval-links': async () => (await import('./cli/reviews.ts')).approvalLinkCommands,
  inbox: async () => (await import('./cli/inbox.ts')).inboxCommands,
  comments: async () => (await import('./cli/inbox.ts')).commentCommands,
  accounts: async () => (await import('./cli/accounts.ts')).accountCommands,
  'account-groups': async () => (await import('./cli/accounts.ts')).accountGroupCommands,
  'connect-links': async () => (await import('./cli/accounts.ts')).connectLinkCommands,
  media: async () => (await import('./cli/media.ts')).mediaCommands,
  series: async () => (await import('./cli/series.ts')).seriesCommands,
  feeds: async () => (await import('./cli/feeds.ts')).feedCommands,
  'report-links': async () => (await import('./cli/report-links.ts')).reportLinkCommands,
  completion: async () => (await import('./cli/completion.ts')).completionCommands(allCommands),
  keys: async () => (await import('./cli/keys.ts')).keyCommands,
  password: async () => (await import('./cli/secrets.ts')).secretCommands,
  secrets: async () => (await import('./cli/secrets.ts')).secretCommands,
  replay: async () => (await import('./cli/replay.ts')).replayCommands,
  migrate: async () => (await import('./cli/database.ts')).databaseCommands,
  workspaces: async () => (await import('./cli/workspaces.ts')).workspaceCommands,
  plan: async () => (await import('./cli/plan.ts')).planCommands,
  users: async () => (await import('./cli/people.ts')).peopleCommands,
  members: async () => (await import('./cli/members.ts')).memberCommands,
  invitations: async () => (await import('./cli/invitations.ts')).invitationCommands,
  operators: async () => (await import('./cli/operators.ts')).operatorCommands,
  mail: async () => (await import('./cli/mail.ts')).mailCommands,
  inbound: async () => (await import('./cli/inbound.ts')).inboundCommands,
  flows: async () => (await import('./cli/flows.ts')).flowCommands,
};

/** @param word the first of a command. @returns the commands that may begin with it */
const commandsOf = async (word: string | undefined): Promise<Commands> =>
  word !== undefined && Object.hasOwn(FILES, word) ? FILES[word]!() : {};

/** Everything that completion offers, by name. */
async function allCommands(): Promise<Commands> {
  const words = Object.keys(FILES).filter((word) => word !== 'completion');
  return Object.assign({}, ...(await Promise.all(words.map((word) => FILES[word]!())))) as Commands;
}

/** @returns the exit code */
async function run(argv: string[]): Promise<number> {
  let name = '';
  let asJson = false;
  let commands: Commands = {};
  try {
    const args = parse(argv);
    asJson = args.values.json;
    const [first = '', second = ''] = args.rest;
    commands = await commandsOf(first === 'help' ? second : first);
    if (first === '' || first === 'help') {
      process.stdout.write(commands[args.rest.slice(1).join(' ')]?.help ?? OVERVIEW);
      return first === 'help' || args.values.help ? 0 : 2;
    }
    name = commands[`${first} ${second}`] === undefined ? first : `${first} ${second}`;
    const command = commands[name];
    if (args.values.help) {
      process.stdout.write(command?.help ?? OVERVIEW);
      return 0;
    }
    if (command === undefined) throw new UsageError(`there is no command "${args.rest.join(' ')}"`);
    for (const option of Object.keys(args.values))
      if (!['json', 'help'].includes(option) && !command.options.includes(option as OptionName))
        throw new UsageError(`troupe ${name} takes no --${option}`);
    const work = command.prepare({ ...args, rest: args.rest.slice(name.split(' ').length) });
    if (command.alone === true) await work(undefined as never);
    else await (await import('./cli/database.ts')).withDatabase(work);
    return EXIT.done;
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof UsageError) {
      process.stderr.write(
        `troupe: ${message}\nSee: troupe help${commands[name] === undefined ? '' : ` ${name}`}\n`,
      );
      return EXIT.wrong;
    }
    const details = error instanceof CommandError ? error.details : {};
    if (asJson && Object.keys(details).length > 0)
      process.stderr.write(`${JSON.stringify({ error: message, ...details })}\n`);
    else process.stderr.write(`troupe: ${message || String(error)}\n`);
    if (error instanceof CommandError) return error.exitCode;
    return error instanceof FileError ? EXIT.wrong : EXIT.failed;
  }
}

function parse(argv: string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: OPTIONS,
    });
    return { values, rest: positionals };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

// `troupe tail | head`: the reader has enough
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.done);
  throw error;
});

process.exitCode = await run(process.argv.slice(2));
