import { Text } from '@mantine/core';
import { lazy, memo, Suspense, useCallback } from 'react';
import { messageOf } from '../../base/api.ts';
import { VALUES } from '../../base/values.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { useAccounts } from '../accounts/index.ts';
import { AccountField } from './account-field.tsx';
import type { Draft } from './draft.ts';
import { MediaField } from './media-field.tsx';

const NetworkOptions = lazy(async () => ({
  default: (await import('./network-options.tsx')).NetworkOptions,
}));

/** Networks with options that are written here. */
const WITH_OPTIONS = new Set<string>([
  'pinterest',
  'reddit',
  'tiktok',
  'google_business',
  ...VALUES.articleNetworks,
]);

type SetDraft = (change: (draft: Draft) => Draft) => void;

/** The accounts of a post. It is not drawn again while a text is typed. */
export const ToField = memo(function ToField(props: { value: string[]; setDraft: SetDraft }) {
  const { value, setDraft } = props;
  const accounts = useAccounts();
  const choose = useCallback(
    (accountIds: string[]) => setDraft((before) => ({ ...before, accountIds })),
    [setDraft],
  );
  if (accounts.isPending) return <Waiting rows={1} label="Reading the accounts" />;
  if (accounts.isError)
    return <Fault message={messageOf(accounts.error)} onRetry={() => void accounts.refetch()} />;
  return <AccountField accounts={accounts.data} value={value} onChange={choose} />;
});

interface MoreFieldsProps extends Pick<Draft, 'media' | 'altText' | 'options'> {
  /** Networks of the chosen accounts, separated by spaces. */
  platforms: string;
  setDraft: SetDraft;
  /** Reports how many files are being uploaded. */
  onUploading: (files: number) => void;
}

/** Media and options of networks. They are not drawn again while a text is typed. */
export const MoreFields = memo(function MoreFields(props: MoreFieldsProps) {
  const { media, altText, options, platforms, setDraft, onUploading } = props;
  return (
    <>
      <MediaField
        value={media}
        onChange={(change) => setDraft((before) => ({ ...before, media: change(before.media) }))}
        altText={altText}
        onDescribe={(url, words) =>
          setDraft((before) => ({ ...before, altText: { ...before.altText, [url]: words } }))
        }
        onBusy={onUploading}
      />
      {platforms.split(' ').some((platform) => WITH_OPTIONS.has(platform)) && (
        <Suspense fallback={null}>
          <NetworkOptions
            platforms={new Set(platforms.split(' '))}
            value={options}
            onChange={(changed) => setDraft((before) => ({ ...before, options: changed }))}
          />
        </Suspense>
      )}
    </>
  );
});

/** An unfinished text was restored. */
export const Restored = () => (
  <Text size="sm" c="dimmed" role="status">
    Your unfinished text was restored.
  </Text>
);
