import '../../base/parts/compose.css';
import './composer/composer.css';
import { Box, Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { useSelector } from '@xstate/store-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';
import { messageOf, type Post } from '../../base/api.ts';
import { Empty, Fault, PageTitle, Waiting } from '../../base/parts/states.tsx';
import { useAccounts } from '../accounts/index.ts';
import { ComposeBar } from './compose-bar.tsx';
import { whatStops } from './compose-check.ts';
import type { ComposerStore } from './composer/chart.ts';
import { cutOfText } from './composer/cuts.ts';
import { FirstCommentField } from './composer/first-comment-field.tsx';
import { KeepingNotes, KeepingState } from './composer/keeping-notes.tsx';
import { textOf } from './composer/keeping.ts';
import { ALL, NetworkTabs } from './composer/network-tabs.tsx';
import type { Composer as ComposerState, Copy } from './composer/shapes.ts';
import { ThreadField } from './composer/thread-field.tsx';
import { TextPanel } from './composer/text-panel.tsx';
import { newSendKey, useComposer, useCopy } from './composer/use-composer.ts';
import { type Draft, draftOf, emptyDraft } from './draft.ts';
import { ComposerLabels } from './labels.tsx';
import { networkTextOf, withOwnText } from './own-text.ts';
import { PreviewPanel } from './preview.tsx';
import { usePost } from './queries.ts';
import { MoreFields, Restored, ToField } from './write-fields.tsx';
import { t } from '../../base/language/text.ts';

/** A new post, or one that is edited: the address says which. */
export default function ComposePage() {
  const { id } = useParams<{ id?: string }>();
  return id === undefined ? <NewPost /> : <EditedPost id={id} />;
}

function NewPost() {
  const [search] = useSearchParams();
  const copy = useCopy(null);
  if (copy.isPending) return <Waiting />;
  const at = search.get('at') ?? '';
  return (
    <Composer
      key="new"
      post={null}
      start={emptyDraft(search.has('repeat') ? 'repeat' : 'now')}
      at={at}
      copy={copy.data}
    />
  );
}

function EditedPost({ id }: { id: string }) {
  const post = usePost(id);
  if (post.isError) return <Fault message={messageOf(post.error)} onRetry={() => void post.refetch()} />;
  if (post.isPending) return <Waiting />;
  return post.data.limited ? <NotYours id={id} /> : <WithCopy key={id} post={post.data} />;
}

function WithCopy({ post }: { post: Post }) {
  const copy = useCopy(post.id);
  if (copy.isPending) return <Waiting />;
  return <Composer post={post} start={draftOf(post)} at="" copy={copy.data} />;
}

const NotYours = ({ id }: { id: string }) => (
  <Empty
    isPage
    title={t('This is for people who reach all of its accounts')}
    action={
      <Button component={Link} href={`/posts/${id}`}>
        {t('To the post')}
      </Button>
    }
  >
    {t('The post goes to accounts too that you do not reach, so you cannot change it.')}
  </Empty>
);

interface ComposerProps {
  /** The post that is edited; null means a new one. */
  post: Post | null;
  start: Draft;
  /** The day on the calendar it is written for, a wall time; empty: none. */
  at: string;
  /** What the service has of it; undefined means that it could not be read. */
  copy: Copy | null | undefined;
}

const RepeatField = lazy(() => import('./repeat-field.tsx'));

const Repeating = (props: { draft: Draft; setDraft: (change: (draft: Draft) => Draft) => void }) => (
  <Suspense fallback={null}>
    <RepeatField {...props} />
  </Suspense>
);

type Side = 'write' | 'preview';

function Composer({ post, start, at, copy }: ComposerProps) {
  const store = useComposer({ post, start: forDay(start, at), copy });
  const now = useSelector(store, ({ context }) => context);
  const { draft: written, sending, check } = now;
  const [side, setSide] = useState<Side>('write');
  const [tab, setTab] = useState(ALL);
  const { accountIds, platforms, known } = useChosen(written.accountIds);
  const { setDraft, giveOwnText, showPreview } = useChanges(store);

  const draft = { ...written, accountIds };
  const stops = whatStops(now, { post, draft, platforms: new Set(platforms) });
  const open = platforms.includes(tab) ? tab : ALL;
  const skips = stops.refusing.length > 0 && !stops.isUnfinishedFine;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (stops.missing === null && !(skips && stops.left === 0))
          store.trigger.send({ key: newSendKey(skips) });
      }}
    >
      <Group justify="space-between" align="baseline">
        <PageTitle>{post === null ? t('New post') : t('Edit the post')}</PageTitle>
        <KeepingState store={store} />
      </Group>
      <KeepingNotes store={store} />
      <SideSwitch side={side} isRefused={stops.refusing.length > 0} onChange={setSide} />
      <div className="composer">
        <Stack gap="md" {...(side === 'write' ? {} : { visibleFrom: 'md' })}>
          {now.isBack && <Restored />}
          <Fields now={now} store={store} platforms={platforms} tab={open} onTab={setTab} />
        </Stack>
        <Box {...(side === 'preview' ? {} : { visibleFrom: 'md' })}>
          <PreviewPanel check={check} tab={open} onOwnText={giveOwnText} onLinkPreview={showPreview} />
        </Box>
      </div>
      {sending.error && <SaveFault error={sending.error} />}
      <ComposeBar
        post={post}
        draft={draft}
        accounts={known}
        stops={stops}
        isSaving={sending.state === 'saving' || sending.state === 'sending'}
        canDiscard={now.text !== textOf(now.start)}
        onDiscard={() => store.trigger.discard({})}
        onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
        onFix={(platform) => {
          setSide('write');
          setTab(platform);
        }}
      />
    </form>
  );
}

