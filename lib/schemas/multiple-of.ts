/** Says whether a number is a multiple of another: see `multipleOf`. */
export function isMultipleOf(value: number, of: number): boolean {
  return multipleOf(of)(value)
}

/**
 * Makes the test for multiples of a number, in decimals as people write them: 8.69 is one of 0.01, 8.695 is not.
 *
 * Binary division says otherwise of both (8.69 / 0.01 is 868.9999999999999), and a tolerance on the quotient lets wrong
 * amounts pass.
 */
export function multipleOf(of: number): (value: number) => boolean {
  const { digits, exponent } = decimal(of)
  const scale = 10 ** Math.max(0, -exponent)
  const step = Number(digits) * 10 ** Math.max(0, exponent)
  const isPlain = of > 0 && scale <= LARGEST_SCALE && step < MOST_EXACT
  return (value) => {
    if (of === 0 || !Number.isFinite(value)) return false
    const scaled = isPlain ? Math.round(value * scale) : Number.NaN
    // A number of at most fifteen digits is the only decimal of that length near its binary form.
    if (Math.abs(scaled) < MOST_EXACT) return scaled / scale === value && scaled % step === 0
    return isExactly(decimal(value), { digits, exponent })
  }
}

const MOST_EXACT = 1e15
const LARGEST_SCALE = 1e15

type Decimal = { digits: bigint; exponent: number }

function isExactly(value: Decimal, of: Decimal): boolean {
  const exponent = Math.min(value.exponent, of.exponent)
  return scaledTo(value, exponent) % scaledTo(of, exponent) === 0n
}

function decimal(value: number): Decimal {
  const [mantissa = '0', power = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(`${whole}${fraction}`), exponent: Number(power) - fraction.length }
}

function scaledTo({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to)
}
