/** Lets a person drag the entries of a list, as soon as there are two. */
import { type RefObject, useEffect, useRef } from 'react';
import type { DragOrder } from './drag-order.ts';

/**
 * The children of the list are the entries, in the order of `ids`; in each, `[data-drag-handle]` is what is dragged.
 * @param onMove an entry was put at another place
 */
export function useDragOrder(
  ids: readonly string[],
  onMove: (from: number, to: number) => void,
): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  const order = useRef<Promise<DragOrder> | null>(null);
  const move = useRef(onMove);
  useEffect(() => {
    move.current = onMove;
  });
  const key = ids.join(' ');
  useEffect(() => {
    if (order.current === null && ids.length < 2) return;
    order.current ??= import('./drag-order.ts').then(({ dragOrder }) =>
      dragOrder((from, to) => move.current(from, to)),
    );
    void order.current.then(({ follow }) =>
      follow(entriesOf(list.current, key === '' ? [] : key.split(' '))),
    );
    // an address has no spaces
  }, [ids.length, key]);
  useEffect(
    () => () => {
      void order.current?.then(({ stop }) => stop());
      order.current = null;
    },
    [],
  );
  return list;
}

/** The drawn entries; none when the list is gone. */
function entriesOf(list: HTMLUListElement | null, ids: readonly string[]) {
  return [...(list?.children ?? [])].flatMap((element, index) => {
    const handle = element.querySelector<HTMLElement>('[data-drag-handle]');
    const id = ids[index];
    return handle === null || id === undefined ? [] : [{ id, element: element as HTMLElement, handle }];
  });
}
