import { createDeposit, depositCurrencies, depositNetworks, type DepositCurrency } from "@wazi/contracts";
import { useForm, useWatch } from "react-hook-form";
import { failureText } from "../../lib/api-client.ts";
import { getFirstMessage, onSubmit } from "../../lib/forms.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { AmountField, SelectField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useCreateDeposit } from "./api.ts";

const FAILURE_DEFAULT = "Failed to create deposit request";

function getNetworks(currency: DepositCurrency): readonly [string, ...string[]] {
  return depositNetworks[currency];
}

export function DepositForm() {
  const create = useCreateDeposit();
  const form = useForm({
    resolver: schemaResolver(createDeposit.body),
    defaultValues: { currency: "USDT", network: "TRC20", amount: "" },
  });
  const { errors } = form.formState;
  const currency = useWatch({ control: form.control, name: "currency" });

  const submit = form.handleSubmit(
    async (body) => {
      try {
        await create.mutateAsync({ body });
        toast.good("Deposit Request Created", "Send your crypto to the wallet address below");
      } catch (failure) {
        toast.bad("Error", failureText(failure, FAILURE_DEFAULT));
      }
    },
    (invalid) => toast.bad("Error", getFirstMessage(invalid)),
  );

  return (
    <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5 sm:grid-cols-2">
      <SelectField
        label="Cryptocurrency"
        error={errors.currency?.message}
        {...form.register("currency", {
          onChange: (event: { target: { value: DepositCurrency } }) =>
            form.setValue("network", getNetworks(event.target.value)[0]),
        })}
      >
        {depositCurrencies.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <SelectField label="Network" error={errors.network?.message} {...form.register("network")}>
        {getNetworks(currency).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <AmountField
        label="Amount (USD equivalent)"
        hint="At least $100"
        className="sm:col-span-2"
        error={errors.amount?.message}
        {...form.register("amount")}
      />
      {create.isError ? (
        <div className="sm:col-span-2">
          <FailureNotice error={create.error} fallback={FAILURE_DEFAULT} />
        </div>
      ) : null}
      <Button
        type="submit"
        className="min-h-12 sm:col-span-2"
        pending={create.isPending}
        pendingLabel="Creating Deposit..."
      >
        Create Deposit
      </Button>
    </form>
  );
}
