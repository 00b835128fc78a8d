/**
 * Says whether a number is a multiple of another, in decimals as people write them: 8.69 is one of 0.01, 8.695 is not.
 *
 * Binary division says otherwise of both (8.69 / 0.01 is 868.9999999999999), and a tolerance on the quotient lets wrong
 * amounts pass.
 */
export function isMultipleOf(value: number, of: number): boolean {
  if (of === 0 || !Number.isFinite(value)) return false
  if (Number.isSafeInteger(value) && Number.isSafeInteger(of)) return value % of === 0
  const [left, right] = [decimal(value), decimal(of)]
  const exponent = Math.min(left.exponent, right.exponent)
  return scaled(left, exponent) % scaled(right, exponent) === 0n
}

type Decimal = { digits: bigint; exponent: number }

function decimal(value: number): Decimal {
  const [mantissa = '0', power = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(`${whole}${fraction}`), exponent: Number(power) - fraction.length }
}

function scaled({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to)
}
