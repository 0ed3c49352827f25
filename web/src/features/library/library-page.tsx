/** The library: what was uploaded, what uses it, who uploaded it and when. */
import { Button, FileButton, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../base/api.ts';
import { IfCan, useCan } from '../../base/can.tsx';
import { DropArea, useFilesAnywhere } from '../../base/parts/drop-area.tsx';
import { PlusIcon } from '../../base/parts/icons.tsx';
import { MEDIA_TYPES } from '../../base/parts/media-types.ts';
import { Empty, Fault, PageTitle, Waiting } from '../../base/parts/states.tsx';
import UploadRow from '../../base/parts/upload-row.tsx';
import { useUploads } from '../../base/parts/uploads.ts';
import { useWorkspace } from '../../base/session.ts';
import { FileCard } from './file-card.tsx';
import { FilterFields } from './filter-fields.tsx';
import { type FileType, type LibraryFile, libraryKey, useLibrary } from './queries.ts';
import { t } from '../../base/language/text.ts';

/** A pause of a person who types, ms. */
const PAUSE_MS = 250;

export default function LibraryPage() {
  const { slug } = useWorkspace();
  const can = useCan();
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const [type, setType] = useState<FileType | null>(null);
  const [words] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const uploads = useUploads(() => void queries.invalidateQueries({ queryKey: libraryKey(slug) }));
  const add = can('uploadMedia') ? uploads.add : () => undefined;
  useFilesAnywhere(add, can('uploadMedia'));
  return (
    <DropArea onFiles={add}>
      <PageTitle
        actions={
          <IfCan call="uploadMedia">
            <FileButton
              multiple
              accept={MEDIA_TYPES}
              onChange={add}
              inputProps={{ 'aria-label': t('Files to upload') }}
            >
              {(button) => (
                <Button {...button} leftSection={<PlusIcon />}>
                  {t('Upload files')}
                </Button>
              )}
            </FileButton>
          </IfCan>
        }
      >
        {t('Library')}
      </PageTitle>
      <Stack gap="md">
        <FilterFields words={typed} onWords={setTyped} type={type} onType={setType} />
        {uploads.list.map((upload) => (
          <UploadRow key={upload.id} upload={upload} onDrop={() => uploads.drop(upload.id)} />
        ))}
        <Matches words={words} type={type} />
      </Stack>
    </DropArea>
  );
}

function Matches({ words, type }: { words: string; type: FileType | null }) {
  const list = useLibrary({ words, type });
  if (list.isPending) return <Waiting />;
  if (list.data === undefined)
    return <Fault message={messageOf(list.error)} onRetry={() => void list.refetch()} />;
  const files = list.data.pages.flatMap(({ media }) => media);
  return (
    <>
      <Files files={files} isNarrowed={words !== '' || type !== null} />
      {list.hasNextPage && (
        <Group>
          <Button
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t('Show more')}
          </Button>
        </Group>
      )}
    </>
  );
}

function Files({ files, isNarrowed }: { files: LibraryFile[]; isNarrowed: boolean }) {
  if (files.length > 0)
    return (
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        {files.map((file) => (
          <FileCard key={file.id} file={file} />
        ))}
      </SimpleGrid>
    );
  if (isNarrowed) return <Text c="dimmed">{t('No file fits.')}</Text>;
  return (
    <Empty title={t('No files yet')}>
      {t(
        'Upload pictures and videos here, or drop them on this page. Files that you add to a post are here, too.',
      )}
    </Empty>
  );
}
