import { Text } from '@mantine/core';
import { lazy, memo, Suspense, useCallback, useMemo } from 'react';
import { messageOf } from '../../base/api.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { useAccounts } from '../accounts/index.ts';
import { AccountField } from './account-field.tsx';
import type { Draft } from './draft.ts';
import { MediaField } from './media/media-field.tsx';
import { groupsOf } from './options/fields.ts';
import { t } from '../../base/language/text.ts';

const PreviewSwitch = lazy(() => import('./composer/preview-switch.tsx'));
const NetworkOptions = lazy(async () => ({
  default: (await import('./options/network-options.tsx')).NetworkOptions,
}));

type SetDraft = (change: (draft: Draft) => Draft) => void;

/** The accounts of a post. It is not drawn again while a text is typed. */
export const ToField = memo(function ToField(props: { value: string[]; setDraft: SetDraft }) {
  const { value, setDraft } = props;
  const accounts = useAccounts();
  const choose = useCallback(
    (accountIds: string[]) => setDraft((before) => ({ ...before, accountIds })),
    [setDraft],
  );
  if (accounts.isPending) return <Waiting rows={1} label={t('Reading the accounts')} />;
  if (accounts.isError)
    return <Fault message={messageOf(accounts.error)} onRetry={() => void accounts.refetch()} />;
  return <AccountField accounts={accounts.data} value={value} onChange={choose} />;
});

interface MoreFieldsProps extends Pick<Draft, 'media' | 'altText' | 'options'> {
  /** Networks whose options are shown, separated by spaces. */
  platforms: string;
  /** Whether the preview of a page is shown; null means that there is no page. */
  linkPreview: boolean | null;
  setDraft: SetDraft;
  /** Reports how many files are being uploaded for the post itself. */
  onUploading: (files: number) => void;
  onLinkPreview: (isShown: boolean) => void;
}

/** Media and options of networks. They are not drawn again while a text is typed. */
export const MoreFields = memo(function MoreFields(props: MoreFieldsProps) {
  const { media, altText, options, platforms, linkPreview, setDraft, onUploading, onLinkPreview } = props;
  const used = useMemo(() => new Set(platforms.split(' ')), [platforms]);
  return (
    <>
      {linkPreview !== null && (
        <Suspense fallback={null}>
          <PreviewSwitch isShown={linkPreview} onChange={onLinkPreview} />
        </Suspense>
      )}
      <MediaField
        value={media}
        onChange={(change) => setDraft((before) => ({ ...before, media: change(before.media) }))}
        altText={altText}
        onDescribe={(url, words) =>
          setDraft((before) => ({ ...before, altText: { ...before.altText, [url]: words } }))
        }
        part={null}
        onBusy={onUploading}
      />
      {groupsOf(used, options).length > 0 && (
        <Suspense fallback={null}>
          <NetworkOptions
            platforms={used}
            value={options}
            onChange={(change) => setDraft((before) => ({ ...before, options: change(before.options) }))}
          />
        </Suspense>
      )}
    </>
  );
});

/** An unfinished text was restored. */
export const Restored = () => (
  <Text size="sm" c="dimmed" role="status">
    {t('Your unfinished text was restored.')}
  </Text>
);
