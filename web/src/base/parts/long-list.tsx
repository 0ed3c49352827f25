/**
 * A list of any length: only the visible items are on the page, and more are loaded as the person scrolls. Items that
 * are added above do not move what the person is reading.
 */
import { Button, Group, Loader, Text } from '@mantine/core';
import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { messageOf } from '../api.ts';
import { Fault } from './states.tsx';
import { t } from '../language/text.ts';

/** The source of a list, page by page. */
export interface More {
  /** How many there are in all; null if not counted. */
  total: number | null;
  hasMore: boolean;
  isLoading: boolean;
  error: Error | null;
  load: () => void;
}

interface Props<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** About how high an item is, CSS pixels; each is measured once it is drawn. */
  estimate: number;
  render: (item: Item, index: number) => ReactNode;
  /** Name of the list for screen readers. */
  label: string;
  /** `row`: of a table; `none`: the items have roles of their own. Default: `listitem`. */
  role?: 'listitem' | 'row' | 'none';
  /** Of a table: its first row. */
  head?: ReactNode;
  gap?: number;
  /** What the items are called, for the progress; absent means the list is complete. */
  more?: More & { what: CountWords };
}

/** A list that scrolls with the page. @param props.shown index of an item that is brought into sight when it changes */
export function LongList<Item>(props: Props<Item> & { visibleCount?: number }) {
  const { items, keyOf, estimate, label, visibleCount: shown, gap = 0 } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  const focus = useFocusedKey();
  // measured after each change above it: the filters of a page come and go
  useLayoutEffect(() => {
    const rows = frame.current?.querySelector('[data-rows]') ?? frame.current;
    const top = Math.round((rows?.getBoundingClientRect().top ?? 0) + window.scrollY);
    if (top !== margin) setMargin(top);
  });
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => estimate,
    getItemKey: (index) => keyOf(items[index]!),
    overscan: 6,
    gap,
    scrollMargin: margin,
    initialMeasurementsCache: sizes.get(label) ?? [],
    // at the top new items are shown; further down nothing moves while a person reads
    anchorTo: window.scrollY > margin ? 'end' : 'start',
    rangeExtractor: focus.keepsIn(items, keyOf),
  });
  useEffect(
    () => () => {
      sizes.set(label, Array.from(virtualizer.measurementsCache));
    },
    [label, virtualizer],
  );
  useEffect(() => {
    if (shown !== undefined) virtualizer.scrollToIndex(shown, { align: 'auto' });
  }, [shown, virtualizer]);
  const drawn = virtualizer.getVirtualItems();
  return (
    <div ref={frame} {...focus.listeners}>
      <Drawn
        {...props}
        drawn={drawn}
        height={virtualizer.getTotalSize()}
        margin={margin}
        measure={virtualizer.measureElement}
      />
      {props.more && <Progress more={props.more} shown={items.length} last={drawn.at(-1)?.index ?? 0} />}
    </div>
  );
}

/** How high the items of each list were, so that a person who comes back finds their place. */
const sizes = new Map<string, VirtualItem[]>();

/** A list that scrolls in a box of its own. @param props.shown index that is kept in sight */
export function LongListBox<Item>(props: Props<Item> & { height: number; shown?: number }) {
  const { items, keyOf, estimate, label, height, shown, gap = 0 } = props;
  const box = useRef<HTMLDivElement>(null);
  const focus = useFocusedKey();
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => estimate,
    getItemKey: (index) => keyOf(items[index]!),
    overscan: 6,
    gap,
    anchorTo: (box.current?.scrollTop ?? 0) > 0 && shown === undefined ? 'end' : 'start',
    rangeExtractor: focus.keepsIn(items, keyOf),
  });
  useEffect(() => {
    if (shown !== undefined) virtualizer.scrollToIndex(shown, { align: 'auto' });
  }, [shown, virtualizer]);
  const drawn = virtualizer.getVirtualItems();
  return (
    <div
      ref={box}
      role="region"
      aria-label={t('{label}, scrollable', { label })}
      tabIndex={0}
      style={{ maxHeight: height, overflow: 'auto' }}
      {...focus.listeners}
    >
      <Drawn
        {...props}
        drawn={drawn}
        height={virtualizer.getTotalSize()}
        margin={0}
        measure={virtualizer.measureElement}
      />
      {props.more && <Progress more={props.more} shown={items.length} last={drawn.at(-1)?.index ?? 0} />}
    </div>
  );
}

