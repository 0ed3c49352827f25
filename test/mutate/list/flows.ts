/** Automations of direct messages: nobody is in two of them, and nothing is said after a run has ended. */
import { changesIn, type Mutant } from '../mutant.ts';

const PLAYED = ['test/automations/play.test.ts', 'test/automations/model.test.ts'];
const PEOPLE = ['test/flows/dm-automations.test.ts'];
const STARTS = ['test/flows/automation-starts.test.ts'];

export const flowMutants: Mutant[] = [
  ...changesIn('machines/flow/setup.ts', PLAYED, [
    [
      'a message is sent after the reply window',
      'isWindowClosed: ({ context }) => now() - context.lastActAt >= WINDOW_MS,',
      'isWindowClosed: () => false,',
    ],
    [
      'a person of whom the network does not say whether they follow does not follow',
      "isFollower: ({ event }) => event.type === 'follows.known' && event.follows !== 'no',",
      "isFollower: ({ event }) => event.type === 'follows.known' && event.follows === 'yes',",
    ],
    [
      'what a person says while a message is on its way is lost',
      'early: [...context.early, textOf(event)].slice(0, MAX_EARLY),',
      'early: context.early,',
    ],
  ]),
  ...changesIn('machines/flow/compile.ts', PLAYED, [
    [
      'a run goes on after somebody of the team has answered',
      "'human.replied': { target: '.human_reply' },",
      "'human.replied': {},",
    ],
    [
      'choices wait after the reply window',
      "after: { window: { target: target('window_closed') } },",
      'after: {},',
    ],
  ]),
  ...changesIn('src/features/inbox/message-intake.ts', PEOPLE, [
    [
      'STOP does not end a run',
      "if (run) this.#deliver(run, { type: 'stop', reason: 'the person asked for no more messages' });",
      '',
    ],
    [
      'a person who is in a run begins another',
      "return run && run.status !== 'done' ? run : null;",
      'return null;',
    ],
  ]),
  ...changesIn('src/features/flows/start-runs.ts', PEOPLE, [
    ['automations speak while they are paused', 'if (silence) return nothing(silence);', ''],
  ]),
  ...changesIn('src/features/flows/start-runs.ts', STARTS, [
    [
      'two bots go on answering each other',
      'if (starts[last - MAX_RUNS_AN_HOUR]! >= at - HOUR_MS) return at + HOUR_MS;',
      '',
    ],
  ]),
  ...changesIn(
    'src/features/flows/start-runs.ts',
    ['test/flows/automation-triggers.test.ts'],
    [
      [
        'a person goes through an automation twice that takes everybody once',
        'if (startedAt !== undefined && !(mayAgain && startedAt <= now - chosen.cooldownHours * HOUR_MS))',
        'if (now < 0)',
      ],
    ],
  ),
  ...changesIn('src/features/flows/handlers.ts', STARTS, [
    ['the messages of runs are placed one by one', 'const MAX_AT_ONCE = 200;', 'const MAX_AT_ONCE = 1;'],
  ]),
  ...changesIn(
    'src/features/flows/handlers.ts',
    ['test/flows/dm-run-ends.test.ts'],
    [
      [
        'a run that ended says what it had decided',
        'if (!run || hasEnded(run)) return answerOf(ENDED);',
        'if (!run) return answerOf(ENDED);',
      ],
    ],
  ),
  ...changesIn(
    'src/features/inbox/handlers.ts',
    ['test/flows/dm-run-ends.test.ts'],
    [
      [
        'a message leaves although its run ended before the call',
        'if (outgoing.runEnded !== null)',
        "if (outgoing.runEnded === 'never')",
      ],
    ],
  ),
];
