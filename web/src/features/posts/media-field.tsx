import {
  ActionIcon,
  Button,
  FileButton,
  Group,
  Input,
  Paper,
  Progress,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { type ClipboardEvent, type DragEvent, useEffect, useState } from 'react';
import { CloseIcon, LeftIcon, RightIcon } from '../../base/parts/icons.tsx';
import { LIMITS } from '../../base/limits.ts';
import { MediaThumb } from '../../base/parts/media-thumb.tsx';
import { type Upload, useUploads } from './uploads.ts';

const TYPES =
  'image/jpeg,image/png,image/webp,image/gif,video/mp4,video/quicktime,video/webm,application/pdf';

interface MediaFieldProps {
  value: string[];
  onChange: (change: (media: string[]) => string[]) => void;
  /** Descriptions, by address. */
  altText: { [url: string]: string };
  onDescribe: (url: string, words: string) => void;
  /** Reports how many files are still being uploaded. */
  onBusy: (files: number) => void;
}

/** Pictures and videos of a post: uploaded here, dropped, pasted, or given by their address. */
export function MediaField({ value, onChange, altText, onDescribe, onBusy }: MediaFieldProps) {
  const uploads = useUploads((url) => onChange((media) => [...media, url]));
  const [isDraggedOver, setDraggedOver] = useState(false);
  const busy = uploads.list.filter(({ error }) => error === null).length;
  const add = (files: Iterable<File> | null | undefined) => {
    if (files) uploads.add(files);
  };
  useEffect(() => onBusy(busy), [busy, onBusy]);

  const over = (event: DragEvent) => {
    event.preventDefault();
    setDraggedOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDraggedOver(false);
    add(event.dataTransfer.files);
  };
  const paste = (event: ClipboardEvent) => add(event.clipboardData.files);
  return (
    <Input.Wrapper label="Media" labelElement="div" id="media-field">
      <Paper
        withBorder
        p="sm"
        onDragOver={over}
        onDragLeave={() => setDraggedOver(false)}
        onDrop={drop}
        onPaste={paste}
        style={
          isDraggedOver ? { borderColor: 'var(--mantine-primary-color-filled)', borderStyle: 'dashed' } : {}
        }
      >
        <Stack gap="sm">
          {value.length > 0 && (
            <Media value={value} onChange={onChange} altText={altText} onDescribe={onDescribe} />
          )}
          {uploads.list.map((upload) => (
            <UploadRow key={upload.id} upload={upload} onDrop={() => uploads.drop(upload.id)} />
          ))}
          <FileChoice onChoose={add} />
          <AddressField onAdd={(url) => onChange((media) => [...media, url])} />
        </Stack>
      </Paper>
    </Input.Wrapper>
  );
}

/** The media of the post, in the order they go out. */
function Media({ value, onChange, altText, onDescribe }: Omit<MediaFieldProps, 'onBusy'>) {
  return (
    <Group gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {value.map((url, index) => (
        <Medium
          key={url}
          url={url}
          place={index + 1}
          of={value.length}
          words={altText[url] ?? ''}
          onDescribe={(words) => onDescribe(url, words)}
          onRemove={() => onChange((media) => media.filter((one) => one !== url))}
          onMove={(by) => onChange((media) => moved(media, index, by))}
        />
      ))}
    </Group>
  );
}

function FileChoice({ onChoose }: { onChoose: (files: File[]) => void }) {
  return (
    <Group gap="sm">
      <FileButton multiple accept={TYPES} onChange={onChoose}>
        {(props) => (
          <Button {...props} variant="default" size="xs">
            Choose files
          </Button>
        )}
      </FileButton>
      <Text size="sm" c="dimmed" visibleFrom="xs">
        or drop them here. JPEG, PNG, WebP, GIF, MP4, MOV, WebM or PDF, up to 100 MiB.
      </Text>
    </Group>
  );
}

/** A file that is being uploaded, or that failed. */
function UploadRow({ upload: { name, part, error }, onDrop }: { upload: Upload; onDrop: () => void }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Stack gap={4} style={{ flex: 1, minWidth: 0 }}>
        <Text size="sm" truncate>
          {name}
        </Text>
        {error === null ? (
          <Progress value={part * 100} aria-label={`Upload of ${name}`} animated={part === 1} color="blue" />
        ) : (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
      </Stack>
      {error === null && (
        <Text size="sm" c="dimmed">
          {part === 1 ? 'checking' : `${Math.round(part * 100)} %`}
        </Text>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={error === null ? `Stop the upload of ${name}` : `Dismiss ${name}`}
        onClick={onDrop}
      >
        <CloseIcon size={16} />
      </ActionIcon>
    </Group>
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
        size="xs"
        placeholder="https://… address of a picture or video"
        aria-label="Address of a medium"
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
        Add
      </Button>
    </Group>
  );
}

function Medium(props: {
  url: string;
  place: number;
  of: number;
  /** Its description. */
  words: string;
  onDescribe: (words: string) => void;
  onRemove: () => void;
  onMove: (by: -1 | 1) => void;
}) {
  const { url, place, of, words, onDescribe, onRemove, onMove } = props;
  return (
    <Stack component="li" gap={4}>
      <MediaThumb url={url} size={96} alt={words || `Medium ${place} of ${of}`} />
      <TextInput
        size="xs"
        w={96}
        maxLength={LIMITS.altText}
        dir="auto"
        placeholder="Description"
        aria-label={`Description of medium ${place}, for people who do not see it`}
        value={words}
        onChange={(event) => onDescribe(event.currentTarget.value)}
      />
      <Group gap={2} justify="center">
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          disabled={place === 1}
          aria-label={`Move medium ${place} forward`}
          onClick={() => onMove(-1)}
        >
          <LeftIcon size={16} />
        </ActionIcon>
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={`Remove medium ${place}`}
          onClick={onRemove}
        >
          <CloseIcon size={16} />
        </ActionIcon>
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          disabled={place === of}
          aria-label={`Move medium ${place} back`}
          onClick={() => onMove(1)}
        >
          <RightIcon size={16} />
        </ActionIcon>
      </Group>
    </Stack>
  );
}

function moved(media: string[], from: number, by: -1 | 1): string[] {
  const changed = [...media];
  const [one] = changed.splice(from, 1);
  changed.splice(from + by, 0, one!);
  return changed;
}
