/** What is edited, and what is known of it. */
import { useMemo, useState } from 'react';
import type { Account } from '../../base/api.ts';
import { countsOf } from './counts.ts';
import { useFindings } from './findings.ts';
import { useStats } from './queries.ts';
import { useTests } from './saved-tests.ts';
import type { Automation, AutomationPlatform, DraftReply, Flow } from './shapes.ts';
import { termsOfDraft, useServerDraft } from './use-server-draft.ts';
import { useEditing } from './use-editing.ts';

export interface EditorProps {
  /** The automation that is changed; null means a new one. */
  automation: Automation | null;
  /** Names what is kept in the browser until it is saved. */
  name: string;
  /** Those to choose from. */
  accounts: Account[];
  start: Flow;
  /** The draft as it was read; null means a new automation, which has none. */
  opened: DraftReply | null;
  /** Opens the newest version instead. */
  onReload?: () => Promise<void>;
}

export function useEditor({ automation, name, accounts, start, opened }: EditorProps) {
  const [drafted] = useState(() => (opened?.draft ? termsOfDraft(opened.draft) : null));
  const editing = useEditing(name, start, automation === null ? null : (drafted ?? start));
  const { flow } = editing;
  const draft = useServerDraft(automation, opened, flow);
  const tests = useTests(automation?.id ?? null, editing);
  const platform = (accounts.find(({ id }) => id === flow.accountId)?.platform ??
    automation?.platform ??
    'instagram') as AutomationPlatform;
  const checked = useFindings(flow, { platform, tests: tests.list });
  const { data: stats } = useStats(automation?.id ?? '', automation !== null);
  const counts = useMemo(() => countsOf(stats?.versions ?? [], 'all'), [stats]);
  return { automation, editing, draft, isDraftShown: drafted !== null, tests, platform, checked, counts };
}

export type Edited = ReturnType<typeof useEditor>;
