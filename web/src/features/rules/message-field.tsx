/** The direct message, with its length as the network counts it. */
import { Button, Group, Text, Textarea } from '@mantine/core';
import { useRef } from 'react';
import type { Field } from '../../base/form/index.ts';
import { LIMITS } from '../../base/limits.ts';
import { messageLimits, networkName } from '../../base/parts/network.tsx';
import { t } from '../../base/language/text.ts';

interface MessageFieldProps extends Field<string> {
  /** Of the account; null means none is chosen. */
  platform: string | null;
}

const USERNAME = '{username}';

export function MessageField({ value = '', platform, onChange, ...field }: MessageFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const used = Array.from(value).length;
  const isTooLong = used > LIMITS.ruleMessage;
  const insert = () => {
    const { selectionStart, selectionEnd } = area.current ?? {
      selectionStart: value.length,
      selectionEnd: value.length,
    };
    onChange(`${value.slice(0, selectionStart)}${USERNAME}${value.slice(selectionEnd)}`);
    area.current?.focus();
  };
  return (
    <div>
      <Textarea
        {...field}
        ref={area}
        label={t('Message')}
        description={t('Links are allowed. It is sent once to each person.')}
        autosize
        minRows={4}
        maxRows={12}
        dir="auto"
        value={value}
        aria-describedby="rule-message-size"
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Group justify="space-between" gap="sm" mt={6}>
        <Text
          id="rule-message-size"
          size="xs"
          c={isTooLong ? 'var(--mantine-color-error)' : 'dimmed'}
          role={isTooLong ? 'alert' : undefined}
        >
          {isTooLong
            ? t('{used, number} / {limit, number} characters: too long.', { used, limit: LIMITS.ruleMessage })
            : t('{used, number} / {limit, number} characters', { used, limit: LIMITS.ruleMessage }) +
              bytesWarning(value, platform)}
        </Text>
        <Button size="compact-xs" variant="default" onClick={insert}>
          {t('Insert the name of the person')}
        </Button>
      </Group>
    </div>
  );
}

/** Networks count bytes, and the service characters: a text may be short enough for one and not for the other. */
function bytesWarning(text: string, platform: string | null): string {
  const most = platform === null ? null : (messageLimits(platform)?.maxBytes ?? null);
  const bytes = new TextEncoder().encode(text).length;
  if (most === null || bytes <= most) return '';
  return `, ${t(
    'and {bytes, number} bytes: {network} takes {most, number}, so the end is cut. An emoji has four bytes and more.',
    { network: networkName(platform!), bytes, most },
  )}`;
}
