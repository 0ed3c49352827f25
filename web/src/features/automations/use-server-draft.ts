/**
 * The draft of an automation at the service: it is saved while somebody writes, and nobody gets it before it is published.
 * When somebody else was faster, nothing is saved any more until the person has decided.
 */
import { useEffect, useRef, useState } from 'react';
import { ApiError, call, messageOf } from '../../base/api.ts';
import { useWorkspace } from '../../base/session.ts';
import { newStepId } from './blocks.ts';
import type { Terms } from './compare.ts';
import { parseSteps } from './outline.ts';
import type { Automation, Draft, DraftReply, Step, Trigger } from './shapes.ts';

/** Nothing is typed for this long before it is saved, ms. */
const QUIET_MS = 800;
/** After this time a save that failed is tried again, ms. */
const AGAIN_MS = 5_000;

/** What somebody else did meanwhile. */
export interface Theirs {
  /** Whether they have published a version; otherwise they have saved or discarded a draft. */
  isPublished: boolean;
  terms: Terms;
  /** null: their name is not known. */
  by: string | null;
}

export interface ServerDraft {
  /** `off`: nothing is written that is not published. */
  status: 'off' | 'writing' | 'saved' | 'failed' | 'taken';
  /** Why it could not be saved; null: it could. */
  problem: string | null;
  theirs: Theirs | null;
  /** The version that what is written replaces. */
  version: number;
  /** Saves what is here in place of theirs. */
  keepMine: () => void;
  /** Saves nothing more, and waits for what is being saved. */
  settle: () => Promise<void>;
  /** Goes on saving. */
  goOn: () => void;
  /** It was published: the draft ends, unless somebody else has saved it meanwhile. */
  end: () => Promise<void>;
}

/** @param opened the draft as it was read; null: a new automation, which has none */
export function useServerDraft(
  automation: Automation | null,
  opened: DraftReply | null,
  written: Terms,
): ServerDraft {
  const { slug } = useWorkspace();
  const isNew = automation === null;
  const about = { id: automation?.id ?? '', workspace: slug };
  const published = automation === null ? '' : textOf(automation);
  const text = textOf(written);
  const [status, setStatus] = useState<ServerDraft['status']>(() => (opened?.draft ? 'saved' : 'off'));
  const [problem, setProblem] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  const at = useRef({
    version: automation?.version ?? 0,
    revision: opened?.revision ?? 0,
    hasDraft: opened?.draft !== null && opened !== null,
    /** What the service has. A draft that cannot be shown stays until something is written. */
    saved:
      opened?.draft && termsOfDraft(opened.draft) !== null
        ? JSON.stringify([opened.draft.trigger, opened.draft.steps])
        : published,
    /** What is here. */
    text,
    isStopped: isNew,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
    saving: null as Promise<void> | null,
  });
  const [version, setVersion] = useState(at.current.version);

  const put = async (force: boolean, keepalive: boolean) => {
    const now = at.current;
    const sent = now.text;
    if (sent === published && !force) {
      if (now.hasDraft) {
        await call('discardDmAutomationDraft', { ...about, revision: now.revision }, { keepalive });
        now.revision += 1;
      }
      Object.assign(now, { hasDraft: false, saved: sent });
      return setStatus('off');
    }
    const [trigger, steps] = JSON.parse(sent) as [Trigger, Step[]];
    const known = force ? {} : { version: now.version, revision: now.revision };
    const content = { ...about, trigger, steps, ...known };
    const { draft } = await call('saveDmAutomationDraft', content, { keepalive });
    Object.assign(now, { version: draft.version, revision: draft.revision, hasDraft: true, saved: sent });
    setVersion(draft.version);
    return setStatus('saved');
  };

  const save = (force = false, keepalive = false): Promise<void> => {
    const now = at.current;
    clearTimeout(now.timer);
    const run = async () => {
      await now.saving;
      try {
        if (force || now.saved !== now.text) await put(force, keepalive);
        else setStatus(now.hasDraft ? 'saved' : 'off');
        setProblem(null);
        if (now.saved !== now.text && !now.isStopped) now.timer = setTimeout(() => void save(), QUIET_MS);
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) {
          now.isStopped = true;
          setStatus('taken');
          setTheirs(await readTheirs(about, error.code === 'version_outdated').catch(() => null));
          return;
        }
        setStatus('failed');
        setProblem(messageOf(error));
        if (!now.isStopped) now.timer = setTimeout(() => void save(), AGAIN_MS);
      }
    };
    now.saving = run();
    return now.saving;
  };
  const saveLast = useRef(save);
  useEffect(() => {
    saveLast.current = save;
  });

  useEffect(() => {
    const now = at.current;
    now.text = text;
    if (now.isStopped || text === now.saved) return;
    setStatus('writing');
    clearTimeout(now.timer);
    now.timer = setTimeout(() => void saveLast.current(), QUIET_MS);
  }, [text]);

  useEffect(() => {
    const now = at.current;
    now.isStopped = isNew;
    const leave = () => {
      if (!now.isStopped && now.text !== now.saved) void saveLast.current(false, true);
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
      clearTimeout(now.timer);
      now.isStopped = true;
    };
  }, [isNew]);

  return {
    status,
    problem,
    theirs,
    version,
    keepMine: () => {
      at.current.isStopped = false;
      setTheirs(null);
      setStatus('writing');
      void save(true);
    },
    settle: async () => {
      at.current.isStopped = true;
      clearTimeout(at.current.timer);
      await at.current.saving;
    },
    goOn: () => {
      if (automation === null || theirs !== null) return;
      at.current.isStopped = false;
      if (at.current.text !== at.current.saved) void save();
    },
    end: async () => {
      const { hasDraft, revision } = at.current;
      if (!hasDraft) return;
      // it may be gone, or somebody else's by now
      await call('discardDmAutomationDraft', { ...about, revision }).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
      });
    },
  };
}

const textOf = ({ trigger, steps }: Terms): string => JSON.stringify([trigger, steps]);

/** The trigger and the steps of a draft that the outline can show; null: it has a shape that it cannot. */
export function termsOfDraft({ trigger, steps }: Draft): Terms | null {
  if (steps.length === 0) return { trigger: trigger as Trigger, steps: [] };
  const idOf = (given: unknown) => (typeof given === 'string' && given !== '' ? given : newStepId());
  const read = parseSteps(JSON.stringify(steps), idOf);
  return read === null || typeof trigger['type'] !== 'string'
    ? null
    : { trigger: trigger as Trigger, steps: read };
}

/** What is there now in place of what was read. */
async function readTheirs(
  about: { id: string; workspace: string },
  isPublished: boolean,
): Promise<Theirs | null> {
  const [{ automation }, { draft }, { versions }] = await Promise.all([
    call('getDmAutomation', about),
    call('getDmAutomationDraft', about),
    call('listDmAutomationVersions', { ...about, limit: 1 }),
  ]);
  const drafted = isPublished || draft === null ? null : termsOfDraft(draft);
  const by = drafted === null ? versions[0]?.by : draft?.by;
  return { isPublished, terms: drafted ?? (automation as Automation), by: by?.name ?? null };
}
