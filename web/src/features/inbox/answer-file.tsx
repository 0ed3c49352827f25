/** The file of an answer: chosen, dropped or pasted, uploaded, shown, and taken away again. */
import { ActionIcon, FileButton, Group, Text, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { useCan } from '../../base/can.tsx';
import { CloseIcon, PictureIcon } from '../../base/parts/icons.tsx';
import UploadRow from '../../base/parts/upload-row.tsx';
import { useUploads } from '../../base/parts/uploads.ts';
import { t } from '../../base/language/text.ts';

export interface AnswerFile {
  /** Its address; null if there is none. */
  url: string | null;
  uploads: ReturnType<typeof useUploads>;
  add: (files: Iterable<File>) => void;
  clear: () => void;
}

/** An answer has one file: another one takes its place. */
export function useAnswerFile(): AnswerFile {
  const [url, setUrl] = useState<string | null>(null);
  const uploads = useUploads(setUrl);
  const add = (files: Iterable<File>) => {
    const [first] = files;
    if (first === undefined) return;
    for (const { id } of uploads.list) uploads.drop(id);
    setUrl(null);
    uploads.add([first]);
  };
  return { url, uploads, add, clear: () => setUrl(null) };
}

/** Whether the person may upload a file, and the network takes one. */
export function useTakesFiles(fileTypes: readonly string[]): boolean {
  return useCan()('uploadMedia') && fileTypes.length > 0;
}

export function FileChoice({ fileTypes, add }: { fileTypes: readonly string[]; add: AnswerFile['add'] }) {
  return (
    <FileButton accept={fileTypes.join(',')} onChange={(file) => file && add([file])}>
      {(props) => (
        <Tooltip label={t('Add a picture, video or file')}>
          <ActionIcon {...props} variant="subtle" color="gray" aria-label={t('Add a picture, video or file')}>
            <PictureIcon />
          </ActionIcon>
        </Tooltip>
      )}
    </FileButton>
  );
}

export function AnswerFileView({ file: { url, uploads, clear } }: { file: AnswerFile }) {
  if (url === null)
    return uploads.list.map((upload) => (
      <UploadRow key={upload.id} upload={upload} onDrop={() => uploads.drop(upload.id)} />
    ));
  return (
    <Group gap="xs" mb="xs" role="group" aria-label={t('File of the answer')}>
      <Preview url={url} />
      <ActionIcon variant="subtle" color="gray" aria-label={t('Remove the file')} onClick={clear}>
        <CloseIcon size={16} />
      </ActionIcon>
    </Group>
  );
}

function Preview({ url }: { url: string }) {
  if (/\.(?:jpe?g|png|gif|webp)$/i.test(url))
    return <img src={url} alt={t('What you send')} className="inbox-file" />;
  if (/\.(?:mp4|mov|webm)$/i.test(url))
    return <video src={url} className="inbox-file" preload="metadata" aria-label={t('What you send')} />;
  return <Text size="sm">{t('A PDF file')}</Text>;
}
