/**
 * `troupe`: what an operator does from a shell. Exit codes: 0 done, 1 it could not be done, 2 the command is wrong.
 *
 * What was asked for goes to stdout and everything said about it to stderr, so that a script can catch a new key with
 * `KEY=$(troupe keys create --name ci)`.
 */
import './install/node-version.ts';
import { parseArgs } from 'node:util';
import { type Arguments, type Command, FileError, UsageError } from './cli/command.ts';
import { databaseCommands, withDatabase } from './cli/database.ts';
import { flowCommands } from './cli/flows.ts';
import { inboundCommands } from './cli/inbound.ts';
import { keyCommands } from './cli/keys.ts';
import { planCommands } from './cli/plan.ts';
import { replayCommands } from './cli/replay.ts';
import { secretCommands } from './cli/secrets.ts';
import { workspaceCommands } from './cli/workspaces.ts';

const OVERVIEW = `troupe: the command line of a Troupe installation

  troupe keys create --name NAME [--user EMAIL]   make an API key
  troupe keys list [--user EMAIL]                 list API keys
  troupe keys revoke ID                           end an API key, on every node
  troupe password reset --user EMAIL              a new password for the dashboard
  troupe plan SLUG [PLAN] [--until DATE]          show or set the plan of a workspace
  troupe workspaces delete SLUG                   delete a workspace for good
  troupe secrets rotate                           seal all secrets under the newest key
  troupe inbound                                  addresses for networks' webhooks
  troupe migrate                                  bring the database to this version
  troupe replay FILE                              step a downloaded run through the machines
  troupe flows test FOLDER                        run the talks that test automations
  troupe help                                     this page

Each takes --help and --json. The database is that of DATABASE_URL, or else the embedded one of a service that runs.
`;

const commands: { [name: string]: Command } = {
  ...keyCommands,
  ...secretCommands,
  ...replayCommands,
  ...databaseCommands,
  ...workspaceCommands,
  ...planCommands,
  ...inboundCommands,
  ...flowCommands,
};

/** @returns the exit code */
async function run(argv: string[]): Promise<number> {
  let name = '';
  try {
    const args = parse(argv);
    const [first = '', second = ''] = args.rest;
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
    for (const option of ['name', 'user', 'until', 'junit', 'update', 'coverage'] as const)
      if (args.values[option] !== undefined && !command.options.includes(option))
        throw new UsageError(`troupe ${name} takes no --${option}`);
    const work = command.prepare({ ...args, rest: args.rest.slice(name.split(' ').length) });
    await (command.alone === true ? work(undefined as never) : withDatabase(work));
    return 0;
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof UsageError) {
      process.stderr.write(
        `troupe: ${message}\nSee: troupe help${commands[name] === undefined ? '' : ` ${name}`}\n`,
      );
      return 2;
    }
    process.stderr.write(`troupe: ${message || String(error)}\n`);
    return error instanceof FileError ? 2 : 1;
  }
}

function parse(argv: string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        user: { type: 'string' },
        until: { type: 'string' },
        junit: { type: 'string' },
        update: { type: 'boolean' },
        coverage: { type: 'boolean' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    return { values, rest: positionals };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

process.exitCode = await run(process.argv.slice(2));
