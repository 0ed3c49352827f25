import { Button, Group, SegmentedControl, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'wouter';
import { ApiError, call, messageOf, type Post, type Reply } from '../api.ts';
import { Fault, PageTitle, Waiting } from '../parts/states.tsx';
import { inZone } from '../parts/times.ts';
import { useWorkspace } from '../session.ts';
import { AccountField } from './account-field.tsx';
import { bodyOf, type Draft, draftOf, emptyDraft, type Timing, validateBodyOf } from './draft.ts';
import { MediaField } from './media-field.tsx';
import { NetworkOptions } from './network-options.tsx';
import { PreviewPanel, usePreview } from './preview.tsx';
import { place } from './pages.ts';
import { isNoList, useAccounts, useChangePost, usePost } from './queries.ts';

/** How long after the last key the preview is asked, ms. */
const CALM_MS = 350;

/** A new post, or one that is edited: the address tells which. */
export default function ComposePage() {
  const { id } = useParams<{ id?: string }>();
  const [search] = useSearchParams();
  const post = usePost(id);
  if (id === undefined) {
    const at = search.get('at') ?? '';
    return <Composer key="new" post={null} start={emptyDraft(at === '' ? 'now' : 'at', at)} />;
  }
  if (post.isPending) return <Waiting />;
  if (post.isError) return <Fault message={messageOf(post.error)} onRetry={() => void post.refetch()} />;
  return <Composer key={id} post={post.data} start={draftOf(post.data)} />;
}

function Composer({ post, start }: { post: Post | null; start: Draft }) {
  const { slug, timezone } = useWorkspace();
  const [draft, setDraft] = useState(start);
  const [isUploading, setUploading] = useState(false);
  const accounts = useAccounts();
  const set = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));

  const known = accounts.data ?? [];
  const chosen = known.filter(({ id }) => draft.accountIds.includes(id));
  const platforms = new Set(chosen.map(({ platform }) => platform));
  const isEmpty = draft.accountIds.length === 0 || (draft.content.trim() === '' && draft.media.length === 0);
  const wanted = isEmpty ? null : JSON.stringify({ ...validateBodyOf(draft, platforms), workspace: slug });
  const [asked] = useDebouncedValue(wanted, CALM_MS);
  const preview = usePreview(asked === null || wanted === null ? null : (JSON.parse(asked) as object));
  const isOld = wanted !== asked;

  const save = useSave(post, draft, platforms);
  const missing = whatIsMissing(draft, isUploading);
  const refused =
    !isOld && preview.data !== undefined && !preview.data.valid
      ? 'A network would refuse this: see the preview.'
      : null;

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (missing === null) save.mutate();
      }}
    >
      <PageTitle>{post === null ? 'New post' : 'Edit the post'}</PageTitle>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Stack>
          {accounts.isPending ? (
            <Waiting rows={1} label="Reading the accounts" />
          ) : accounts.isError ? (
            <Fault message={messageOf(accounts.error)} onRetry={() => void accounts.refetch()} />
          ) : (
            <AccountField
              accounts={known}
              value={draft.accountIds}
              onChange={(accountIds) => set({ accountIds })}
            />
          )}
          <Textarea
            label="Text"
            autosize
            minRows={5}
            maxRows={18}
            maxLength={100_000}
            value={draft.content}
            onChange={(event) => set({ content: event.currentTarget.value })}
          />
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
          <TimingField post={post} draft={draft} timezone={timezone} onChange={set} />
          {save.isError && <Fault message={messageOf(save.error)} />}
          <Text size="sm" c="dimmed" id="what-is-missing" role="status" ta="right" mih={22}>
            {missing ?? refused}
          </Text>
          <Group justify="flex-end" gap="sm">
            <Button component={Link} href={post === null ? '/posts' : `/posts/${post.id}`} variant="default">
              Cancel
            </Button>
            <Button
              type="submit"
              loading={save.isPending}
              disabled={missing !== null}
              aria-describedby="what-is-missing"
            >
              {LABELS[draft.timing]}
            </Button>
          </Group>
        </Stack>
        <PreviewPanel preview={preview} isOld={isOld} />
      </SimpleGrid>
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