interface DrawnProps<Item> extends Props<Item> {
  drawn: VirtualItem[];
  height: number;
  margin: number;
  measure: (element: Element | null) => void;
}

function Drawn<Item>(props: DrawnProps<Item>) {
  const { items, render, label, role = 'listitem', head, more, drawn, height, margin, measure } = props;
  const size = more?.hasMore ? (more.total ?? -1) : items.length;
  const rows = drawn.map(({ key, index, start }) => (
    <div
      key={key}
      ref={measure}
      data-index={index}
      data-key={key}
      role={role === 'none' ? undefined : role}
      aria-setsize={role === 'listitem' ? size : undefined}
      aria-posinset={role === 'listitem' ? index + 1 : undefined}
      // the head is the first row of a table
      aria-rowindex={role === 'row' ? index + 2 : undefined}
      className={role === 'row' ? 'long-row' : undefined}
      style={{
        position: 'absolute',
        top: 0,
        insetInlineStart: 0,
        width: '100%',
        transform: `translateY(${start - margin}px)`,
      }}
    >
      {render(items[index]!, index)}
    </div>
  ));
  const place = { position: 'relative', height } as const;
  if (role === 'none') return <div style={place}>{rows}</div>;
  if (role === 'listitem')
    return (
      <div role="list" aria-label={label} style={place}>
        {rows}
      </div>
    );
  return (
    <div role="table" aria-label={label} aria-rowcount={size === -1 ? -1 : size + 1}>
      <div role="rowgroup">{head}</div>
      <div role="rowgroup" data-rows style={place}>
        {rows}
      </div>
    </div>
  );
}

/** The next page is loaded when this many items are left below. */
const AHEAD = 12;

/** While the end of the list is near and nothing is being loaded, it is tried again after this time. */
const LOAD_AGAIN_MS = 2_000;

function Progress({ more, shown, last }: { more: More & { what: CountWords }; shown: number; last: number }) {
  const { hasMore, isLoading, error, load, what, total } = more;
  const isNear = hasMore && !isLoading && error === null && last >= shown - AHEAD;
  useEffect(() => {
    if (!isNear) return undefined;
    load();
    // a reading of the whole list that begins at the same moment cancels this one, without a render in between
    const again = setInterval(load, LOAD_AGAIN_MS);
    return () => clearInterval(again);
  }, [isNear, load]);
  if (error !== null && shown > 0)
    return (
      <div style={{ padding: '12px 0' }}>
        <Fault message={messageOf(error)} onRetry={load} />
      </div>
    );
  if (!hasMore) return null;
  return (
    <Group justify="center" gap="sm" py="md" role="status" aria-label={t('Loading more')}>
      {isLoading ? (
        <>
          <Loader size="xs" aria-hidden="true" />
          <Text size="sm" c="dimmed">
            {t('Loading more: {items}', { items: howMany(shown, total, what, true) })}
          </Text>
        </>
      ) : (
        <Button variant="default" size="xs" onClick={load}>
          {t('Load more: {items}', { items: howMany(shown, total, what, true) })}
        </Button>
      )}
    </Group>
  );
}

/** A count with what is counted, such as `312 posts`. */
type CountWords = (count: number) => string;

/** Such as `50 of 312 posts`, `50 posts so far`, `312 posts`. */
export function howMany(
  visibleCount: number,
  total: number | null,
  what: CountWords,
  hasMore: boolean,
): string {
  if (!hasMore) return what(visibleCount);
  return total === null
    ? t('{items} so far', { items: what(visibleCount) })
    : t('{shown, number} of {items}', { shown: visibleCount, items: what(total) });
}

/** The item that has the focus stays on the page, however far a person scrolls. */
function useFocusedKey() {
  const [focused, setFocused] = useState<string | null>(null);
  const listeners = {
    onFocus: ({ target }: React.FocusEvent) =>
      setFocused(target.closest<HTMLElement>('[data-key]')?.dataset['key'] ?? null),
    onBlur: () => setFocused(null),
  };
  const keepsIn =
    <Item,>(items: readonly Item[], keyOf: (item: Item) => string) =>
    (range: Range): number[] => {
      const rows = defaultRangeExtractor(range);
      const index = focused === null ? -1 : items.findIndex((item) => keyOf(item) === focused);
      if (index === -1 || rows.includes(index)) return rows;
      return [...rows, index].toSorted((a, b) => a - b);
    };
  return { listeners, keepsIn };
}
