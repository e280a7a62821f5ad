import { AmountField, CheckboxField, SelectField, TextField } from "../../ui/field.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { SampleGroup } from "./sample-group.tsx";

export function FieldSamples() {
  return (
    <SampleGroup name="Fields">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Empty" placeholder="Placeholder" />
        <TextField label="Filled, with a hint" hint="Said before anything is typed" defaultValue="Amina" />
        <TextField label="With a mistake" error="First name must be at least 2 characters" defaultValue="A" />
        <TextField label="With a prefix" prefix="+254" defaultValue="712345678" />
        <TextField label="Disabled" disabled defaultValue="Can't be changed" />
        <PasswordField label="Password" showLabel="Show password" defaultValue="Correct-h0rse!" />
        <AmountField label="Amount" />
        <AmountField label="Amount with a mistake" error="Please enter a valid amount greater than 0" />
        <SelectField label="Country">
          <option>Kenya</option>
          <option>Nigeria</option>
        </SelectField>
        <SelectField label="Country, missing" error="Please select your country">
          <option>Select country</option>
        </SelectField>
        <TextAreaField label="A few sentences" hint="Ctrl or Cmd and Enter sends it" />
        <TextAreaField label="A few sentences, missing" error="Please say why" />
        <CheckboxField label="Off" />
        <CheckboxField label="On" defaultChecked />
      </div>
    </SampleGroup>
  );
}
