import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { t } from '../language/text.ts';

/** How long a button shows that it has copied. */
const SHOWN_MS = 2_000;

type Outcome = 'none' | 'copied' | 'failed';

/** A secret or an address to copy. If the browser cannot copy it, the text is selected, and the person copies it. */
export function Copyable({ text, label }: { text: string; label: string }) {
  const textRef = useRef<HTMLPreElement>(null);
  const [outcome, copy] = useCopy(text);
  const press = async () => {
    if ((await copy()) === 'failed' && textRef.current !== null)
      getSelection()?.selectAllChildren(textRef.current);
  };
  return (
    <Stack gap={4}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Code
          block
          ref={textRef}
          style={{ flex: 1, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          aria-label={label}
          tabIndex={0}
        >
          {text}
        </Code>
        <Button variant="default" onClick={() => void press()}>
          {LABELS[outcome]}
        </Button>
      </Group>
      {outcome === 'failed' && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {t('This browser did not copy it. The text is selected: copy it with the keyboard.')}
        </Text>
      )}
    </Stack>
  );
}

/** The button alone, for a text that is shown elsewhere. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [outcome, copy] = useCopy(text);
  return (
    <Button size="xs" variant="default" onClick={() => void copy()} aria-label={label}>
      <span role={outcome === 'failed' ? 'alert' : undefined}>{LABELS[outcome]}</span>
    </Button>
  );
}

const LABELS: { [outcome in Outcome]: string } = {
  none: t('Copy'),
  copied: t('Copied'),
  failed: t('Not copied'),
};

/** The result of the last press, and the function that copies. */
function useCopy(text: string): [Outcome, () => Promise<Outcome>] {
  const [outcome, setOutcome] = useState<Outcome>('none');
  useEffect(() => {
    if (outcome !== 'copied') return undefined;
    const timer = setTimeout(() => setOutcome('none'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    const done: Outcome = (await copyText(text)) ? 'copied' : 'failed';
    setOutcome(done);
    return done;
  };
  return [outcome, copy];
}

/** @returns whether the text is in the clipboard */
async function copyText(text: string): Promise<boolean> {
  // absent where the page came over plain http
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard !== undefined) {
    try {
      await clipboard.writeText(text);
      return true;
    } catch (error) {
      console.info('The clipboard refused; the older way is tried.', error);
    }
  }
  return copyByCommand(text);
}

/** The older way, which works over plain http: the browser copies what a handler of its copy event gives. */
function copyByCommand(text: string): boolean {
  let isCopied = false;
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    isCopied = event.clipboardData !== null;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('copy', give, { capture: true });
  // oxlint-disable-next-line typescript/no-deprecated -- nothing newer exists over plain http
  const ran = document.execCommand('copy');
  document.removeEventListener('copy', give, { capture: true });
  return ran && isCopied;
}
