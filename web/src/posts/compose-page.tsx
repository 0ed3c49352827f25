import './compose.css';
import {
  Anchor,
  Box,
  Button,
  Group,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
} from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'wouter';
import { messageOf, type Post, type Preview } from '../api.ts';
import { Confirm } from '../parts/confirm.tsx';
import { isWhole } from '../parts/moment.ts';
import { Fault, PageTitle, Waiting } from '../parts/states.tsx';
import { useWorkspace } from '../session.ts';
import { AccountField } from './account-field.tsx';
import { type Draft, draftOf, emptyDraft, type Timing, validateBodyOf } from './draft.ts';
import { useKeptDraft } from './kept-draft.ts';
import { MediaField } from './media-field.tsx';
import { NetworkOptions } from './network-options.tsx';
import { PreviewPanel, usePreview } from './preview.tsx';
import { useAccounts, usePost } from './queries.ts';
import { useSave } from './save-post.ts';
import { TimingField, whenText } from './timing-field.tsx';

/** The preview is asked for this long after the last key, ms. */
const QUIET_MS = 350;

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
  /** The post that is edited; null: a new one. */
  post: Post | null;
  start: Draft;
  /** The day on the calendar it is written for, a wall time; empty: none. */
  at: string;
}

function Composer({ post, start, at }: ComposerProps) {
  const { slug } = useWorkspace();
  const forDay = (draft: Draft): Draft => (at === '' ? draft : { ...draft, timing: 'at', at });
  const kept = useKeptDraft(post?.id ?? 'new', forDay(start), forDay);
  const { setDraft } = kept;
  const [isUploading, setUploading] = useState(false);
  const [side, setSide] = useState<'write' | 'preview'>('write');
  const accounts = useAccounts();
  const set = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));

  const known = accounts.data;
  const chosen = known?.filter(({ id }) => kept.draft.accountIds.includes(id)) ?? [];
  // an account may have been disconnected since the text was kept
  const accountIds = known === undefined ? kept.draft.accountIds : chosen.map(({ id }) => id);
  const draft = { ...kept.draft, accountIds };
  const platforms = new Set(chosen.map(({ platform }) => platform));
  const isEmpty = accountIds.length === 0 || (draft.content.trim() === '' && draft.media.length === 0);
  const wanted = isEmpty ? null : JSON.stringify({ ...validateBodyOf(draft, platforms), workspace: slug });
  const [asked] = useDebouncedValue(wanted, QUIET_MS);
  const preview = usePreview(asked === null || wanted === null ? null : (JSON.parse(asked) as object));
  const isOld = wanted !== asked;

  const save = useSave(post, draft, platforms, kept.forget);
  // a draft may be saved unfinished
  const isUnfinishedFine = isDraft(draft.timing, post);
  const missing = whatIsMissing({ draft, platforms, isUploading, isUnfinishedFine });
  const refused = isOld || preview.data === undefined ? null : whoRefuses(preview.data);
  const isRefused = refused !== null && !isUnfinishedFine;

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (missing === null && !isRefused) save.mutate();
      }}
    >
      <PageTitle>{post === null ? 'New post' : 'Edit the post'}</PageTitle>
      <SegmentedControl
        hiddenFrom="md"
        fullWidth
        mb="md"
        aria-label="Write, or see the preview"
        data={[
          { value: 'write', label: 'Write' },
          { value: 'preview', label: refused === null ? 'Preview' : 'Preview (!)' },
        ]}
        value={side}
        onChange={setSide}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Box {...(side === 'write' ? {} : { visibleFrom: 'md' })}>
          <Stack gap="lg">
            {kept.isBack && kept.isTouched && (
              <Text size="sm" c="dimmed" role="status">
                Your unfinished text was restored.
              </Text>
            )}
            <Textarea
              label="Text"
              autosize
              autoFocus
              minRows={6}
              maxRows={18}
              maxLength={100_000}
              value={draft.content}
              onChange={(event) => set({ content: event.currentTarget.value })}
            />
            {accounts.isPending ? (
              <Waiting rows={1} label="Reading the accounts" />
            ) : accounts.isError ? (
              <Fault message={messageOf(accounts.error)} onRetry={() => void accounts.refetch()} />
            ) : (
              <AccountField
                accounts={accounts.data}
                value={accountIds}
                onChange={(ids) => set({ accountIds: ids })}
              />
            )}
            <MediaField
              value={draft.media}
              onChange={(change) => setDraft((before) => ({ ...before, media: change(before.media) }))}
              onBusy={setUploading}
            />
            <NetworkOptions
              platforms={platforms}
              value={draft.options}
              onChange={(options) => set({ options })}
            />
            <TimingField post={post} draft={draft} onChange={set} />
          </Stack>
        </Box>
        <Box {...(side === 'preview' ? {} : { visibleFrom: 'md' })}>
          <PreviewPanel preview={preview} isOld={isOld} />
        </Box>
      </SimpleGrid>
      {save.isError && (
        <Box mt="md">
          <Fault message={messageOf(save.error)} />
        </Box>
      )}
      <Bar
        post={post}
        draft={draft}
        missing={missing}
        refused={isRefused ? refused : null}
        isSaving={save.isPending}
        canDiscard={kept.isTouched}
        onDiscard={kept.forget}
        onSeePreview={() => setSide('preview')}
      />
    </form>
  );
}

