import { Switch } from '@mantine/core';
import { t } from '../../../base/language/text.ts';

/** Whether networks show a preview of the page that the text links to. */
export default function PreviewSwitch(props: { isShown: boolean; onChange: (isShown: boolean) => void }) {
  return (
    <Switch
      size="sm"
      label={t('Preview of the link')}
      checked={props.isShown}
      onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
    />
  );
}
