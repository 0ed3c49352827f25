/** Puts the entries of a list into another order by mouse, touch and keyboard. Loaded when a list has two entries. */
import { Accessibility, DragDropManager } from '@dnd-kit/dom';
import { isSortable, Sortable } from '@dnd-kit/dom/sortable';
import { t } from '../../../base/language/text.ts';

export interface Entry {
  id: string;
  element: HTMLElement;
  /** What is taken to drag it. */
  handle: HTMLElement;
}

export interface DragOrder {
  /** Takes over the entries as they are drawn now. */
  follow: (entries: readonly Entry[]) => void;
  stop: () => void;
}

/** @param onMove an entry was dropped at another place. Its element is there already. */
export function dragOrder(onMove: (from: number, to: number) => void): DragOrder {
  const sortables = new Map<string, Sortable>();
  const manager = new DragDropManager({
    plugins: (defaults) => [
      ...defaults.filter((plugin) => plugin !== Accessibility),
      Accessibility.configure({ screenReaderInstructions: INSTRUCTIONS, announcements: ANNOUNCEMENTS }),
    ],
  });
  manager.monitor.addEventListener('dragend', ({ canceled, operation: { source } }) => {
    if (canceled || !isSortable(source)) return;
    const { initialIndex: from, index: to } = source;
    if ('index' in source && from !== to) onMove(from, to);
  });
  const drop = (id: string) => {
    sortables.get(id)?.destroy();
    sortables.delete(id);
  };
  return {
    follow: (entries) => {
      const ids = new Set(entries.map(({ id }) => id));
      for (const id of sortables.keys()) if (!ids.has(id)) drop(id);
      for (const [index, { id, element, handle }] of entries.entries()) {
        const existing = sortables.get(id);
        if (existing === undefined) sortables.set(id, new Sortable({ id, index, element, handle }, manager));
        else Object.assign(existing, { index, element, handle });
      }
    },
    stop: () => {
      for (const id of sortables.keys()) drop(id);
      manager.destroy();
    },
  };
}

const INSTRUCTIONS = {
  draggable: t(
    'Press space to pick it up, the arrow keys to move it, and space again to put it down. Escape puts it back.',
  ),
};

type Announcements = NonNullable<
  NonNullable<ConstructorParameters<typeof Accessibility>[1]>['announcements']
>;

/** What a screen reader says, in places rather than in ids. */
const ANNOUNCEMENTS: Announcements = {
  dragstart: ({ operation: { source } }) =>
    isSortable(source) && 'initialIndex' in source
      ? t('Picked up from place {count}.', { count: source.index + 1 })
      : undefined,
  dragover: ({ operation: { source, target } }) =>
    isSortable(target) && source?.id !== target.id
      ? t('Place {count}.', { count: target.index + 1 })
      : undefined,
  dragend: ({ canceled, operation: { source } }) => {
    if (canceled) return t('It is back at its place.');
    return isSortable(source) ? t('Put down at place {count}.', { count: source.index + 1 }) : undefined;
  },
};
