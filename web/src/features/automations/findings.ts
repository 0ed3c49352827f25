/**
 * What the service says of a flow that is being written: the same refusals and warnings as when it is saved. They come
 * from the operation that plays a talk, which changes nothing.
 */
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError, call } from '../../base/api.ts';
import { useWorkspace } from '../../base/session.ts';
import { type Finding, findingOf } from './finding.ts';
import type { AutomationPlatform, Flow, Step, TalkTest, Trigger, Verdict } from './shapes.ts';

/** How long nothing is typed before the flow is checked, ms. */
const QUIET_MS = 400;

interface StepFinding {
  findings: Finding[];
  /** How each test ended, by name. */
  verdicts: ReadonlyMap<string, Verdict>;
  /** They are about what is written now, or nothing can be asked. */
  isChecked: boolean;
}

/** @param asked.tests are played too; platform: of the account */
export function useFindings(
  flow: Flow,
  { platform, tests }: { platform: AutomationPlatform; tests: readonly TalkTest[] },
): StepFinding {
  const { slug } = useWorkspace();
  const request = { platform, trigger: flow.trigger, steps: flow.steps, tests };
  const [settled] = useDebouncedValue(request, QUIET_MS);
  const text = JSON.stringify(settled);
  const { data, isError } = useQuery({
    queryKey: ['automation-findings', slug, text],
    queryFn: ({ signal }) => check(text, slug, signal),
    placeholderData: (before) => before,
    staleTime: Infinity,
    gcTime: 60_000,
    enabled: flow.steps.length > 0,
  });
  const verdicts = useMemo(() => new Map(data?.verdicts.map((one) => [one.name, one])), [data]);
  if (flow.steps.length === 0) return { findings: [], verdicts: NONE, isChecked: true };
  return {
    findings: data?.findings ?? [],
    verdicts,
    isChecked: isError || data?.text === JSON.stringify(request),
  };
}

const NONE: ReadonlyMap<string, Verdict> = new Map();

interface CheckRequest {
  platform: AutomationPlatform;
  trigger: Trigger;
  steps: Step[];
  tests: TalkTest[];
}

/** @param text what is asked, as JSON */
async function check(text: string, slug: string, signal: AbortSignal) {
  const { tests, ...automation } = JSON.parse(text) as CheckRequest;
  try {
    const { warnings, tests: verdicts = [] } = await call(
      'simulateDmAutomation',
      { automation, transcript: [{ at: '+0m', say: '-' }], until: '+0m', tests, workspace: slug },
      { signal },
    );
    const findings = warnings
      .filter(({ code }) => code !== 'not_started')
      .map((warning) => findingOf({ ...warning, blocks: false }, automation.steps));
    return { text, findings, verdicts };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    const { code, param, message } = error;
    const findings = [findingOf({ code, path: param, message, blocks: true }, automation.steps)];
    return { text, findings, verdicts: [] };
  }
}