function whatIsMissing(
  { accountIds, content, media, timing, at }: Draft,
  isUploading: boolean,
): string | null {
  if (isUploading) return 'A file is still on its way up.';
  if (accountIds.length === 0) return 'Choose an account.';
  if (content.trim() === '' && media.length === 0) return 'Write something, or add a picture.';
  if (timing === 'at' && at === '') return 'Choose a time.';
  return null;
}

/** Makes or changes the post, then shows it. The same post sent twice is made once. */
function useSave(post: Post | null, draft: Draft, platforms: Set<string>) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const change = useChangePost();
  const [, go] = useLocation();
  const sent = useRef({ text: '', key: '' });
  return useMutation({
    mutationFn: async (): Promise<Post> => {
      const body = bodyOf(draft, platforms);
      if (post !== null) return change.mutateAsync({ id: post.id, change: body });
      const text = JSON.stringify(body);
      if (sent.current.text !== text) sent.current = { text, key: newIdempotencyKey() };
      const options = { body: { ...body, workspace: slug }, idempotencyKey: sent.current.key };
      return (await call<Reply<'createPost'>>('POST', '/v1/posts', options)).post;
    },
    onSuccess: (saved) => {
      queries.setQueryData(['posts', slug, 'one', saved.id], saved);
      place(queries, slug, [saved.id], [saved]);
      void queries.invalidateQueries({ queryKey: ['posts', slug], predicate: isNoList });
      notifications.show({ message: done(saved) });
      go(`/posts/${saved.id}`);
    },
  });
}

function done({ status, scheduledAt, timezone }: Post): string {
  if (status === 'draft') return 'Saved as a draft.';
  if (status === 'scheduled' && scheduledAt !== null)
    return `It goes out on ${inZone(scheduledAt, timezone)}.`;
  return 'It is on its way.';
}

// randomUUID is there under https and on localhost alone
const newIdempotencyKey = () => [...crypto.getRandomValues(new Uint32Array(4))].join('-');

function TimingField({
  post,
  draft,
  timezone,
  onChange,
}: {
  post: Post | null;
  draft: Draft;
  timezone: string;
  onChange: (changes: Partial<Draft>) => void;
}) {
  const { slug } = useWorkspace();
  const { timing, at } = draft;
  const slot = useQuery({
    queryKey: ['posts', slug, 'next-slot'],
    queryFn: ({ signal }) => call<Reply<'getNextSlot'>>('GET', `/v1/next-slot?workspace=${slug}`, { signal }),
    enabled: timing === 'slot',
    retry: false,
  });
  const keeps = post !== null && post.status !== 'failed';
  const choices = [
    ...(keeps ? [{ value: 'keep', label: post.status === 'draft' ? 'Stay a draft' : 'Keep the time' }] : []),
    { value: 'now', label: 'Now' },
    { value: 'slot', label: 'Next slot' },
    { value: 'at', label: 'At a time' },
    ...(keeps && post.status === 'draft' ? [] : [{ value: 'draft', label: 'Draft' }]),
  ];
  const noSchedule = slot.error instanceof ApiError && slot.error.code === 'no_posting_schedule';
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600} id="timing">
        When
      </Text>
      <SegmentedControl
        aria-labelledby="timing"
        data={choices}
        value={timing}
        onChange={(value) => onChange({ timing: value as Timing })}
        fullWidth
        size="sm"
      />
      {timing === 'slot' && (
        <Text size="sm" c="dimmed" role="status">
          {slot.data !== undefined && `The next free slot is ${inZone(slot.data.scheduledAt, timezone)}.`}
          {noSchedule && 'This workspace has no posting schedule: choose a time instead.'}
          {slot.isError && !noSchedule && messageOf(slot.error)}
        </Text>
      )}
      {(timing === 'at' || timing === 'draft') && (
        <TextInput
          type="datetime-local"
          label={timing === 'at' ? 'Date and time' : 'Place on the calendar'}
          description={
            timing === 'at' ? `In ${timezone}, the workspace’s time zone.` : `In ${timezone}. May stay empty.`
          }
          value={at}
          required={timing === 'at'}
          onChange={(event) => onChange({ at: event.currentTarget.value })}
        />
      )}
    </Stack>
  );
}
