/** What a call of a tool would do, for the person who decides: the exact words, and where they would go. */
import { Anchor, Blockquote, Code, Group, Stack, Text } from '@mantine/core';
import { AccountLabel } from '../../base/parts/network.tsx';
import { inZone } from '../../base/parts/times.ts';
import { MediaThumb } from '../../base/parts/media-thumb.tsx';
import { useWorkspace } from '../../base/session.ts';
import type { WaitingCall } from './queries.ts';
import { t } from '../../base/language/text.ts';

export function PlanView({ plan }: Pick<WaitingCall, 'plan'>) {
  const { timezone } = useWorkspace();
  const { changes, about = [], arguments: args = {}, post } = plan;
  return (
    <Stack gap="xs">
      {changes && !post && <Text size="sm">{changes}</Text>}
      {about.map(({ type, id, title }) => (
        <Text key={id} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {TYPES[type] ?? type}: {title}
        </Text>
      ))}
      {post ? (
        <>
          <Text size="sm" fw={600}>
            {whenText(post.when, timezone)}
          </Text>
          {post.accounts.map(({ accountId, platform, name, title, text, media }) => (
            <Stack key={accountId} gap={4}>
              <AccountLabel platform={platform} account={name} />
              <Words text={[title, text].filter(Boolean).join('\n')} />
              {media.length > 0 && (
                <Group gap="xs" mt={4}>
                  {media.map((url, index) => (
                    <Anchor key={url} href={url} target="_blank" rel="noreferrer" title={url}>
                      <MediaThumb
                        url={url}
                        size={72}
                        alt={t('Medium {count} of {count2}: {url}', {
                          count: index + 1,
                          count2: media.length,
                          url,
                        })}
                      />
                    </Anchor>
                  ))}
                </Group>
              )}
            </Stack>
          ))}
          {post.warnings.map((warning) => (
            <Text key={warning} size="sm" c="dimmed">
              {warning}
            </Text>
          ))}
        </>
      ) : null}
      <Arguments args={args} isShown={(name) => post !== undefined && SAID.has(name)} />
    </Stack>
  );
}

const TYPES: { [type: string]: string } = {
  account: t('Account'),
  post: t('Post'),
  comment: t('Comment'),
  conversation: t('Conversation with'),
  rule: t('Rule'),
  automation: t('Automation'),
};

function whenText(when: string, timezone: string): string {
  if (when === 'now') return t('At once, on:');
  return when === 'next_slot'
    ? t('At the next free slot, on:')
    : t('{time}, on:', { time: inZone(when, timezone) });
}

function Words({ text }: { text: string }) {
  return (
    <Blockquote p="sm" m={0} fz="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text === '' ? t('Without a text.') : text}
    </Blockquote>
  );
}

/** Replaces an id by the name of what it belongs to. */
const isId = (name: string) => /^(id|workspace|platform)$|Id$/.test(name);

/** Arguments that the plan of a post says better. */
const SAID = new Set(['content', 'media', 'accountIds', 'publishNow', 'scheduledAt', 'useNextSlot']);

function Arguments({
  args,
  isShown,
}: {
  args: { [name: string]: unknown };
  isShown: (name: string) => boolean;
}) {
  const visible = Object.entries(args).filter(([name]) => !isId(name) && !isShown(name));
  return visible.map(([name, value]) =>
    typeof value === 'string' && /^(message|dmText|content)$/.test(name) ? (
      <Words key={name} text={value} />
    ) : (
      <Text key={name} size="sm" component="div">
        {name}:{' '}
        <Code block={typeof value === 'object'} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
        </Code>
      </Text>
    ),
  );
}
