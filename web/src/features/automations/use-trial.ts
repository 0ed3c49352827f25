/** Asks the service what an automation would say in a talk. Nothing is sent or stored. */
import { useQuery } from '@tanstack/react-query';
import { call } from '../../base/api.ts';
import { useWorkspace } from '../../base/session.ts';
import type { AutomationPlatform, Flow, Talk } from './shapes.ts';
import { talkBody, type Trial } from './try-talk.ts';

export interface TrialTalk {
  /** null: nothing was done yet. */
  data: Talk | null;
  error: Error | null;
}

export function useTrial(trial: Trial, flow: Flow, platform: AutomationPlatform): TrialTalk {
  const { slug } = useWorkspace();
  const body = { ...talkBody(trial, flow, platform), workspace: slug };
  const { data = null, error } = useQuery({
    queryKey: ['automation-trial', slug, JSON.stringify(body)],
    queryFn: ({ signal }) => call('simulateDmAutomation', body, { signal }),
    enabled: trial.acts.length > 0 && flow.steps.length > 0,
    placeholderData: (before) => before,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });
  return { data: trial.acts.length === 0 ? null : data, error };
}
