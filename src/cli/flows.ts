/** `troupe flows …`: the talks that test automations and rules, in this process; the automations of a service. */
import { writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { CommandError, type Command, print, takesNo, UsageError } from './command.ts';
import { atService, REMOTE_HELP, REMOTE_OPTIONS } from './remote.ts';
import type { TestPart } from './flow-files.ts';
import type { Pushed } from './push-flows.ts';
import type { TranscriptLine } from '../features/flows/talk-test.ts';

export const flowCommands: { [name: string]: Command } = {
  'flows list': {
    options: [...REMOTE_OPTIONS, 'account'],
    alone: true,
    help: `troupe flows list [--account ID] [--json]

Lists the automations of direct messages: id, whether it is active, network, how many people started and completed it, name.

  --account ID       only those of this account
${REMOTE_HELP}
  --json             {"automations": […]} as GET /v1/dm-automations responds
`,
    prepare(args) {
      takesNo(args.rest);
      const [accountId, ...others] = args.values.account ?? [];
      if (others.length > 0) throw new UsageError('give --account only once');
      return () =>
        atService(args, async ({ troupe, where }) => {
          const listed = await troupe.listDmAutomations({
            ...where,
            ...(accountId !== undefined && { accountId }),
          });
          if (args.values.json) return print(listed);
          for (const { id, active, platform, stats, name } of listed.automations)
            process.stdout.write(
              `${[id, active ? 'active' : 'paused', platform, `${stats.started} started`, `${stats.completed} completed`, name].join('  ')}\n`,
            );
        });
    },
  },

  'flows get': {
    options: REMOTE_OPTIONS,
    alone: true,
    help: `troupe flows get ID [--json]

Prints an automation as a file for \`troupe flows test\`: name, network, trigger and steps, in YAML.

  ID                 of an automation: auto_…
${REMOTE_HELP}
  --json             the same in JSON

  troupe flows get auto_… > guide.flow.yaml
`,
    prepare(args) {
      const [id, ...more] = args.rest;
      if (id === undefined)
        throw new UsageError('say which: troupe flows get ID (troupe flows list shows the ids)');
      takesNo(more);
      return () =>
        atService(args, async ({ troupe, where }) => {
          const { automation } = await troupe.getDmAutomation({ id, ...where });
          const { name, platform, trigger, steps, reentry, cooldownHours } = automation;
          const file = { name, platform, trigger, steps, reentry, cooldownHours };
          if (args.values.json) return print(file);
          const { stringify } = await import('yaml');
          process.stdout.write(stringify(file, { lineWidth: 120 }));
        });
    },
  },

  'flows push': {
    options: [...REMOTE_OPTIONS, 'account'],
    alone: true,
    help: `troupe flows push FOLDER [--account ID] [--json]

Makes the automations of a service as files say, or changes them: every *.flow.yaml and *.flow.json below a folder, or one file, as
\`troupe flows get\` writes them. An automation is found by its name and network. All files are read first: nothing is sent while one is
wrong. What is paused stays paused, and nothing is deleted. The same files again change nothing.

  --account ID       of new automations, and to look at no others; else the only account of their network
${REMOTE_HELP}
  --json             {"flows": [{"file", "id", "name", "did": created, changed or unchanged, "version", "warnings"}]}

Exit code 1 when the service refuses one: those before it are done and printed. 2: a file is wrong, or its place is not clear.
`,
    prepare(args) {
      const [path, ...more] = args.rest;
      if (path === undefined) throw new UsageError('say which folder: troupe flows push FOLDER');
      takesNo(more);
      const [accountId, ...others] = args.values.account ?? [];
      if (others.length > 0) throw new UsageError('give --account only once');
      return () =>
        atService(args, async (remote) => {
          const { placesOf, pushFlow, readFlows } = await import('./push-flows.ts');
          const flows = await readFlows(path);
          const places = await placesOf(remote, flows, accountId);
          const done: Pushed[] = [];
          try {
            for (const [index, flow] of flows.entries()) {
              const pushed = await pushFlow(remote, flow, places[index]!);
              done.push(pushed);
              if (args.values.json) continue;
              for (const warning of pushed.warnings)
                process.stderr.write(`${pushed.file}: warning: ${warning}\n`);
              process.stdout.write(
                `${pushed.did}  ${pushed.id}  version ${pushed.version}  ${pushed.name}\n`,
              );
            }
          } catch (thrown) {
            if (!args.values.json) process.stderr.write(`${flows[done.length]!.file} was not taken:\n`);
            throw thrown;
          } finally {
            if (args.values.json) print({ flows: done });
          }
        });
    },
  },

  'flows test': {
    options: ['junit', 'update', 'coverage'],
    alone: true,
    help: `troupe flows test FOLDER [--coverage] [--update] [--junit FILE] [--json]

Runs every *.test.yaml below a folder (or one file) and shows where an automation differs from its test. Needs
no service, no network and no database. A test file is YAML 1.2:

  flow: guide.flow.yaml              # {name?, trigger, steps}, as requests have them
  contact: { username: ann, name: Ann Lee, follows: "no" }
  tests:
    - name: somebody who follows after being asked
      talk:
        - say: guide
        - bot: { text: /follow/, choices: [I follow now] }
        - after: 5m
        - follow
        - tap: I follow now
        - bot: Here you are, Ann
        - end: completed

People: say, tap, click, mentionStory, replyStory, openRef, react, send (photo, voice, share), follow, unfollow. The team:
human. The network: refuse (blocked, window, transient), for the next message. The clock: after.
Expected: bot (a text, /a pattern/, any, or {text, button, choices}), waiting (reply, tap, click, time), end, nothing.
A message that the talk does not name fails its test, unless the test is loose: true.

With \`rule: guide.rule.yaml\` in place of flow, people write comments, {comment: {from, text}}, and expected are bot,
public, sent, skipped, unmatched (or: near miss), nothing. Several documents in one file are separated by ---.

  --coverage    lists the branches that no test goes through, with their lines
  --update      writes what happened into the test files, and keeps their comments
  --junit FILE  writes the results as JUnit XML
  --json        {"tests": [{"file", "line", "name", "passed", "failures": [{"line", "message"}]}], "missed": […]}

Exit code 0: all pass; 1: a test fails; 2: a file cannot be read, or is not as it should be.
`,
    prepare({ values, rest }) {
      const [path, ...more] = rest;
      if (path === undefined) throw new UsageError('say which folder: troupe flows test FOLDER');
      takesNo(more);
      return async () => {
        const { readTests } = await import('./flow-files.ts');
        const parts = await readTests(path);
        const { ran, missed } = await runAll(parts);
        if (values.update === true) await update(parts, ran);
        if (values.junit !== undefined) await writeFile(values.junit, junitOf(ran));
        const failed = ran.filter(({ failures }) => failures.length > 0);
        if (values.json) print({ tests: ran.map(reportOf), ...(values.coverage === true && { missed }) });
        else {
          for (const one of ran) process.stdout.write(testText(one));
          if (values.coverage === true) process.stdout.write(coverageText(missed));
          process.stdout.write(`${ran.length - failed.length} passed, ${failed.length} failed\n`);
        }
        if (failed.length > 0 && values.update !== true)
          throw new CommandError(`${failed.length} of ${ran.length} tests failed`);
        if (values.update === true && failed.length > 0)
          process.stderr.write(
            `${failed.length} tests now say what happened: read them before you keep them\n`,
          );
      };
    },
  },
};

interface Ran {
  file: string;
  line: number;
  name: string;
  failures: { line: number; message: string }[];
  transcript: TranscriptLine[];
  /** Its lines as they would pass. */
  updated: (number | object)[];
  part: TestPart;
  index: number;
}

interface Missed {
  file: string;
  line: number;
  stepId: string;
  branch: string;
}

async function runAll(parts: readonly TestPart[]): Promise<{ ran: Ran[]; missed: Missed[] }> {
  const [{ runTalkTest }, { ruleRunner }, { missedBranches }] = await Promise.all([
    import('../features/flows/talk-test.ts'),
    import('./rule-talk.ts'),
    import('../features/flows/coverage.ts'),
  ]);
  const runRule = parts.some(({ kind }) => kind === 'rule') ? await ruleRunner() : null;
  const ran: Ran[] = [];
  const talks = new Map<
    string,
    { part: TestPart & { kind: 'flow' }; played: Parameters<typeof missedBranches>[1][number][] }
  >();
  for (const part of parts)
    for (const [index, test] of part.tests.tests.entries()) {
      const result =
        part.kind === 'flow'
          ? runTalkTest(test as never, part.flow, part.tests.contact)
          : runRule!(test as never, part.rule as never);
      const { failures, transcript, updated } = result;
      const pointer = `/tests/${index}`;
      ran.push({
        file: shortPath(part.file),
        line: part.lineOf(pointer),
        name: test.name,
        failures: failures.map(({ line, message }) => ({
          line: part.lineOf(`${pointer}/talk/${line}`),
          message,
        })),
        transcript,
        updated,
        part,
        index,
      });
      if (part.kind !== 'flow' || !('played' in result)) continue;
      const talk = talks.get(part.flowFile.file) ?? { part, played: [] };
      talk.played.push(result.played);
      talks.set(part.flowFile.file, talk);
    }
  const missed = [...talks.values()].flatMap(({ part: { flow, flowFile }, played }) =>
    missedBranches(flow.steps, played).map(({ stepId, name, path }) => ({
      file: shortPath(flowFile.file),
      line: flowFile.lineOf(path),
      stepId,
      branch: name,
    })),
  );
  return { ran, missed };
}

/** Writes the lines of failed tests as they would pass. */
async function update(parts: readonly TestPart[], ran: readonly Ran[]): Promise<void> {
  const { isSeq } = await import('yaml');
  const changed = new Set<string>();
  for (const { part, index, failures, updated } of ran) {
    if (failures.length === 0) continue;
    const talk = part.document.getIn(['tests', index, 'talk']);
    if (!isSeq(talk)) continue;
    const old = [...talk.items];
    talk.items = updated.map((line) =>
      typeof line === 'number' ? old[line] : part.document.createNode(line),
    );
    changed.add(part.file);
  }
  for (const file of changed) {
    const documents = parts.filter((part) => part.file === file).map(({ document }) => document);
    const text = documents
      .map((document) => document.toString({ lineWidth: 120 }).replace(/^---\n/, ''))
      .join('---\n');
    await writeFile(file, text);
  }
}

const shortPath = (file: string) => relative('.', file);

const reportOf = ({ file, line, name, failures }: Ran) => ({
  file,
  line,
  name,
  passed: failures.length === 0,
  failures,
});

function testText({ file, line, name, failures, transcript }: Ran): string {
  if (failures.length === 0) return `ok    ${file}:${line} ${name}\n`;
  const talk = transcript.map(({ sign, text }) => `    ${sign} ${text}`);
  const reasons = failures.map(({ line: at, message }) => `  ${file}:${at}: ${message}`);
  return `${[`FAIL  ${file}:${line} ${name}`, ...talk, ...reasons].join('\n')}\n`;
}

function coverageText(missed: readonly Missed[]): string {
  if (missed.length === 0) return 'every branch is tested\n';
  return missed
    .map(({ file, line, stepId, branch }) => `missed  ${file}:${line} step ${stepId}, branch ${branch}\n`)
    .join('');
}

function junitOf(ran: readonly Ran[]): string {
  const cases = ran.map((one) => {
    const head = `  <testcase classname="${xml(one.file)}" name="${xml(one.name)}" file="${xml(one.file)}" line="${one.line}"`;
    if (one.failures.length === 0) return `${head}/>`;
    return `${head}>\n    <failure message="${xml(one.failures[0]!.message)}">${xml(testText(one))}</failure>\n  </testcase>`;
  });
  const failed = ran.filter(({ failures }) => failures.length > 0).length;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="troupe flows" tests="${ran.length}" failures="${failed}">\n${cases.join('\n')}\n</testsuite>\n`;
}

const ENTITIES: { [char: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML does not take are left out. */
const xml = (text: string) =>
  // oxlint-disable-next-line no-control-regex -- these are what XML forbids
  text.replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '').replaceAll(/[&<>"]/g, (char) => ENTITIES[char]!);
