/** How the rules of an account answer: testers, pace; and what holds its messages now. */
import { Alert, Card, NumberInput, Stack, Switch, TagsInput, Text, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { LIMITS } from '../../base/limits.ts';
import { networkWords } from '../../base/parts/from-network.ts';
import { withZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { useRuleSettings, useSetRuleSettings } from './queries.ts';

/** A number that is being typed is saved this long after the last key, ms. */
const QUIET_MS = 800;

export function AccountSettings({ accountId }: { accountId: string }) {
  const { data: settings } = useRuleSettings(accountId);
  const { mutate } = useSetRuleSettings(accountId);
  const savePace = useDebouncedCallback(
    (publicReplySeconds: number) => mutate({ publicReplySeconds }),
    QUIET_MS,
  );
  if (settings === undefined) return null;
  return (
    <Card withBorder component="section" aria-labelledby="rule-settings">
      <Title order={2} size="h4" id="rule-settings" mb={4}>
        All rules of this account
      </Title>
      <Stack gap="sm">
        <TagsInput
          label="Testers"
          description="Handles of people who try rules: they get the message every time, and are not counted."
          value={settings.testers}
          onChange={(testers) => mutate({ testers })}
          acceptValueOnBlur
          classNames={{ pill: 'rule-pill' }}
        />
        <NumberInput
          label="Seconds between public replies"
          description="Many within a short time look like spam to the network."
          min={0}
          max={LIMITS.publicReplySeconds}
          allowDecimal={false}
          defaultValue={settings.publicReplySeconds}
          onChange={(value) => typeof value === 'number' && savePace(value)}
        />
        <Switch
          label="Spread messages evenly over the hour"
          description="Otherwise they leave as fast as the network takes them."
          checked={settings.evenPace}
          onChange={({ currentTarget }) => mutate({ evenPace: currentTarget.checked })}
        />
      </Stack>
    </Card>
  );
}

/** What holds the messages or the public replies of an account now; nothing where nothing does. */
export function AccountHolds({ accountId }: { accountId: string }) {
  const { timezone } = useWorkspace();
  const { data: settings } = useRuleSettings(accountId);
  if (settings === undefined) return null;
  const { heldReason, publicRepliesOffUntil, publicRepliesOffReason } = settings;
  return (
    <>
      {heldReason !== null && (
        <Alert color="orange" variant="light" p="xs" mb="sm">
          No message of this account is sent now, and none is lost: {networkWords(heldReason)}
        </Alert>
      )}
      {publicRepliesOffUntil !== null && (
        <Alert color="orange" variant="light" p="xs" mb="sm">
          <Text size="sm">
            No public reply is made until {withZone(publicRepliesOffUntil, timezone)}; messages are sent. The
            network took one for spam: {networkWords(publicRepliesOffReason ?? 'it gave no reason')}
          </Text>
        </Alert>
      )}
    </>
  );
}
