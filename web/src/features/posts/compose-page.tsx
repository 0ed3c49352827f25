import '../../base/parts/compose.css';
import { useAccounts } from '../accounts/index.ts';
import { Box, SegmentedControl, SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { useParams, useSearchParams } from 'wouter';
import { messageOf, type Post } from '../../base/api.ts';
import { useKeptDraft } from '../../base/parts/kept-draft.ts';
import { Fault, PageTitle, Waiting } from '../../base/parts/states.tsx';
import { ComposeBar } from './compose-bar.tsx';
import { useCheck } from './compose-check.ts';
import { type Draft, draftOf, emptyDraft, parseDraft } from './draft.ts';
import { withOwnText } from './own-text.ts';
import { PreviewPanel } from './preview.tsx';
import { usePost } from './queries.ts';
import { useSave } from './save-post.ts';
import { WriteFields } from './write-fields.tsx';

/** A new post, or one that is edited: the address says which. */
export default function ComposePage() {
  const { id } = useParams<{ id?: string }>();
  const [search] = useSearchParams();
  const post = usePost(id);
  if (id === undefined) {
    const at = search.get('at') ?? '';
    return <Composer key="new" post={null} start={emptyDraft()} at={at} />;
  }
  if (post.isPending) return <Waiting />;
  if (post.isError) return <Fault message={messageOf(post.error)} onRetry={() => void post.refetch()} />;
  return <Composer key={id} post={post.data} start={draftOf(post.data)} at="" />;
}

interface ComposerProps {
  /** The post that is edited; null means a new one. */
  post: Post | null;
  start: Draft;
  /** The day on the calendar it is written for, a wall time; empty: none. */
  at: string;
}

type Side = 'write' | 'preview';

/** What is written, kept in the browser. A day that was chosen on the calendar goes before the kept one. */
function useWritten({ post, start, at }: ComposerProps) {
  const forDay = (draft: Draft): Draft => (at === '' ? draft : { ...draft, timing: 'at', at });
  const written = useKeptDraft(post?.id ?? 'new', forDay(start), (text) => {
    const known = parseDraft(text);
    return known && forDay(known);
  });
  const giveOwnText = (account: { id: string; platform: string }, text: string | null) =>
    written.setDraft((before) => ({
      ...before,
      overrides: withOwnText(before.overrides, account, text),
    }));
  return { ...written, giveOwnText };
}

function Composer(props: ComposerProps) {
  const { post } = props;
  const written = useWritten(props);
  const { setDraft } = written;
  const [isUploading, setUploading] = useState(false);
  const [side, setSide] = useState<Side>('write');
  const accounts = useAccounts();

  const known = accounts.data;
  const chosen = known?.filter(({ id }) => written.draft.accountIds.includes(id)) ?? [];
  // an account may have been disconnected since the text was kept
  const accountIds = known === undefined ? written.draft.accountIds : chosen.map(({ id }) => id);
  const draft = { ...written.draft, accountIds };
  const check = useCheck({ post, draft, chosen, isUploading });
  const { missing, refused, isRefused } = check;
  const save = useSave(post, draft, chosen, written.forget);

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (missing === null && !isRefused) save.mutate();
      }}
    >
      <PageTitle>{post === null ? 'New post' : 'Edit the post'}</PageTitle>
      <SideSwitch side={side} isRefused={refused !== null} onChange={setSide} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Box {...(side === 'write' ? {} : { visibleFrom: 'md' })}>
          <WriteFields
            post={post}
            draft={draft}
            platforms={check.platforms}
            isRestored={written.isBack && written.isTouched}
            setDraft={setDraft}
            onUploading={setUploading}
          />
        </Box>
        <Box {...(side === 'preview' ? {} : { visibleFrom: 'md' })}>
          <PreviewPanel
            preview={check.preview}
            isOld={check.isOld}
            overrides={draft.overrides}
            onOwnText={written.giveOwnText}
          />
        </Box>
      </SimpleGrid>
      {save.isError && <SaveFault error={save.error} />}
      <ComposeBar
        post={post}
        draft={draft}
        missing={missing}
        refused={isRefused ? refused : null}
        isSaving={save.isPending}
        canDiscard={written.isTouched}
        onDiscard={written.forget}
        onSeePreview={() => setSide('preview')}
      />
    </form>
  );
}

function SaveFault({ error }: { error: Error }) {
  return (
    <Box mt="md">
      <Fault message={messageOf(error)} />
    </Box>
  );
}

/** On a narrow screen either the fields or the preview are shown. */
function SideSwitch(props: { side: Side; isRefused: boolean; onChange: (side: Side) => void }) {
  const { side, isRefused, onChange } = props;
  return (
    <SegmentedControl
      hiddenFrom="md"
      fullWidth
      mb="md"
      aria-label="Write, or see the preview"
      data={[
        { value: 'write', label: 'Write' },
        { value: 'preview', label: isRefused ? 'Preview (!)' : 'Preview' },
      ]}
      value={side}
      onChange={onChange}
    />
  );
}
