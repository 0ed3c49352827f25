/** Where files may be dropped and pasted. */
import { type ComponentProps, type DragEvent, useEffect, useRef, useState } from 'react';

type OnFiles = (files: Iterable<File>) => void;

interface DropAreaProps extends Omit<ComponentProps<'div'>, 'onDrop' | 'onPaste'> {
  onFiles: OnFiles;
}

const hasFiles = ({ dataTransfer }: Pick<DragEvent | globalThis.DragEvent, 'dataTransfer'>): boolean =>
  dataTransfer?.types.includes('Files') ?? false;

export function DropArea({ onFiles, style, ...props }: DropAreaProps) {
  const [isDraggedOver, setDraggedOver] = useState(false);
  return (
    <div
      {...props}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setDraggedOver(true);
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={(event) => {
        setDraggedOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        onFiles(event.dataTransfer.files);
      }}
      onPaste={(event) => {
        if (event.clipboardData.files.length === 0) return;
        event.preventDefault();
        onFiles(event.clipboardData.files);
      }}
      style={{
        ...style,
        ...(isDraggedOver && { outline: '2px dashed var(--mantine-primary-color-filled)' }),
      }}
    />
  );
}

/**
 * Files that are dropped or pasted on the page outside of every area. Without this the browser would leave the page for a file that
 * misses its area.
 */
export function useFilesAnywhere(onFiles: OnFiles, isOn: boolean): void {
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const over = (event: globalThis.DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const take = (event: Event, files: FileList | undefined) => {
      if (event.defaultPrevented || !files || files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    const drop = (event: globalThis.DragEvent) => take(event, event.dataTransfer?.files);
    const paste = (event: ClipboardEvent) => take(event, event.clipboardData?.files);
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    window.addEventListener('paste', paste);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
      window.removeEventListener('paste', paste);
    };
  }, [isOn]);
}
