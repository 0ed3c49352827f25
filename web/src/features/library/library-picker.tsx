/** Chooses files of the library for a post. */
import { Button, Group, Modal, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { messageOf } from '../../base/api.ts';
import { MediaThumb } from '../../base/parts/media-thumb.tsx';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { FilterFields } from './filter-fields.tsx';
import { type FileType, type LibraryFile, useLibrary } from './queries.ts';
import { titleOf } from './words.ts';
import { t } from '../../base/language/text.ts';

const PAUSE_MS = 250;
const THUMB_PX = 96;

interface LibraryPickerProps {
  opened: boolean;
  onClose: () => void;
  onChoose: (files: Pick<LibraryFile, 'url' | 'altText'>[]) => void;
}

export function LibraryPicker({ opened, onClose, onChoose }: LibraryPickerProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('Choose from the library')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {opened && <Choice onChoose={onChoose} onClose={onClose} />}
    </Modal>
  );
}

function Choice({ onChoose, onClose }: Omit<LibraryPickerProps, 'opened'>) {
  const [typed, setTyped] = useState('');
  const [type, setType] = useState<FileType | null>(null);
  const [words] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const [chosen, setChosen] = useState<LibraryFile[]>([]);
  const list = useLibrary({ words, type });
  const files = list.data?.pages.flatMap(({ media }) => media) ?? [];
  const toggle = (file: LibraryFile) =>
    setChosen((before) =>
      before.some(({ id }) => id === file.id) ? before.filter(({ id }) => id !== file.id) : [...before, file],
    );
  return (
    <Stack gap="md">
      <FilterFields words={typed} onWords={setTyped} type={type} onType={setType} />
      {list.isPending && <Waiting rows={3} />}
      {list.isError && <Fault message={messageOf(list.error)} onRetry={() => void list.refetch()} />}
      {list.isSuccess && files.length === 0 && <Text c="dimmed">{t('No file fits.')}</Text>}
      <SimpleGrid cols={{ base: 3, sm: 5 }} spacing="xs">
        {files.map((file) => (
          <Entry
            key={file.id}
            file={file}
            isChosen={chosen.some(({ id }) => id === file.id)}
            onClick={() => toggle(file)}
          />
        ))}
      </SimpleGrid>
      <Group justify="space-between">
        {list.hasNextPage ? (
          <Button
            variant="subtle"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t('Show more')}
          </Button>
        ) : (
          <span />
        )}
        <Button
          disabled={chosen.length === 0}
          onClick={() => {
            onChoose(chosen);
            onClose();
          }}
        >
          {chosen.length === 0
            ? t('Add')
            : t('{count, plural, one {Add # file} other {Add # files}}', { count: chosen.length })}
        </Button>
      </Group>
    </Stack>
  );
}

function Entry(props: { file: LibraryFile; isChosen: boolean; onClick: () => void }) {
  const { file, isChosen, onClick } = props;
  const title = titleOf(file);
  return (
    <UnstyledButton
      onClick={onClick}
      aria-pressed={isChosen}
      aria-label={file.altText === null ? title : `${title}: ${file.altText}`}
      style={{
        borderRadius: 8,
        minWidth: 0,
        padding: 4,
        outlineOffset: -2,
        ...(isChosen && { outline: '2px solid var(--mantine-primary-color-filled)' }),
      }}
    >
      <MediaThumb url={file.url} size={THUMB_PX} alt="" />
      <Text size="xs" truncate dir="auto">
        {title}
      </Text>
    </UnstyledButton>
  );
}
