/** The kind `dm_run`: one person in one automation. Its chart is compiled from the steps (machines/flow/compile.ts). */
import { stepIdOf } from '../../machines/flow/compile.ts';
import type { FlowContext } from '../../machines/flow/setup.ts';
import type { Step } from '../../machines/flow/steps.ts';
import type { Persisted } from '../../machines/durable.ts';
import { describeRuns, pruneRuns } from '../../store/dm-runs.ts';
import { defineKind, type HandlersOf, statusOf } from '../engine/kind.ts';
import { redactText } from '../base/redact.ts';
import { compileFlow } from './flow-words.ts';
import { describeBy } from './views/titles.ts';
import { announcedRun } from './views/dm-run.ts';
import { initialValues } from './initial-values.ts';
import { DAY_MS } from '../base/durations.ts';

/** An operator stops a run. */
const STOP: { type: string } = { type: 'stop', reason: 'stopped by hand' } as { type: string };

/** The format of the definitions: steps as `checkSteps` returns them. */
export const STEPS_VERSION = 1;
export type StepsDefinition = { steps: Step[] };

/** How a run ended; null if it goes on. */
const reasonOf = (snapshot: Pick<Persisted, 'value' | 'status'>): string | null =>
  snapshot.status === 'done' ? statusOf(snapshot) : null;

export const dmRun = defineKind({
  name: 'dm_run',
  idPrefix: 'run',
  version: 1,
  upgrades: {},
  defaults: { 1: initialValues(compileFlow([]), { stored: ['log'] }) },
  compile: ({ json }) => compileFlow((json as StepsDefinition).steps),
  listColumns: (snapshot) => ({
    status: reasonOf(snapshot) ?? 'active',
    shelf: null,
    plannedAt: null,
    reachedAt: null,
    reason: (snapshot.context as FlowContext).reason,
  }),
  counted: (snapshot) => {
    const { automationId, version, log, clicked } = snapshot.context as FlowContext;
    if (automationId === undefined) return null;
    const reason = reasonOf(snapshot);
    const names = new Set(['started', ...(reason === null ? [] : [`ended ${reason}`])]);
    const of = (stepId: string, what: string) => names.add(`v${version} ${stepId} ${what}`);
    for (const { stepId, detail } of log) {
      of(stepId, 'entered');
      if (detail !== null) of(stepId, `left ${detail}`);
    }
    for (const stepId of clicked) of(stepId, 'clicked');
    const last = log.at(-1);
    if (last) of(last.stepId, reason === null ? 'waiting' : `ended ${reason}`);
    return { ownerId: automationId, names: [...names] };
  },
  feedEvent: {
    change: ({ id, snapshot }, before) => {
      const { automationId, conversationId, accountId, log } = snapshot.context;
      const stepId = log.at(-1)?.stepId ?? null;
      const reason = reasonOf(snapshot);
      if (before && before.context.log.at(-1)?.stepId === stepId && reasonOf(before) === reason) return null;
      const data = { id, automationId, conversationId, stepId, status: reason ? 'ended' : 'active', reason };
      return {
        type: before ? 'dm_run.updated' : 'dm_run.created',
        resource: { type: 'dm_run', id },
        ...(accountId !== undefined && { accountIds: [accountId] }),
        data,
      };
    },
  },
  announcements: {
    'dm_automation.started': announcedRun('dm_automation.started', 'A person entered a flow'),
    'dm_automation.handoff': announcedRun('dm_automation.handoff', 'A flow handed a person to the team'),
    'dm_automation.finished': announcedRun('dm_automation.finished', 'A run ended, for any reason'),
    'dm_automation.failed': announcedRun('dm_automation.failed', 'A message of a run could not be sent'),
  },
  effects: {
    placeMessage: { answers: ['message.', 'stop'], with: 'network' },
    askFollows: { answers: ['follows.known'], with: 'network' },
    askNames: { answers: ['names.known'], with: 'network' },
    flagConversation: { answers: ['conversation.flagged'], with: 'network' },
  },
  restingStates: [],
  retention: { label: 'dmRuns', retentionMs: 90 * DAY_MS, prune: pruneRuns },
  view: {
    remembers: { accountId: 'accountId', error: 'reason' },
    describe: describeBy(describeRuns),
    waitsForPerson: () => null,
    timers: {
      held: {
        title: 'Send now',
        detail: 'Tries at once whether the account can send.',
        isNextTry: true,
      },
    },
    actions: (_, offer) =>
      offer.event('cancel', STOP, {
        title: 'Stop',
        detail: 'The person leaves the automation. Nothing more is sent.',
      }),
    explain: {
      sentence: ({ snapshot }) => {
        const { reason: why, log } = snapshot.context as FlowContext;
        const reason = reasonOf(snapshot);
        if (reason !== null) return explainEnd(reason, why);
        const at = stepIdOf(`dm_run.${statusOf(snapshot)}`) ?? log.at(-1)?.stepId;
        const held = why === null ? '' : ` The account could not send: "${redactText(why)}".`;
        return at === undefined ? 'The run begins.' : `The person is in the step ${at}.${held}`;
      },
    },
  },
});

/** Why a run ended, in a sentence. @param why the words of the person or step that ended it */
export function explainEnd(reason: string, why: string | null): string {
  const words = why === null ? '' : `: ${redactText(why)}`;
  switch (reason) {
    case 'completed':
      return 'The person went through all steps.';
    case 'handoff':
      return 'The run handed the person over to the team.';
    case 'window_closed':
      return 'The person had not written for 24 hours, so that the network took no further message.';
    case 'failed':
      return `A message could not be sent${words}.`;
    case 'human_reply':
      return 'Somebody of the team answered, so the automation stopped.';
    default:
      return `The run was stopped${words}.`;
  }
}

export type DmRunHandlers = HandlersOf<typeof dmRun>;
