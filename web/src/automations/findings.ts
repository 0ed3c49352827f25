/**
 * What the service says of a flow that is being written: the same refusals and warnings as when it is saved. They come
 * from the operation that plays a talk, which changes nothing.
 */
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ApiError, call } from '../api.ts';
import { useWorkspace } from '../session.ts';
import { type Finding, findingOf } from './finding.ts';
import { PATH } from './queries.ts';
import type { Flow, Talk } from './shapes.ts';

/** How long nothing is typed before the flow is checked, ms. */
const QUIET_MS = 400;

/** @param platform of the account */
export function useFindings(flow: Flow, platform: string): { findings: Finding[]; isChecked: boolean } {
  const { slug } = useWorkspace();
  const asked = { platform, trigger: flow.trigger, steps: flow.steps };
  const [settled] = useDebouncedValue(asked, QUIET_MS);
  const text = JSON.stringify(settled);
  const { data } = useQuery({
    queryKey: ['automation-findings', slug, text],
    queryFn: ({ signal }) => check(JSON.parse(text) as Pick<Flow, 'steps' | 'trigger'>, slug, signal),
    placeholderData: (before) => before,
    staleTime: Infinity,
    gcTime: 60_000,
    enabled: flow.steps.length > 0,
  });
  if (flow.steps.length === 0) return { findings: [], isChecked: true };
  return { findings: data?.findings ?? [], isChecked: data?.text === JSON.stringify(asked) };
}

async function check(automation: Pick<Flow, 'steps' | 'trigger'>, slug: string, signal: AbortSignal) {
  const text = JSON.stringify(automation);
  try {
    const { warnings } = await call<Talk>('POST', `${PATH}/simulate`, {
      body: { automation, transcript: [{ at: '+0m', say: '-' }], until: '+0m', workspace: slug },
      signal,
    });
    const findings = warnings
      .filter(({ code }) => code !== 'not_started')
      .map((warning) => findingOf({ ...warning, blocks: false }, automation.steps));
    return { text, findings };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    const { code, param, message } = error;
    return { text, findings: [findingOf({ code, path: param, message, blocks: true }, automation.steps)] };
  }
}
