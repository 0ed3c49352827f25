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
  Textarea,
  TextInput,
} from '@mantine/core';
import { type ClipboardEvent, type DragEvent, type ReactNode, useEffect, useState } from 'react';
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
    // a picture of the post that is moved is no file
    setDraggedOver(event.dataTransfer.types.includes('Files'));
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
  const [dragged, setDragged] = useState<string | null>(null);
  const over = (url: string) => {
    if (dragged === null || dragged === url) return;
    onChange((media) => moved(media, media.indexOf(dragged), media.indexOf(url)));
  };
  return (
    <ul className="media-list" onDragEnd={() => setDragged(null)}>
      {value.map((url, index) => (
        <Medium
          key={url}
          url={url}
          place={index + 1}
          of={value.length}
          words={altText[url] ?? ''}
          onDescribe={(words) => onDescribe(url, words)}
          onRemove={() => onChange((media) => media.filter((one) => one !== url))}
          onMove={(by) => onChange((media) => moved(media, index, index + by))}
          onDragStart={() => setDragged(url)}
          onDragOver={() => over(url)}
        />
      ))}
    </ul>
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

interface MediumProps {
  url: string;
  place: number;
  of: number;
  /** Its description. */
  words: string;
  onDescribe: (words: string) => void;
  onRemove: () => void;
  onMove: (by: -1 | 1) => void;
  /** Something is dragged over it: what is dragged takes its place. */
  onDragOver: () => void;
  onDragStart: () => void;
}

/** A picture with its description beside it. It is moved by dragging it, or with its buttons. */
function Medium(props: MediumProps) {
  const { url, place, of, words, onDescribe, onRemove, onMove, onDragOver, onDragStart } = props;
  return (
    <li className="medium" onDragOver={onDragOver}>
      <span draggable className="medium-thumb" onDragStart={onDragStart}>
        <MediaThumb url={url} size={76} alt={words || `Medium ${place} of ${of}`} />
      </span>
      <Textarea
        size="xs"
        flex={1}
        autosize
        minRows={3}
        maxRows={6}
        maxLength={LIMITS.altText}
        dir="auto"
        placeholder="Description, for people who do not see it"
        aria-label={`Description of medium ${place}, for people who do not see it`}
        value={words}
        onChange={(event) => onDescribe(event.currentTarget.value)}
      />
      <Stack gap={2}>
        <Act label={`Move medium ${place} forward`} isOff={place === 1} onClick={() => onMove(-1)}>
          <LeftIcon size={16} />
        </Act>
        <Act label={`Remove medium ${place}`} onClick={onRemove}>
          <CloseIcon size={16} />
        </Act>
        <Act label={`Move medium ${place} back`} isOff={place === of} onClick={() => onMove(1)}>
          <RightIcon size={16} />
        </Act>
      </Stack>
    </li>
  );
}

function Act(props: { label: string; isOff?: boolean; onClick: () => void; children: ReactNode }) {
  const { label, isOff = false, onClick, children } = props;
  return (
    <ActionIcon size="sm" variant="subtle" color="gray" disabled={isOff} aria-label={label} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}

/** @returns the list with one of its entries in another place */
function moved(media: string[], from: number, to: number): string[] {
  const changed = [...media];
  const [one] = changed.splice(from, 1);
  changed.splice(to, 0, one!);
  return changed;
}
