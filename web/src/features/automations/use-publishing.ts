/** Publishes the draft, or shows the errors that prevent it. */
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ApiError } from '../../base/api.ts';
import { type Finding, findingOf } from './finding.ts';
import { useSaveFlow } from './queries.ts';
import type { Step, Verdict } from './shapes.ts';
import type { Edited } from './use-editor.ts';
import { START } from './use-editing.ts';
import { t } from '../../base/language/text.ts';

interface Showing {
  /** Opens a step, or the trigger. */
  show: (id: string) => void;
  /** Asks whether it is published with tests that fail. */
  ask: () => void;
}

export function usePublishing(
  { automation, editing, draft, tests, checked }: Edited,
  { show, ask }: Showing,
) {
  const { flow } = editing;
  const [, go] = useLocation();
  const save = useSaveFlow();
  const { error } = save;
  const findings = withRefusal(checked.findings, error, flow.steps);
  const failing = tests.list.flatMap(({ name }): Verdict[] => {
    const verdict = checked.verdicts.get(name);
    return verdict?.passes === false ? [verdict] : [];
  });
  const publish = async (version: number | null) => {
    await draft.settle();
    save.mutate(
      { id: automation?.id ?? null, flow, version },
      {
        onSuccess: ({ automation: saved }) => {
          editing.forget();
          void draft.end();
          go(`/automations/${saved.id}`);
        },
        onError: (thrown) => {
          draft.goOn();
          const id = placeOfRefusal(thrown, flow.steps);
          if (id !== null) show(id);
        },
      },
    );
  };
  /** In place of the version that was changed. */
  const publishIt = () => publish(automation === null ? null : draft.version);
  const decide = () => {
    const first = findings.find(({ blocks }) => blocks);
    if (first === undefined && failing.length > 0) return ask();
    if (first === undefined) return void publishIt();
    const id = first.stepId ?? START;
    show(id);
    return editing.focus(id);
  };
  const { isPressed, press } = useOnceChecked(checked.isChecked, decide);
  return {
    findings,
    failing,
    publish,
    publishIt,
    press: () => (flow.steps.length === 0 ? editing.say(t('Add a step first.')) : press()),
    isPending: save.isPending || isPressed,
    isOutdated: error instanceof ApiError && error.code === 'version_outdated',
    /** Why it failed, where that is about no part of it. */
    failure: error !== null && !isAboutPart(error) ? error : null,
  };
}

export type Publishing = ReturnType<typeof usePublishing>;

/** What was typed last is checked first: then, once, `decide` is called. */
function useOnceChecked(isChecked: boolean, decide: () => void) {
  const [isPressed, setPressed] = useState(false);
  const decideLast = useRef(decide);
  useEffect(() => {
    decideLast.current = decide;
  });
  useEffect(() => {
    if (!isPressed || !isChecked) return;
    setPressed(false);
    decideLast.current();
  }, [isPressed, isChecked]);
  return { isPressed, press: () => setPressed(true) };
}

const isAboutPart = (error: Error): error is ApiError => error instanceof ApiError && error.param !== '';

/** Adds the service's refusal to the findings, unless one of them already prevents publishing. */
function withRefusal(findings: Finding[], error: Error | null, steps: readonly Step[]): Finding[] {
  if (error === null || !isAboutPart(error) || findings.some(({ blocks }) => blocks)) return findings;
  const { code, param, message } = error;
  return [...findings, findingOf({ code, path: param, message, blocks: true }, steps)];
}

/** The step, or the trigger, that was refused; null means none. */
function placeOfRefusal(error: Error, steps: readonly Step[]): string | null {
  if (!(error instanceof ApiError)) return null;
  const { stepId, path } = findingOf({ code: '', path: error.param, message: '', blocks: true }, steps);
  return stepId ?? (path.startsWith('/trigger') ? START : null);
}
