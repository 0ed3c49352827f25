/** The events that a webhook is sent: all that the service announces, by subject. */
import { Checkbox, type CheckboxGroupProps, SimpleGrid, Stack, Text } from '@mantine/core';
import { webhookEvents } from '../../../../clients/typescript/src/operations.ts';
import { t } from '../../base/language/text.ts';

type EventName = keyof typeof webhookEvents;
/** The part of a name before the dot. */
type Subject = EventName extends `${infer First}.${string}` ? First : never;

/** The subjects in the order of the form. A subject that is missing here does not compile. */
const SUBJECTS: { [Name in Subject]: string } = {
  post: t('Posts'),
  series: t('Series'),
  feed: t('Feeds'),
  account: t('Accounts'),
  comment: t('Comments'),
  comment_dm: t('Comment rules'),
  message: t('Direct messages'),
  dm_automation: t('Automations'),
};

const eventsOf = (subject: string) =>
  Object.entries(webhookEvents).filter(([name]) => name.startsWith(`${subject}.`));

/** A checkbox for each event, with what it means. */
export function EventChoice(field: Pick<CheckboxGroupProps, 'value' | 'onChange' | 'error'>) {
  return (
    <Checkbox.Group label={t('Events')} errorProps={{ mt: 6 }} {...field}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="xs" spacing="lg" verticalSpacing="md">
        {Object.entries(SUBJECTS).map(([subject, title]) => (
          <Stack key={subject} gap="xs" role="group" aria-label={title}>
            <Text size="xs" fw={600} c="dimmed" aria-hidden="true">
              {title}
            </Text>
            {eventsOf(subject).map(([name, meaning]) => (
              <Checkbox key={name} value={name} label={name} description={meaning} />
            ))}
          </Stack>
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}
