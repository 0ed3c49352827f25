/** The text of the open tab: the common one, or a network's own. */
import { Anchor, Group, Text } from '@mantine/core';
import { useRef } from 'react';
import { networkName } from '../../../base/parts/network.tsx';
import type { Draft } from '../draft.ts';
import { networkTextOf, withNetworkText } from '../own-text.ts';
import type { Cut } from './cuts.ts';
import { type Person, plainName, withMention } from './mention.ts';
import { MarkedTextarea } from './marked-textarea.tsx';
import { ALL } from './network-tabs.tsx';
import { ToolRow } from './tool-row.tsx';
import { t } from '../../../base/language/text.ts';

interface TextPanelProps {
  draft: Draft;
  /** `all`, or a network. */
  tab: string;
  /** Networks of the post. */
  platforms: readonly string[];
  cut: Cut | null;
  setDraft: (change: (draft: Draft) => Draft) => void;
}

/** Typing into a network's tab makes its text its own. */
export function TextPanel({ draft, tab, platforms, cut, setDraft }: TextPanelProps) {
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
    // as if it was typed: it can be undone, and the caret stays behind it
    field.current?.focus();
    document.execCommand('insertText', false, words);
  };
  const mention = (person: Person) => {
    if (tab !== ALL) return insert(person.mention);
    const { selectionStart = 0, selectionEnd = 0 } = field.current ?? {};
    const place = [selectionStart, selectionEnd] as const;
    setDraft((before) => withMention(before, person, place));
    return insert(plainName(person));
  };
  return (
    <div role="tabpanel" id="text-panel" aria-labelledby={`tab-${tab}`} className="text-panel">
      <MarkedTextarea
        ref={field}
        aria-label={tab === ALL ? t('Text') : t('Text for {network}', { network: networkName(tab) })}
        placeholder={t('What do you want to say?')}
        autoFocus
        minRows={6}
        maxRows={18}
        value={value}
        onChange={write}
        cut={cut}
      />
      <Group justify="space-between" gap="xs">
        <ToolRow platforms={tab === ALL ? platforms : [tab]} onInsert={insert} onMention={mention} />
        {tab !== ALL && <Whose network={networkName(tab)} isOwn={own !== null} onBack={() => write(null)} />}
      </Group>
    </div>
  );
}

function Whose({ network, isOwn, onBack }: { network: string; isOwn: boolean; onBack: () => void }) {
  return (
    <Text size="sm" c="dimmed">
      {isOwn
        ? t('Only {network} gets this text.', { network })
        : t('{network} gets the common text. Type to change it here.', { network })}
      {isOwn && ' '}
      {isOwn && (
        <Anchor component="button" type="button" size="sm" underline="always" onClick={onBack}>
          {t('Back to the common text')}
        </Anchor>
      )}
    </Text>
  );
}
