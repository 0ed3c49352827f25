/** Moves through time by itself, and by keys. */
import { useEffect, useEffectEvent, useState } from 'react';

/** A step is shown this long. */
const STEP_MS = 600;
/** A long journal is played in about this many moves. */
const MAX_MOVES = 120;

interface Travel {
  index: number;
  last: number;
  go: (to: number) => void;
}

/** Plays the journal from the moment that is shown, or from its beginning if that is the newest. */
export function usePlay({ index, last, go }: Travel) {
  const [isPlaying, setPlaying] = useState(false);
  const move = useEffectEvent(() => {
    const to = Math.min(last, index + Math.ceil(last / MAX_MOVES));
    go(to);
    if (to >= last) setPlaying(false);
  });
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(move, STEP_MS);
    return () => clearInterval(timer);
  }, [isPlaying]);
  const toggle = () => {
    if (!isPlaying && index >= last) go(0);
    setPlaying(!isPlaying && last > 0);
  };
  return { isPlaying, toggle };
}

/** Arrows, Home, End and the space bar, unless something else on the page takes them: a field, a list, the chart. */
export function useTravelKeys({ index, last, go }: Travel, toggle: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const { key } = event;
    if (!isFree(event.target, key)) return;
    if (key === 'ArrowLeft') go(Math.max(0, index - 1));
    else if (key === 'ArrowRight') go(Math.min(last, index + 1));
    else if (key === 'Home') go(0);
    else if (key === 'End') go(last);
    else if (key === ' ') toggle();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

const TAKES_KEYS =
  'input, textarea, select, [contenteditable], [role=slider], [role=tab], [role=radio], [role=dialog], [role=menu], [tabindex="0"]:not(button):not(a), .react-flow';

function isFree(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement) || document.querySelector('[role="dialog"]')) return false;
  if (target.closest(TAKES_KEYS)) return false;
  return key !== ' ' || target.closest('button, a, summary') === null;
}
