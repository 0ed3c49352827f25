/** How the rules of an account answer: testers, pace; and what holds its messages now. */
import { Alert, Group, NumberInput, Stack, Switch, TagsInput, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { LIMITS } from '../../base/limits.ts';
import { Fold } from '../../base/parts/fold.tsx';
import { networkWords } from '../../base/parts/from-network.ts';
import { withZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { ifCan } from '../../base/can.tsx';
import { useRuleSettings, useSaveRuleSettings } from './queries.ts';
import { t } from '../../base/language/text.ts';

export const AccountSettings = ifCan('setCommentRuleSettings', SettingsCard);

function SettingsCard({ accountId }: { accountId: string }) {
  const { data: settings } = useRuleSettings(accountId);
  if (settings === undefined) return null;
  return (
    <Fold
      title={t('All rules of this account')}
      says={t('testers, pace')}
      startsOpen={settings.testers.length > 0}
      label={t('Settings of all rules of this account')}
    >
      <SettingsForm key={accountId} accountId={accountId} settings={settings} />
    </Fold>
  );
}

type Settings = NonNullable<ReturnType<typeof useRuleSettings>['data']>;

/** A number that is being typed is a text. */
type Written = { testers: string[]; publicReplySeconds: number | string; evenPace: boolean };

function SettingsForm({ accountId, settings }: { accountId: string; settings: Settings }) {
  const { testers, publicReplySeconds, evenPace } = settings;
  const save = useSaveRuleSettings(accountId);
  const start: Written = { testers, publicReplySeconds, evenPace };
  const form = useApiForm({
    name: 'rule-settings',
    initialValues: start,
    validatesOnChange: true,
    validate: (values) =>
      typeof values.publicReplySeconds === 'number'
        ? {}
        : { publicReplySeconds: t('Give a number from 0 to {limit}.', { limit: LIMITS.publicReplySeconds }) },
    send: (values) => save({ ...values, publicReplySeconds: Number(values.publicReplySeconds) }),
    onSent: () => {
      notifications.show({ message: t('The settings of the account’s rules are saved.') });
    },
  });
  return (
    <Form of={form} label={t('All rules of this account')}>
      <Stack gap="sm">
        <TagsInput
          label={t('Testers')}
          description={t(
            'Handles of people who try rules: they get the message every time, and are not counted.',
          )}
          {...form.field('testers')}
          acceptValueOnBlur
          classNames={{ pill: 'rule-pill' }}
        />
        <NumberInput
          label={t('Seconds between public replies')}
          description={t('Many within a short time look like spam to the network.')}
          min={0}
          max={LIMITS.publicReplySeconds}
          allowDecimal={false}
          {...form.field('publicReplySeconds')}
        />
        <Switch
          label={t('Spread messages evenly over the hour')}
          description={t('Otherwise they leave as fast as the network takes them.')}
          {...form.field('evenPace', { type: 'checkbox' })}
        />
        <FormFault of={form} />
        <Group justify="flex-end">
          <Submit of={form} variant="default">
            {t('Save')}
          </Submit>
        </Group>
      </Stack>
    </Form>
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
          {t('No message of this account is sent now, and none is lost: {reason}', {
            reason: networkWords(heldReason),
          })}
        </Alert>
      )}
      {publicRepliesOffUntil !== null && (
        <Alert color="orange" variant="light" p="xs" mb="sm">
          <Text size="sm">
            {t(
              'No public reply is made until {time}; messages are sent. The network took one for spam: {reason}',
              {
                time: withZone(publicRepliesOffUntil, timezone),
                reason: networkWords(publicRepliesOffReason ?? t('it gave no reason')),
              },
            )}
          </Text>
        </Alert>
      )}
    </>
  );
}
