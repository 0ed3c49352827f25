/** Tests that are kept with an automation: talks that it has to pass. Those of a new one are kept with what is written. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../base/api.ts';
import { showFailure } from '../../base/failure.ts';
import { useWorkspace } from '../../base/session.ts';
import { testsKey } from './keys.ts';
import { putTest } from './queries.ts';
import type { AutomationPlatform, Flow, SavedTest, TalkTest } from './shapes.ts';
import type { Editing } from './use-editing.ts';
import { t } from '../../base/language/text.ts';

export interface Tests {
  list: readonly TalkTest[];
  /** They are read still. */
  isPending: boolean;
  error: Error | null;
  /** Keeps it. @throws what `call` throws */
  save: (test: TalkTest) => Promise<void>;
  remove: (name: string) => void;
}

/** @param id of the automation; null means a new one */
export function useTests(id: string | null, editing: Editing): Tests {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const key = testsKey(slug, id ?? '');
  const read = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (await call('listDmAutomationTests', { id: id!, workspace: slug }, { signal })).tests.map(testOf),
    enabled: id !== null,
  });
  const change = useMutation({
    mutationFn: (send: () => Promise<unknown>) => send(),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
    onError: showFailure,
  });
  if (id === null) {
    const others = (name: string) => (flow: Flow) => flow.tests.filter((one) => one.name !== name);
    return {
      list: editing.flow.tests,
      isPending: false,
      error: null,
      save: async (test) => {
        editing.change((flow) => ({
          ...flow,
          tests: [...others(test.name)(flow), test].toSorted((one, other) =>
            one.name < other.name ? -1 : 1,
          ),
        }));
      },
      remove: (name) =>
        editing.change((flow) => ({ ...flow, tests: others(name)(flow) }), {
          note: { text: t('The test is removed.') },
        }),
    };
  }
  return {
    list: read.data ?? [],
    isPending: read.isPending,
    error: read.error,
    save: async (test) => {
      try {
        await putTest(slug, id, test);
      } finally {
        await queries.invalidateQueries({ queryKey: key });
      }
    },
    remove: (name) => {
      const removed = read.data?.find((one) => one.name === name);
      const back = () => removed && change.mutate(() => putTest(slug, id, removed));
      change.mutate(() => call('deleteDmAutomationTest', { id, name, workspace: slug }), {
        onSuccess: () => editing.say(t('The test is removed.'), { label: t('Undo'), run: back }),
      });
    },
  };
}

/** A test without how it ended: it is played with what is written. */
const testOf = ({ name, contact, loose, talk }: SavedTest): TalkTest => ({
  name,
  ...(contact !== undefined && { contact }),
  ...(loose !== undefined && { loose }),
  talk,
});

/**
 * Plays a talk of acts and how it ended, for the lines of what the automation says between.
 * @returns undefined while it is read
 */
export function useRecorded(acts: TalkTest, flow: Flow, platform: AutomationPlatform) {
  const { slug } = useWorkspace();
  const body = {
    automation: { platform, trigger: flow.trigger, steps: flow.steps },
    transcript: [{ at: '+0m', say: '-' }],
    until: '+0m',
    tests: [acts],
    workspace: slug,
  };
  return useQuery({
    queryKey: ['automation-recorded', slug, JSON.stringify(body)],
    queryFn: async ({ signal }): Promise<TalkTest> => {
      const { tests } = await call('simulateDmAutomation', body, { signal });
      return { ...acts, talk: (tests?.[0]?.updated ?? acts.talk) as TalkTest['talk'] };
    },
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });
}
