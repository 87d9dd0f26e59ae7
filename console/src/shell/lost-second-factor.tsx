/** Instructions for operators who have lost the device of their second factor. */

/** The instructions for the operator with a name. Neither way needs the device. */
export function LostSecondFactor({ name }: { readonly name: string | undefined }) {
  return (
    <>
      Lost the device and the recovery codes? Ask the administrator of this service to run{' '}
      <code>npx trimerge operator reset-second-factor {name ?? 'NAME'}</code>.
    </>
  )
}