interface FieldsProps {
  now: ComposerState;
  store: ComposerStore;
  platforms: string[];
  tab: string;
  onTab: (tab: string) => void;
}

/** Accounts, the text with its tabs, media, options of networks. */
function Fields({ now: { draft, check }, store, platforms, tab, onTab }: FieldsProps) {
  const { setDraft, setUploading, setMainUploading, showPreview } = useChanges(store);
  const { preview, draft: checkedDraft } = check;
  const checked = useMemo(
    () => preview && checkedDraft && { draft: checkedDraft, accounts: preview.accounts },
    [preview, checkedDraft],
  );
  return (
    <>
      <ToField value={draft.accountIds} setDraft={setDraft} />
      <div className="text-card">
        <NetworkTabs
          platforms={platforms}
          own={platforms.filter((one) => networkTextOf(draft.overrides, one) !== null)}
          planned={check.preview?.accounts ?? []}
          value={tab}
          onChange={onTab}
        />
        <TextPanel
          key={tab}
          draft={draft}
          tab={tab}
          platforms={platforms}
          cut={checked && cutOfText(checked, tab === ALL ? null : tab)}
          setDraft={setDraft}
        />
      </div>
      <ThreadField
        parts={draft.thread}
        checked={checked}
        altText={draft.altText}
        setDraft={setDraft}
        onUploading={setUploading}
      />
      <FirstCommentField
        key={`comment ${tab}`}
        common={draft.firstComment}
        overrides={draft.overrides}
        platform={tab === ALL ? null : tab}
        platforms={platforms.join(' ')}
        planned={preview?.accounts}
        setDraft={setDraft}
      />
      <MoreFields
        media={draft.media}
        altText={draft.altText}
        options={draft.options}
        platforms={(tab === ALL ? platforms : [tab]).join(' ')}
        linkPreview={isPreviewVisible(draft, check)}
        setDraft={setDraft}
        onUploading={setMainUploading}
        onLinkPreview={showPreview}
      />
      <ComposerLabels value={draft.labels} setDraft={setDraft} />
      {draft.timing === 'repeat' && <Repeating draft={draft} setDraft={setDraft} />}
    </>
  );
}

/** Null means that the text has no page of which a network shows a preview. */
function isPreviewVisible({ linkPreview }: Draft, { preview }: ComposerState['check']): boolean | null {
  if (linkPreview === false) return false;
  return preview?.accounts.some((planned) => planned.linkPreview !== null) ? true : null;
}

/** The accounts that are chosen and still connected, and their networks in the order of the accounts. */
function useChosen(ids: string[]) {
  const { data: known } = useAccounts();
  const chosen = known?.filter(({ id }) => ids.includes(id)) ?? [];
  return {
    known: known ?? [],
    // an account may have been disconnected since the text was kept
    accountIds: known === undefined ? ids : chosen.map(({ id }) => id),
    platforms: [...new Set<string>(chosen.map(({ platform }) => platform))],
  };
}

/** What changes the draft: always the same functions, so that what does not change is not drawn again. */
function useChanges({ trigger }: ComposerStore) {
  return useMemo(() => {
    const setDraft = (change: (draft: Draft) => Draft) => trigger.changed({ change });
    const uploads = new Map<string, number>();
    const setUploading = (place: string, files: number) => {
      uploads.set(place, files);
      trigger.uploading({ files: [...uploads.values()].reduce((sum, count) => sum + count, 0) });
    };
    return {
      setDraft,
      setUploading,
      setMainUploading: (files: number) => setUploading('post', files),
      giveOwnText: (account: { id: string; platform: string }, text: string | null) =>
        setDraft((before) => ({ ...before, overrides: withOwnText(before.overrides, account, text) })),
      showPreview: (isShown: boolean) =>
        setDraft((before) => ({ ...before, linkPreview: isShown ? null : false })),
    };
  }, [trigger]);
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
      aria-label={t('Write, or see the preview')}
      data={[
        { value: 'write', label: t('Write') },
        { value: 'preview', label: isRefused ? t('Preview (!)') : t('Preview') },
      ]}
      value={side}
      onChange={onChange}
    />
  );
}
