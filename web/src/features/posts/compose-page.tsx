import '../../base/parts/compose.css';
import { Box, SegmentedControl, SimpleGrid } from '@mantine/core';
import { useSelector } from '@xstate/store-react';
import { useState } from 'react';
import { useParams, useSearchParams } from 'wouter';
import { messageOf, type Post } from '../../base/api.ts';
import { newIdempotencyKey } from '../../base/parts/idempotency-key.ts';
import { Fault, PageTitle, Waiting } from '../../base/parts/states.tsx';
import { useAccounts } from '../accounts/index.ts';
import { ComposeBar } from './compose-bar.tsx';
import { whatStops } from './compose-check.ts';
import { KeepingNotes } from './composer/keeping-notes.tsx';
import { textOf } from './composer/keeping.ts';
import type { Copy } from './composer/shapes.ts';
import { useComposer, useCopy } from './composer/use-composer.ts';
import { type Draft, draftOf, emptyDraft } from './draft.ts';
import { withOwnText } from './own-text.ts';
import { PreviewPanel } from './preview.tsx';
import { usePost } from './queries.ts';
import { WriteFields } from './write-fields.tsx';

/** A new post, or one that is edited: the address says which. */
export default function ComposePage() {
  const { id } = useParams<{ id?: string }>();
  const [search] = useSearchParams();
  const post = usePost(id);
  const copy = useCopy(id ?? null);
  if (id !== undefined && post.isError)
    return <Fault message={messageOf(post.error)} onRetry={() => void post.refetch()} />;
  if (copy.isPending || (id !== undefined && post.isPending)) return <Waiting />;
  if (id === undefined) {
    const at = search.get('at') ?? '';
    return <Composer key="new" post={null} start={emptyDraft()} at={at} copy={copy.data} />;
  }
  return <Composer key={id} post={post.data!} start={draftOf(post.data!)} at="" copy={copy.data} />;
}

interface ComposerProps {
  /** The post that is edited; null means a new one. */
  post: Post | null;
  start: Draft;
  /** The day on the calendar it is written for, a wall time; empty: none. */
  at: string;
  /** What the service has of it; undefined means that it could not be read. */
  copy: Copy | null | undefined;
}

type Side = 'write' | 'preview';

function Composer({ post, start, at, copy }: ComposerProps) {
  const store = useComposer({ post, start: forDay(start, at), copy });
  const now = useSelector(store, ({ context }) => context);
  const { draft: written, sending, check } = now;
  const [side, setSide] = useState<Side>('write');
  const accounts = useAccounts();
  const setDraft = (change: (draft: Draft) => Draft) => store.trigger.changed({ change });

  const known = accounts.data;
  const chosen = known?.filter(({ id }) => written.accountIds.includes(id)) ?? [];
  // an account may have been disconnected since the text was kept
  const accountIds = known === undefined ? written.accountIds : chosen.map(({ id }) => id);
  const draft = { ...written, accountIds };
  const { missing, refused, isRefused, platforms } = whatStops(now, { post, draft, chosen });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (missing === null && !isRefused) store.trigger.send({ key: newIdempotencyKey() });
      }}
    >
      <PageTitle>{post === null ? 'New post' : 'Edit the post'}</PageTitle>
      <KeepingNotes store={store} />
      <SideSwitch side={side} isRefused={refused !== null} onChange={setSide} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Box {...(side === 'write' ? {} : { visibleFrom: 'md' })}>
          <WriteFields
            post={post}
            draft={draft}
            platforms={platforms}
            isRestored={now.isBack}
            setDraft={setDraft}
            onUploading={(files) => store.trigger.uploading({ files })}
          />
        </Box>
        <Box {...(side === 'preview' ? {} : { visibleFrom: 'md' })}>
          <PreviewPanel
            check={check}
            overrides={draft.overrides}
            onOwnText={(account, text) =>
              setDraft((before) => ({ ...before, overrides: withOwnText(before.overrides, account, text) }))
            }
          />
        </Box>
      </SimpleGrid>
      {sending.error && <SaveFault error={sending.error} />}
      <ComposeBar
        post={post}
        draft={draft}
        missing={missing}
        refused={isRefused ? refused : null}
        isSaving={sending.state === 'saving' || sending.state === 'sending'}
        canDiscard={now.text !== textOf(now.start)}
        onDiscard={() => store.trigger.discard({})}
        onSeePreview={() => setSide('preview')}
      />
    </form>
  );
}

/** A day that was chosen on the calendar. */
const forDay = (draft: Draft, at: string): Draft => (at === '' ? draft : { ...draft, timing: 'at', at });

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
