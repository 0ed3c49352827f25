/** Files that are being uploaded: each with its progress, or why it failed. */
import { useEffect, useRef, useState } from 'react';
import { messageOf, upload } from '../api.ts';
import { useWorkspace } from '../session.ts';

export interface Upload {
  id: number;
  name: string;
  /** From 0 to 1. */
  part: number;
  error: string | null;
}

interface Uploads {
  list: Upload[];
  /** Uploads files side by side; `onHosted` is called for each that has arrived. */
  add: (files: Iterable<File>) => void;
  /** Stops one that is under way, or clears one that failed. */
  drop: (id: number) => void;
}

/** @param onHosted called with the address of each file that has arrived, and its description in the library */
export function useUploads(onHosted: (url: string, altText: string | null) => void): Uploads {
  const { slug } = useWorkspace();
  const [list, setList] = useState<Upload[]>([]);
  const next = useRef(1);
  const stops = useRef(new Map<number, AbortController>());
  // the place of a medium may have changed while it was uploaded
  const hosted = useRef(onHosted);
  useEffect(() => {
    hosted.current = onHosted;
  });
  const change = (id: number, changes: Partial<Upload>) =>
    setList((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)));
  const forget = (id: number) => {
    stops.current.delete(id);
    setList((all) => all.filter((one) => one.id !== id));
  };

  const begin = async (file: File) => {
    const id = next.current++;
    const stop = new AbortController();
    stops.current.set(id, stop);
    setList((all) => [...all, { id, name: file.name, part: 0, error: null }]);
    try {
      const onProgress = (part: number) => change(id, { part });
      const { url, altText } = await upload(file, { workspace: slug, onProgress, signal: stop.signal });
      forget(id);
      hosted.current(url, altText);
    } catch (error) {
      if (stop.signal.aborted) forget(id);
      else change(id, { error: messageOf(error) });
    }
  };
  return {
    list,
    add: (files) => {
      for (const file of files) void begin(file);
    },
    drop: (id) => {
      stops.current.get(id)?.abort();
      forget(id);
    },
  };
}