const LABELS: { [timing in Timing]: string } = {
  now: 'Publish now',
  slot: 'Take the slot',
  at: 'Schedule',
  draft: 'Save as draft',
  keep: 'Save',
};

/** What keeps the post from going out, and the button that sends it: always in sight. */
function Bar(props: {
  post: Post | null;
  draft: Draft;
  missing: string | null;
  refused: string | null;
  isSaving: boolean;
  canDiscard: boolean;
  onDiscard: () => void;
  onSeePreview: () => void;
}) {
  const { post, draft, missing, refused, isSaving, canDiscard, onDiscard, onSeePreview } = props;
  const { timezone } = useWorkspace();
  const [, go] = useLocation();
  const [opened, { open, close }] = useDisclosure(false);
  const leave = () => {
    onDiscard();
    go(post === null ? '/posts' : `/posts/${post.id}`);
  };
  return (
    <>
      <div className="compose-bar">
        <Text
          size="sm"
          c={missing === null && refused !== null ? 'var(--mantine-color-error)' : 'dimmed'}
          id="what-is-missing"
          role="status"
          style={{ flex: '1 1 160px' }}
        >
          {missing ?? refused ?? whenText(draft, post, timezone)}{' '}
          {missing === null && refused !== null && (
            <Anchor component="button" type="button" size="sm" hiddenFrom="md" onClick={onSeePreview}>
              See why
            </Anchor>
          )}
        </Text>
        <Group gap="sm" wrap="nowrap" ml="auto">
          <Button variant="default" onClick={canDiscard ? open : leave}>
            {canDiscard ? 'Discard…' : 'Cancel'}
          </Button>
          <Button
            type="submit"
            loading={isSaving}
            disabled={missing !== null || refused !== null}
            aria-describedby="what-is-missing"
          >
            {LABELS[draft.timing]}
          </Button>
        </Group>
      </div>
      <Confirm
        opened={opened}
        onClose={close}
        title={post === null ? 'Discard this text?' : 'Discard your changes?'}
        label="Discard"
        loading={false}
        onConfirm={leave}
      >
        {post === null
          ? 'It is kept in this browser only, and cannot be restored.'
          : 'The post stays as it was last saved.'}
      </Confirm>
    </>
  );
}

function whatIsMissing(form: {
  draft: Draft;
  platforms: Set<string>;
  isUploading: boolean;
  isUnfinishedFine: boolean;
}): string | null {
  const { draft, platforms, isUploading, isUnfinishedFine } = form;
  const { accountIds, content, media, timing, at, options } = draft;
  if (isUploading) return 'A file is still being uploaded.';
  if (content.trim() === '' && media.length === 0) return 'Write something, or add a picture.';
  if (accountIds.length === 0) return 'Choose an account.';
  if (isUnfinishedFine) return null;
  if (platforms.has('pinterest') && options.pinterestBoardId === '') return 'Choose a board for Pinterest.';
  if (platforms.has('tiktok') && options.tiktokPrivacy === '') return 'Choose who may see it on TikTok.';
  if (timing === 'at' && !isWhole(at)) return 'Choose a day and a time.';
  return null;
}

const isDraft = (timing: Timing, post: Post | null): boolean =>
  timing === 'draft' || (timing === 'keep' && post?.status === 'draft');

function whoRefuses({ accounts }: Preview): string | null {
  const refusing = accounts.filter(({ refusals }) => refusals.length > 0).length;
  if (refusing === 0) return null;
  return `${refusing} of ${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'} would refuse this: see the preview.`;
}
