/** The media of a post, or of a part of its thread. */
import { Button, FileButton, Group, Input, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { DropArea, useFilesAnywhere } from '../../../base/parts/drop-area.tsx';
import { MEDIA_TYPES } from '../../../base/parts/media-types.ts';
import { OnDemand } from '../../../base/parts/on-demand.tsx';
import { MediaList, type MediaListProps } from './media-list.tsx';
import { useUploads } from '../../../base/parts/uploads.ts';
import { t } from '../../../base/language/text.ts';

const UploadRow = lazy(() => import('../../../base/parts/upload-row.tsx'));

const LibraryPicker = lazy(async () => ({
  default: (await import('../../library/index.ts')).LibraryPicker,
}));

interface MediaFieldProps extends MediaListProps {
  /** A part of a thread has a small field: without a frame, and without addresses. */
  isSmall?: boolean;
  /** Stands above, where files may be dropped and pasted too. */
  above?: ReactNode;
  /** Stands beside the button for files. */
  beside?: ReactNode;
  /** Reports how many files are still being uploaded. */
  onBusy: (files: number) => void;
}

/** Pictures and videos: uploaded here, dropped, pasted, or given by their address. */
export function MediaField({ isSmall = false, above, beside, onBusy, ...list }: MediaFieldProps) {
  const { value, onChange, altText, onDescribe, part } = list;
  /** The description of the library is offered where the post has none. */
  const addFile = (url: string, words: string | null) => {
    onChange((media) => withMedium(media, url));
    if (words !== null && (altText[url] ?? '') === '') onDescribe(url, words);
  };
  const uploads = useUploads(addFile);
  const busy = uploads.list.filter(({ error }) => error === null).length;
  useEffect(() => onBusy(busy), [busy, onBusy]);
  useEffect(() => () => onBusy(0), [onBusy]);
  useFilesAnywhere(uploads.add, !isSmall);
  const fields = (
    <Stack gap="sm">
      {value.length > 0 && <MediaList {...list} />}
      <Suspense fallback={null}>
        {uploads.list.map((upload) => (
          <UploadRow key={upload.id} upload={upload} onDrop={() => uploads.drop(upload.id)} />
        ))}
      </Suspense>
      <Group gap="sm">
        <FileChoice part={part} onChoose={uploads.add} />
        <LibraryChoice part={part} onAdd={addFile} />
        {beside}
      </Group>
      {!isSmall && <AddressField onAdd={(url) => onChange((media) => withMedium(media, url))} />}
    </Stack>
  );
  if (isSmall)
    return (
      <DropArea onFiles={uploads.add}>
        {above}
        {fields}
      </DropArea>
    );
  return (
    <Input.Wrapper label={t('Media')} labelElement="div" id="media-field">
      <Paper withBorder component={DropArea} p="sm" onFiles={uploads.add}>
        {fields}
      </Paper>
    </Input.Wrapper>
  );
}

/** The same medium is there once. */
const withMedium = (media: string[], url: string): string[] =>
  media.includes(url) ? media : [...media, url];

function FileChoice({ part, onChoose }: { part: number | null; onChoose: (files: File[]) => void }) {
  const isSmall = part !== null;
  const label = part === null ? t('Files') : t('Files of part {part}', { part });
  return (
    <>
      <FileButton multiple accept={MEDIA_TYPES} onChange={onChoose} inputProps={{ 'aria-label': label }}>
        {(button) => (
          <Button
            {...button}
            variant={isSmall ? 'subtle' : 'default'}
            size={isSmall ? 'compact-sm' : 'xs'}
            {...(isSmall && { 'aria-label': t('Add pictures of part {part}', { part }) })}
          >
            {isSmall ? t('Add pictures') : t('Choose files')}
          </Button>
        )}
      </FileButton>
      {!isSmall && (
        <Text size="sm" c="dimmed" visibleFrom="xs">
          {t('or drop them here. JPEG, PNG, WebP, GIF, MP4, MOV, WebM or PDF, up to 100 MiB.')}
        </Text>
      )}
    </>
  );
}

/** Adds files that were uploaded before. */
function LibraryChoice(props: { part: number | null; onAdd: (url: string, altText: string | null) => void }) {
  const { part, onAdd } = props;
  const [opened, { open, close }] = useDisclosure(false);
  const isSmall = part !== null;
  return (
    <>
      <Button
        variant={isSmall ? 'subtle' : 'default'}
        size={isSmall ? 'compact-sm' : 'xs'}
        onClick={open}
        {...(isSmall && { 'aria-label': t('Library for part {part}', { part }) })}
      >
        {isSmall ? t('Library') : t('Choose from the library')}
      </Button>
      <OnDemand isWanted={opened}>
        <LibraryPicker
          opened={opened}
          onClose={close}
          onChoose={(files) => files.forEach(({ url, altText }) => onAdd(url, altText))}
        />
      </OnDemand>
    </>
  );
}

/** Adds a picture or video by its address. */
function AddressField({ onAdd }: { onAdd: (url: string) => void }) {
  const [address, setAddress] = useState('');
  const addAddress = () => {
    const url = address.trim();
    if (url === '') return;
    onAdd(url);
    setAddress('');
  };

  return (
    <Group gap="xs" wrap="nowrap">
      <TextInput
        dir="auto"
        size="xs"
        placeholder={t('https://… address of a picture or video')}
        aria-label={t('Address of a medium')}
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          addAddress();
        }}
        style={{ flex: 1 }}
      />
      <Button size="xs" variant="default" onClick={addAddress} disabled={address.trim() === ''}>
        {t('Add')}
      </Button>
    </Group>
  );
}
