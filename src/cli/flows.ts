/** `troupe flows test`: runs the talks that test automations and rules, in this process. */
import { writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { CommandError, type Command, print, takesNo, UsageError } from './command.ts';
import type { TestPart } from './flow-files.ts';
import type { ShownLine } from '../flows/talk-test.ts';

export const flowCommands: { [name: string]: Command } = {
  'flows test': {
    options: ['junit', 'update', 'coverage'],
    alone: true,
    help: `troupe flows test FOLDER [--coverage] [--update] [--junit FILE] [--json]

Runs every *.test.yaml below a folder (or one file) and says where an automation says something else than its test. Needs
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
        if (values.json) print({ tests: ran.map(told), ...(values.coverage === true && { missed }) });
        else {
          for (const one of ran) process.stdout.write(shownTest(one));
          if (values.coverage === true) process.stdout.write(shownCoverage(missed));
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
  shown: ShownLine[];
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
    import('../flows/talk-test.ts'),
    import('./rule-talk.ts'),
    import('../flows/coverage.ts'),
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
      const { failures, shown, updated } = result;
      const pointer = `/tests/${index}`;
      ran.push({
        file: shortPath(part.file),
        line: part.lineOf(pointer),
        name: test.name,
        failures: failures.map(({ line, message }) => ({
          line: part.lineOf(`${pointer}/talk/${line}`),
          message,
        })),
        shown,
        updated,
        part,
        index,
      });
      if (part.kind !== 'flow' || !('played' in result)) continue;
      const known = talks.get(part.flowFile.file) ?? { part, played: [] };
      known.played.push(result.played);
      talks.set(part.flowFile.file, known);
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

const told = ({ file, line, name, failures }: Ran) => ({
  file,
  line,
  name,
  passed: failures.length === 0,
  failures,
});

function shownTest({ file, line, name, failures, shown }: Ran): string {
  if (failures.length === 0) return `ok    ${file}:${line} ${name}\n`;
  const talk = shown.map(({ sign, text }) => `    ${sign} ${text}`);
  const reasons = failures.map(({ line: at, message }) => `  ${file}:${at}: ${message}`);
  return `${[`FAIL  ${file}:${line} ${name}`, ...talk, ...reasons].join('\n')}\n`;
}

function shownCoverage(missed: readonly Missed[]): string {
  if (missed.length === 0) return 'every branch is gone through\n';
  return missed
    .map(({ file, line, stepId, branch }) => `missed  ${file}:${line} step ${stepId}, branch ${branch}\n`)
    .join('');
}

function junitOf(ran: readonly Ran[]): string {
  const cases = ran.map((one) => {
    const head = `  <testcase classname="${xml(one.file)}" name="${xml(one.name)}" file="${xml(one.file)}" line="${one.line}"`;
    if (one.failures.length === 0) return `${head}/>`;
    return `${head}>\n    <failure message="${xml(one.failures[0]!.message)}">${xml(shownTest(one))}</failure>\n  </testcase>`;
  });
  const failed = ran.filter(({ failures }) => failures.length > 0).length;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="troupe flows" tests="${ran.length}" failures="${failed}">\n${cases.join('\n')}\n</testsuite>\n`;
}

const ENTITIES: { [char: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML does not take are left out. */
const xml = (text: string) =>
  // oxlint-disable-next-line no-control-regex -- these are what XML forbids
  text.replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '').replaceAll(/[&<>"]/g, (char) => ENTITIES[char]!);
