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
interface Theirs {
  /** Whether they have published a version; otherwise they have saved or discarded a draft. */
  isPublished: boolean;
  terms: Terms;
  /** null means their name is not known. */
  by: string | null;
}

export interface ServerDraft {
  /** `off`: nothing is written that is not published. */
  status: 'off' | 'writing' | 'saved' | 'failed' | 'taken';
  /** Why it could not be saved; null means it could. */
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

/** What the service has, what is here, and what is under way. */
interface LocalDraft {
  version: number;
  revision: number;
  hasDraft: boolean;
  /** What the service has, as text. */
  saved: string;
  /** What is here, as text. */
  text: string;
  isStopped: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
  saving: Promise<void> | null;
}

function startOf(automation: Automation | null, opened: DraftReply | null, text: string): LocalDraft {
  const draft = opened?.draft ?? null;
  // a draft that cannot be shown stays until something is written
  const isShown = draft !== null && termsOfDraft(draft) !== null;
  return {
    version: automation?.version ?? 0,
    revision: opened?.revision ?? 0,
    hasDraft: draft !== null,
    saved: isShown ? JSON.stringify([draft.trigger, draft.steps]) : publishedText(automation),
    text,
    isStopped: automation === null,
    timer: undefined,
    saving: null,
  };
}

const publishedText = (automation: Automation | null): string =>
  automation === null ? '' : textOf(automation);

/** @param opened the draft as it was read; null means a new automation, which has none */
export function useServerDraft(
  automation: Automation | null,
  opened: DraftReply | null,
  written: Terms,
): ServerDraft {
  const { slug } = useWorkspace();
  const text = textOf(written);
  const [status, setStatus] = useState<ServerDraft['status']>(() => (opened?.draft ? 'saved' : 'off'));
  const [problem, setProblem] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  const local = useRef(startOf(automation, opened, text));
  const [version, setVersion] = useState(local.current.version);
  const about = { id: automation?.id ?? '', workspace: slug };
  const setters = { setStatus, setProblem, setTheirs, setVersion };
  const saving = { kept: local.current, about, published: publishedText(automation), ...setters };
  useSaving(saving, { isNew: automation === null, text });
  return {
    status,
    problem,
    theirs,
    version,
    keepMine: () => {
      local.current.isStopped = false;
      setTheirs(null);
      setStatus('writing');
      void save(saving, { force: true });
    },
    settle: async () => {
      local.current.isStopped = true;
      clearTimeout(local.current.timer);
      await local.current.saving;
    },
    goOn: () => {
      if (automation === null || theirs !== null) return;
      local.current.isStopped = false;
      if (local.current.text !== local.current.saved) void save(saving);
    },
    end: async () => {
      const { hasDraft, revision } = local.current;
      if (!hasDraft) return;
      // it may be gone, or somebody else's by now
      await call('discardDmAutomationDraft', { ...about, revision }).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
      });
    },
  };
}

interface Saving {
  kept: LocalDraft;
  about: { id: string; workspace: string };
  /** What is published, as text. */
  published: string;
  setStatus: (status: ServerDraft['status']) => void;
  setProblem: (problem: string | null) => void;
  setTheirs: (theirs: Theirs | null) => void;
  setVersion: (version: number) => void;
}

interface HowToSave {
  /** In place of what somebody else has saved. */
  force?: boolean;
  /** The request outlives the page. */
  keepalive?: boolean;
}

/** Saves after each pause in writing, and when the page is left. */
function useSaving(saving: Saving, { isNew, text }: { isNew: boolean; text: string }): void {
  const { kept, setStatus } = saving;
  const last = useRef(saving);
  useEffect(() => {
    last.current = saving;
  });

  useEffect(() => {
    kept.text = text;
    if (kept.isStopped || text === kept.saved) return;
    setStatus('writing');
    clearTimeout(kept.timer);
    kept.timer = setTimeout(() => void save(last.current), QUIET_MS);
  }, [kept, setStatus, text]);

  useEffect(() => {
    kept.isStopped = isNew;
    const leave = () => {
      if (!kept.isStopped && kept.text !== kept.saved) void save(last.current, { keepalive: true });
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
      clearTimeout(kept.timer);
      kept.isStopped = true;
    };
  }, [kept, isNew]);
}

/** Saves what is here once what is being saved has ended, and again when more was written meanwhile. */
function save(saving: Saving, how: HowToSave = {}): Promise<void> {
  const { kept, about, setStatus, setProblem, setTheirs } = saving;
  clearTimeout(kept.timer);
  const before = kept.saving;
  const run = async () => {
    await before;
    try {
      if (how.force || kept.saved !== kept.text) await put(saving, how);
      else setStatus(kept.hasDraft ? 'saved' : 'off');
      setProblem(null);
      if (kept.saved !== kept.text && !kept.isStopped)
        kept.timer = setTimeout(() => void save(saving), QUIET_MS);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        kept.isStopped = true;
        setStatus('taken');
        setTheirs(await readTheirs(about, error.code === 'version_outdated').catch(() => null));
        return;
      }
      setStatus('failed');
      setProblem(messageOf(error));
      if (!kept.isStopped) kept.timer = setTimeout(() => void save(saving), AGAIN_MS);
    }
  };
  kept.saving = run();
  return kept.saving;
}

/** Sends what is here. Where it is what is published, there is no draft any more. */
async function put(saving: Saving, { force = false, keepalive = false }: HowToSave): Promise<void> {
  const { kept, about, published, setStatus, setVersion } = saving;
  const sent = kept.text;
  if (sent === published && !force) {
    if (kept.hasDraft) {
      await call('discardDmAutomationDraft', { ...about, revision: kept.revision }, { keepalive });
      kept.revision += 1;
    }
    Object.assign(kept, { hasDraft: false, saved: sent });
    setStatus('off');
    return;
  }
  const [trigger, steps] = JSON.parse(sent) as [Trigger, Step[]];
  const expected = force ? {} : { version: kept.version, revision: kept.revision };
  const { draft } = await call(
    'saveDmAutomationDraft',
    { ...about, trigger, steps, ...expected },
    { keepalive },
  );
  Object.assign(kept, { version: draft.version, revision: draft.revision, hasDraft: true, saved: sent });
  setVersion(draft.version);
  setStatus('saved');
}

const textOf = ({ trigger, steps }: Terms): string => JSON.stringify([trigger, steps]);

/** The trigger and the steps of a draft that the outline can show; null means it has a shape that it cannot. */
export function termsOfDraft({ trigger, steps }: Draft): Terms | null {
  if (steps.length === 0) return { trigger: trigger as Trigger, steps: [] };
  const idOf = (id: unknown) => (typeof id === 'string' && id !== '' ? id : newStepId());
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
