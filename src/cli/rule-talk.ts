/** Tests of comment-to-DM rules: comments, and what the rule has to do with each. */
import { type Static, Type } from 'typebox';
import { isText, type TranscriptLine } from '../features/flows/talk-test.ts';
import type { RuleDraft } from '../features/rules/simulate.ts';

const closed = { additionalProperties: false };
const Expected = Type.Object(
  {
    bot: Type.Optional(Type.String()),
    public: Type.Optional(Type.String()),
    sent: Type.Optional(Type.Literal(true)),
    skipped: Type.Optional(Type.String()),
    unmatched: Type.Optional(Type.Union([Type.Literal(true), Type.Literal('near miss')])),
    nothing: Type.Optional(Type.Literal(true)),
  },
  closed,
);
const RuleLine = Type.Union([
  Type.Enum(['sent', 'unmatched', 'nothing'], { type: 'string' }),
  Type.Object(
    {
      comment: Type.Object(
        {
          from: Type.String({ minLength: 1 }),
          text: Type.String(),
          mediaId: Type.Optional(Type.String()),
          isReply: Type.Optional(Type.Boolean()),
        },
        closed,
      ),
    },
    closed,
  ),
  Expected,
]);
export const RuleTestShape = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    talk: Type.Array(RuleLine, { minItems: 1, maxItems: 200 }),
    loose: Type.Optional(Type.Boolean()),
  },
  closed,
);
type RuleTest = Static<typeof RuleTestShape>;
type Fields = Static<typeof Expected>;

export interface RuleResult {
  failures: { line: number; message: string }[];
  transcript: TranscriptLine[];
  updated: (number | Fields)[];
}

/** Loads the rules' own verdicts, and returns what runs a test. */
export async function ruleRunner(): Promise<(test: RuleTest, rule: Static<typeof RuleDraft>) => RuleResult> {
  const [{ draftOf }, { verdictsOf }] = await Promise.all([
    import('../features/rules/simulate.ts'),
    import('../features/rules/verdicts.ts'),
  ]);
  return (test, rule) => {
    const result: RuleResult = { failures: [], transcript: [], updated: [] };
    const lines = test.talk.map((line) => (typeof line === 'string' ? { [line]: true as const } : line));
    const comments = lines.flatMap((line) => ('comment' in line ? [{ ...line.comment, at: 0 }] : []));
    const verdicts = verdictsOf([draftOf(rule)], comments, { usernames: new Map(), posts: [], now: 0 });
    let turn = -1;
    for (const [index, line] of lines.entries()) {
      if ('comment' in line) {
        turn += 1;
        const { from, text } = line.comment;
        result.transcript.push({ sign: ' ', text: `${from}: ${text}` });
        result.updated.push(index);
        expectOf(verdicts[turn]!, { test, lines, index }, result);
      } else if (turn < 0)
        result.failures.push({ line: index, message: 'there is no comment before this line' });
    }
    return result;
  };
}

type Verdict = {
  status: string;
  reason: string | null;
  dm: string | null;
  publicReply: string | null;
  nearMiss: object | null;
  explanation: string;
};

/** Compares a verdict with the lines between its comment and the next. */
function expectOf(
  verdict: Verdict,
  { test, lines, index }: { test: RuleTest; lines: readonly object[]; index: number },
  { failures, transcript, updated }: RuleResult,
): void {
  const named = new Set<string>();
  const truth = truthOf(verdict);
  let at = index + 1;
  for (; at < lines.length && !('comment' in lines[at]!); at += 1) {
    const line = lines[at] as Fields;
    const [name, value] = Object.entries(line)[0]!;
    named.add(name);
    const problem = problemOf(line, verdict);
    transcript.push({ sign: problem ? '-' : ' ', text: value === true ? name : `${name}: ${value}` });
    if (problem) failures.push({ line: at, message: `${problem}; ${verdict.explanation}` });
    else updated.push(at);
    if (problem) named.delete(name);
  }
  for (const [name, value] of Object.entries(truth)) {
    if (named.has(name) || named.has('sent')) continue;
    if (!['bot', 'public'].includes(name) && named.size > 0) continue;
    const isStrict = test.loose !== true && ['bot', 'public'].includes(name);
    const hasFailed = failures.some(({ line }) => line > index && line < at);
    if (!isStrict && !hasFailed) continue;
    transcript.push({ sign: '+', text: value === true ? name : `${name}: ${value}` });
    updated.push({ [name]: value });
    if (!hasFailed) failures.push({ line: index, message: `${name} is not named; ${verdict.explanation}` });
  }
}

function truthOf({ status, reason, dm, publicReply, nearMiss }: Verdict): Fields {
  if (status === 'unmatched') return { unmatched: nearMiss ? 'near miss' : true };
  if (status === 'skipped') return { skipped: reason ?? '' };
  return { bot: dm ?? '', ...(publicReply !== null && { public: publicReply }) };
}

/** Why an expectation does not hold; null if it does. */
function problemOf(line: Fields, { status, reason, dm, publicReply, nearMiss }: Verdict): string | null {
  if (line.bot !== undefined && (dm === null || !isText(dm, line.bot)))
    return 'the message differs, or there is none';
  if (line.public !== undefined && (publicReply === null || !isText(publicReply, line.public)))
    return 'the public reply differs, or there is none';
  if (line.sent && status !== 'sent') return `the comment is ${status}`;
  if (line.nothing && status === 'sent') return 'the comment is answered';
  if (line.skipped !== undefined && reason !== line.skipped) return `the comment is ${reason ?? status}`;
  if (line.unmatched !== undefined && status !== 'unmatched') return `the comment is ${status}`;
  return line.unmatched === 'near miss' && nearMiss === null ? 'no keyword is close' : null;
}
