import { Stack, Text, Textarea } from '@mantine/core';
import { LIMITS } from '../../base/limits.ts';
import { messageOf, type Post } from '../../base/api.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { AccountField } from './account-field.tsx';
import type { Draft } from './draft.ts';
import { MediaField } from './media-field.tsx';
import { NetworkOptions } from './network-options.tsx';
import { useAccounts } from '../accounts/index.ts';
import { TimingField } from './timing-field.tsx';

interface WriteFieldsProps {
  /** The post that is edited; null means a new one. */
  post: Post | null;
  draft: Draft;
  /** Networks of the chosen accounts. */
  platforms: Set<string>;
  /** An unfinished text was restored. */
  isRestored: boolean;
  setDraft: (change: (draft: Draft) => Draft) => void;
  /** Reports how many files are being uploaded. */
  onUploading: (files: number) => void;
}

/** The fields of a post: text, accounts, media, options of networks, time. */
export function WriteFields({ post, draft, platforms, isRestored, setDraft, onUploading }: WriteFieldsProps) {
  const accounts = useAccounts();
  const set = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  return (
    <Stack gap="lg">
      {isRestored && (
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
        maxLength={LIMITS.postContent}
        dir="auto"
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
          value={draft.accountIds}
          onChange={(ids) => set({ accountIds: ids })}
        />
      )}
      <MediaField
        value={draft.media}
        onChange={(change) => setDraft((before) => ({ ...before, media: change(before.media) }))}
        altText={draft.altText}
        onDescribe={(url, words) =>
          setDraft((before) => ({ ...before, altText: { ...before.altText, [url]: words } }))
        }
        onBusy={onUploading}
      />
      <NetworkOptions platforms={platforms} value={draft.options} onChange={(options) => set({ options })} />
      <TimingField post={post} draft={draft} onChange={set} />
    </Stack>
  );
}
