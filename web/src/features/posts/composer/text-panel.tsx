/** The text of the open tab: the common one, or a network's own. */
import { Anchor, Group, Text, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { LIMITS } from '../../../base/limits.ts';
import { networkName } from '../../../base/parts/network.tsx';
import type { Draft } from '../draft.ts';
import { networkTextOf, withNetworkText } from '../own-text.ts';
import { ALL } from './network-tabs.tsx';
import { ToolRow } from './tool-row.tsx';

interface TextPanelProps {
  draft: Draft;
  /** `all`, or a network. */
  tab: string;
  setDraft: (change: (draft: Draft) => Draft) => void;
}

/** Typing into a network's tab makes its text its own. */
export function TextPanel({ draft, tab, setDraft }: TextPanelProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const own = tab === ALL ? null : networkTextOf(draft.overrides, tab);
  const value = own ?? draft.content;
  const write = (text: string | null) =>
    setDraft((before) =>
      tab === ALL
        ? { ...before, content: text ?? '' }
        : { ...before, overrides: withNetworkText(before.overrides, tab, text) },
    );
  const insert = (words: string) => {
    const { selectionStart = value.length, selectionEnd = value.length } = field.current ?? {};
    write(value.slice(0, selectionStart) + words + value.slice(selectionEnd));
    const caret = selectionStart + words.length;
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(caret, caret);
    });
  };
  return (
    <div role="tabpanel" id="text-panel" aria-labelledby={`tab-${tab}`} className="text-panel">
      <Textarea
        ref={field}
        aria-label={tab === ALL ? 'Text' : `Text for ${networkName(tab)}`}
        placeholder="What do you want to say?"
        variant="unstyled"
        autosize
        autoFocus
        minRows={6}
        maxRows={18}
        maxLength={LIMITS.postContent}
        dir="auto"
        value={value}
        onChange={(event) => write(event.currentTarget.value)}
        classNames={{ input: 'post-input' }}
      />
      <Group justify="space-between" gap="xs">
        <ToolRow onInsert={insert} />
        {tab !== ALL && <Whose network={networkName(tab)} isOwn={own !== null} onBack={() => write(null)} />}
      </Group>
    </div>
  );
}

function Whose({ network, isOwn, onBack }: { network: string; isOwn: boolean; onBack: () => void }) {
  return (
    <Text size="sm" c="dimmed">
      {isOwn
        ? `Only ${network} gets this text. `
        : `${network} gets the common text. Type to change it here. `}
      {isOwn && (
        <Anchor component="button" type="button" size="sm" underline="always" onClick={onBack}>
          Back to the common text
        </Anchor>
      )}
    </Text>
  );
}
