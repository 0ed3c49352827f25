/** Asks the service what an automation would say in a talk. Nothing is sent or stored. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../base/api.ts';
import { useWorkspace } from '../../base/session.ts';
import type { AutomationPlatform, Flow, Talk } from './shapes.ts';
import { emptyTrial, talkBody, type Trial } from './try-talk.ts';

export interface TrialTalk {
  /** null means nothing was done yet. */
  data: Talk | null;
  error: Error | null;
}

/** A trial with where it is in the steps. */
export function useTrying(flow: Flow, platform: AutomationPlatform) {
  const [trial, setTrial] = useState(emptyTrial);
  const talk = useTrial(trial, flow, platform);
  const path = talk.data?.path ?? [];
  const isOver = talk.data?.end !== null;
  return { trial, setTrial, talk, path, isOver, active: isOver ? null : (path.at(-1) ?? null) };
}

export type Trying = ReturnType<typeof useTrying>;

function useTrial(trial: Trial, flow: Flow, platform: AutomationPlatform): TrialTalk {
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
