/** The answer to a person: written, counted, sent. */
import { Alert, Button, Group, Kbd, Text, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { ApiError, type Conversation, Unreachable } from '../api.ts';
import { messageLimits, networkName } from '../parts/network.tsx';
import { sentence } from '../parts/plain-words.ts';
import { useKeptAnswer } from './kept-answers.ts';
import { networkWords, personName } from './names.ts';
import { useSend } from './send.ts';

/** The id of the field: the key r gives it the focus. */
export const ANSWER_FIELD = 'answer';

export function Composer({ conversation }: { conversation: Conversation }) {
  const { id, platform } = conversation;
  const [text, setText] = useKeptAnswer(id);
  const { send, isSending, error, forget } = useSend(id);
  const [wasTooLong, setWasTooLong] = useState(false);
  const hasKeys = useMediaQuery('(hover: hover) and (pointer: fine)');
  const network = networkName(platform);
  const size = sizeOf(text, platform);
  const isTooLong = size !== null && size.used > size.most;
  const mayNotSend = text.trim() === '' || isTooLong || isSending;
  const submit = () => {
    setWasTooLong(isTooLong);
    if (!mayNotSend) send(text);
  };
  return (
    <form
      className="inbox-composer"
      aria-label="Answer"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {error !== null && (
        <Alert
          color="red"
          variant="light"
          role="alert"
          p="xs"
          mb="xs"
          withCloseButton
          closeButtonLabel="Close"
          onClose={forget}
        >
          {answerFault(error, network)}
        </Alert>
      )}
      <Textarea
        id={ANSWER_FIELD}
        aria-label={`Answer to ${personName(conversation)}`}
        aria-describedby="answer-size"
        placeholder={`Answer ${personName(conversation)} …`}
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        readOnly={isSending}
        error={isTooLong && wasTooLong}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          submit();
        }}
      />
      <Group justify="space-between" wrap="nowrap" mt="xs" gap="sm">
        <Text
          id="answer-size"
          size="xs"
          c={isTooLong ? 'var(--mantine-color-error)' : 'dimmed'}
          role={isSending ? 'status' : undefined}
        >
          {isSending ? `Waiting until ${network} has taken it …` : sizeText(size, network)}
        </Text>
        <Group gap="xs" wrap="nowrap">
          {hasKeys && !isSending && (
            <Text size="xs" c="dimmed" visibleFrom="lg" aria-hidden="true">
              <Kbd size="xs">{isApple ? '⌘' : 'Ctrl'}</Kbd> <Kbd size="xs">Enter</Kbd>
            </Text>
          )}
          <Button type="submit" size="sm" loading={isSending} disabled={mayNotSend && !isSending}>
            Send
          </Button>
        </Group>
      </Group>
    </form>
  );
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

interface Size {
  used: number;
  most: number;
  unit: 'bytes' | 'characters';
}

/** How long an answer is, as the network counts; null: it may have any length. */
function sizeOf(text: string, platform: string): Size | null {
  const { maxBytes = null, maxCharacters = null } = messageLimits(platform) ?? {};
  if (maxBytes !== null)
    return { used: new TextEncoder().encode(text).length, most: maxBytes, unit: 'bytes' };
  if (maxCharacters !== null)
    return { used: Array.from(text).length, most: maxCharacters, unit: 'characters' };
  return null;
}

function sizeText(size: Size | null, network: string): string {
  if (size === null) return '';
  const { used, most, unit } = size;
  const count = `${used.toLocaleString('en')} / ${most.toLocaleString('en')} ${unit}`;
  if (used <= most) return count;
  const why = unit === 'bytes' ? ' An emoji has four bytes and more.' : '';
  return `${count}: too long for ${network}.${why}`;
}

/** Why an answer was not sent, and what to do. */
function answerFault(error: Error, network: string): string {
  if (error instanceof Unreachable)
    return 'The service cannot be reached, so it is not known whether this was sent. Press Send again: it is not sent twice.';
  if (!(error instanceof ApiError)) return error.message;
  switch (error.code) {
    case 'network_refused':
      return `${network} refused it: ${networkWords(error.message)}`;
    case 'outcome_unknown':
      return `${network} has not responded in time. The message above shows what becomes of it: do not write it again before that.`;
    case 'idempotency_in_progress':
      return 'It is being sent already.';
    default:
      return sentence(error.message);
  }
}
