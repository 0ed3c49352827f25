/** A tab for the common text and one for each network of the post. */
import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, memo, useRef } from 'react';
import { NetworkMark, networkName } from '../../../base/parts/network.tsx';
import { lengthText, Ring } from './ring.tsx';
import { type PlannedAccount, refusing } from './refusing.ts';
import { t } from '../../../base/language/text.ts';

/** The common text. */
export const ALL = 'all';

interface NetworkTabsProps {
  /** Networks of the chosen accounts. */
  platforms: readonly string[];
  /** Networks with a text of their own. */
  own: readonly string[];
  /** What the service said of each account, perhaps of an earlier text. */
  planned: readonly PlannedAccount[];
  value: string;
  onChange: (tab: string) => void;
}

/** Arrow keys move between the tabs. The field below is their panel. */
export const NetworkTabs = memo(function NetworkTabs(props: NetworkTabsProps) {
  const { platforms, own, planned, value, onChange } = props;
  const list = useRef<HTMLDivElement>(null);
  const tabs = [ALL, ...platforms];
  const move = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const next = (tabs.indexOf(value) + by + tabs.length) % tabs.length;
    onChange(tabs[next]!);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div
      className="network-tabs"
      role="tablist"
      aria-label={t('For whom you write')}
      ref={list}
      onKeyDown={move}
    >
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`tab-${tab}`}
          aria-selected={tab === value}
          aria-controls="text-panel"
          tabIndex={tab === value ? 0 : -1}
          className="network-tab"
          onClick={() => onChange(tab)}
        >
          {tab === ALL ? (
            t('All')
          ) : (
            <NetworkTab
              platform={tab}
              hasOwn={own.includes(tab)}
              planned={planned.filter(({ platform }) => platform === tab)}
            />
          )}
        </button>
      ))}
    </div>
  );
});

function NetworkTab(props: { platform: string; hasOwn: boolean; planned: readonly PlannedAccount[] }) {
  const { platform, hasOwn, planned } = props;
  // of several accounts the one that is nearest to its limit
  const length = planned.map((one) => one.length).toSorted((a, b) => partOf(b) - partOf(a))[0];
  const refused = refusing(planned).length > 0;
  return (
    <>
      <NetworkMark platform={platform} size={18} />
      <span>{networkName(platform)}</span>
      {hasOwn && (
        <span className="own-dot" title={t('It has a text of its own')}>
          <VisuallyHidden>{`, ${t('a text of its own')}`}</VisuallyHidden>
        </span>
      )}
      {length && <Ring length={length} />}
      {length && lengthText(length) !== '' && (
        <span className={isOver(length) ? 'tab-note tab-refused' : 'tab-note'}>{lengthText(length)}</span>
      )}
      {refused && <VisuallyHidden>{`, ${t('refuses it')}`}</VisuallyHidden>}
      {refused && (!length || lengthText(length) === '') && (
        <span className="tab-note tab-refused" aria-hidden="true">
          ✕
        </span>
      )}
    </>
  );
}

const isOver = (length: PlannedAccount['length']): boolean => partOf(length) > 1;

const partOf = ({ used, limit }: PlannedAccount['length']): number => (limit === null ? 0 : used / limit);
