/** An answer: written, counted, sent. */
import { Alert, Button, Group, Kbd, Text, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { ApiError, Unreachable } from '../api.ts';
import { networkWords } from './from-network.ts';
import { useCachedResponse } from './kept-answers.ts';
import type { messageLimits } from './network.tsx';
import { sentence } from '../finding.ts';
import type { Sending } from './send.ts';
import { t } from '../language/text.ts';

interface ComposerProps {
  /** The id of the field. */
  fieldId: string;
  /** Names the answer that is kept in the browser. */
  answerId: string;
  sending: Sending;
  /** Such as `Answer to Ann Fan`. */
  label: string;
  placeholder: string;
  /** The network's name. */
  network: string;
  /** How long the answer may be; null means any length. */
  limits: ReturnType<typeof messageLimits>;
  /** The message when the outcome is unknown. */
  unknownText: string;
  /** The message and the choices when another person answered meanwhile. */
  answered?: { text: string; sendAnyway: (text: string) => void };
  /** Beside the count. */
  tools?: ReactNode;
  /** The person leaves the field without sending. Default: it loses the focus. */
  onLeave?: () => void;
  autoFocus?: boolean;
  /** Something else is sent, so that there need be no text. */
  hasFile?: boolean;
  /** Above the field. */
  children?: ReactNode;
}

export function Composer(props: ComposerProps) {
  const { fieldId, answerId, sending, label, placeholder, limits, onLeave } = props;
  const { send, isSending } = sending;
  const [text, setText] = useCachedResponse(answerId);
  const [wasTooLong, setWasTooLong] = useState(false);
  const size = sizeOf(text, limits);
  const sizeId = `${fieldId}-size`;
  const isTooLong = size !== null && size.used > size.most;
  const mayNotSend = (text.trim() === '' && props.hasFile !== true) || isTooLong || isSending;
  const submit = () => {
    setWasTooLong(isTooLong);
    if (!mayNotSend) send(text);
  };
  return (
    <form
      className="composer"
      aria-label={t('Answer')}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {props.children}
      <NotSent {...props} text={text} />
      <Textarea
        id={fieldId}
        aria-label={label}
        aria-describedby={sizeId}
        placeholder={placeholder}
        autoFocus={props.autoFocus ?? false}
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        readOnly={isSending}
        error={isTooLong && wasTooLong}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') (onLeave ?? (() => event.currentTarget.blur()))();
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          submit();
        }}
      />
      <Foot {...props} size={size} sizeId={sizeId} isTooLong={isTooLong} mayNotSend={mayNotSend} />
    </form>
  );
}

/** Why the answer was not sent, and what can be done. */
function NotSent({ sending, answered, network, unknownText, text }: ComposerProps & { text: string }) {
  const { error, forget } = sending;
  if (error === null) return null;
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      p="xs"
      mb="xs"
      withCloseButton
      closeButtonLabel={t('Close')}
      onClose={forget}
    >
      {answered !== undefined && isAnswered(error) ? (
        <Group justify="space-between" gap="xs">
          <Text size="sm">{answered.text}</Text>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              forget();
              answered.sendAnyway(text);
            }}
          >
            {t('Send anyway')}
          </Button>
        </Group>
      ) : (
        answerFault(error, network, unknownText)
      )}
    </Alert>
  );
}

interface FootProps extends Pick<ComposerProps, 'sending' | 'network' | 'tools'> {
  size: Size | null;
  sizeId: string;
  isTooLong: boolean;
  mayNotSend: boolean;
}

/** The count, the tools, and the button. */
function Foot({ sending, network, tools, size, sizeId, isTooLong, mayNotSend }: FootProps) {
  const { isSending } = sending;
  const hasKeys = useMediaQuery('(hover: hover) and (pointer: fine)');
  return (
    <Group justify="space-between" wrap="nowrap" mt="xs" gap="sm">
      <Text
        id={sizeId}
        size="xs"
        c={isTooLong ? 'var(--mantine-color-error)' : 'dimmed'}
        role={isSending ? 'status' : undefined}
      >
        {isSending ? t('Waiting until {network} has taken it …', { network }) : sizeText(size, network)}
      </Text>
      {tools}
      <Group gap="xs" wrap="nowrap">
        {hasKeys && !isSending && (
          <Text size="xs" c="dimmed" visibleFrom="lg" aria-hidden="true" className="composer-keys">
            <Kbd size="xs">{isApple ? '⌘' : 'Ctrl'}</Kbd> <Kbd size="xs">{'Enter'}</Kbd>
          </Text>
        )}
        <Button
          type="submit"
          size="sm"
          style={{ flexShrink: 0 }}
          loading={isSending}
          disabled={mayNotSend && !isSending}
        >
          {t('Send')}
        </Button>
      </Group>
    </Group>
  );
}

const isAnswered = (error: Error) => error instanceof ApiError && error.code === 'answered_meanwhile';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

interface Size {
  used: number;
  most: number;
  unit: 'bytes' | 'characters';
}

/** How long an answer is, as the network counts; null means it may have any length. */
function sizeOf(text: string, limits: ComposerProps['limits']): Size | null {
  const { maxBytes = null, maxCharacters = null } = limits ?? {};
  if (maxBytes !== null)
    return { used: new TextEncoder().encode(text).length, most: maxBytes, unit: 'bytes' };
  if (maxCharacters !== null)
    return { used: Array.from(text).length, most: maxCharacters, unit: 'characters' };
  return null;
}

function sizeText(size: Size | null, network: string): string {
  if (size === null) return '';
  const { used, most, unit } = size;
  if (unit === 'bytes')
    return used <= most
      ? t('{used, number} / {most, number} bytes', { used, most })
      : t(
          '{used, number} / {most, number} bytes: too long for {network}. An emoji has four bytes and more.',
          {
            used,
            most,
            network,
          },
        );
  return used <= most
    ? t('{used, number} / {most, number} characters', { used, most })
    : t('{used, number} / {most, number} characters: too long for {network}.', { used, most, network });
}

/** Why an answer was not sent, and what to do. */
function answerFault(error: Error, network: string, unknownText: string): string {
  if (error instanceof Unreachable)
    return t(
      'The service cannot be reached, so it is not known whether this was sent. Press Send again: it is not sent twice.',
    );
  if (!(error instanceof ApiError)) return error.message;
  switch (error.code) {
    case 'network_refused':
      return error.networkCode === null
        ? t('It was not sent: {reason}', { reason: networkWords(error.message) })
        : t('{network} refused it: {reason}', { network, reason: networkWords(error.message) });
    case 'outcome_unknown':
      return unknownText;
    case 'idempotency_in_progress':
      return t('It is being sent already.');
    default:
      return sentence(error.message);
  }
}
