/** What to do without the device of a second factor. */

/** For the operator with this name: both ways back need no device. */
export function LostSecondFactor({ name }: { readonly name: string | undefined }) {
  return (
    <>
      Lost the device and the recovery codes? Ask the administrator of this service to run{' '}
      <code>npx trimerge operator reset-second-factor {name ?? 'NAME'}</code>.
    </>
  )
}
