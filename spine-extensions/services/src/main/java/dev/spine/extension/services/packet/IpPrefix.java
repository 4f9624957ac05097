package dev.spine.extension.services.packet;

/**
 * A piece of the address space: all addresses that begin with the same bits.
 *
 * @param version 4 or 6
 * @param high the high 64 bits of an IPv6 address, 0 of IPv4; bits behind the prefix are 0
 * @param low the low 64 bits of an IPv6 address, the 32 bits of IPv4; bits behind the prefix are 0
 * @param bits how many bits count, 0 to 32 or 128
 */
public record IpPrefix(int version, long high, long low, int bits) {
    private static final int GROUPS = 8;

    /** Takes away the bits behind the prefix. */
    public IpPrefix {
        if (version != 4 && version != 6 || bits < 0 || bits > (version == 4 ? 32 : 128)) {
            throw new IllegalArgumentException("a prefix of IPv4 has 0 to 32 bits, one of IPv6 0 to 128, not " + bits);
        }
        if (version == 4) {
            high = 0;
            low &= mask(bits + 32) & 0xFFFF_FFFFL;
        } else {
            high &= mask(Math.min(bits, 64));
            low &= mask(Math.max(0, bits - 64));
        }
    }

    /** The first bits of 64. */
    private static long mask(int bits) {
        return bits == 0 ? 0 : -1L << 64 - bits;
    }

    /**
     * {@return whether an address begins with these bits}
     *
     * @param addressVersion 4 or 6
     * @param addressHigh its high 64 bits, 0 of IPv4
     * @param addressLow its low 64 bits, the 32 bits of IPv4
     */
    public boolean matches(int addressVersion, long addressHigh, long addressLow) {
        if (addressVersion != version) {
            return false;
        }
        if (version == 4) {
            return ((addressLow ^ low) & mask(bits + 32)) == 0;
        }
        return ((addressHigh ^ high) & mask(Math.min(bits, 64))) == 0 && ((addressLow ^ low) & mask(Math.max(0, bits - 64))) == 0;
    }

    /**
     * {@return a prefix as people write it}
     *
     * @param text {@code "10.1.0.0/16"}, {@code "2001:db8::/32"}, or a whole address
     * @throws IllegalArgumentException when it is none; the text says what is wrong, for people
     */
    public static IpPrefix parse(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        boolean six = address.indexOf(':') >= 0;
        int most = six ? 128 : 32;
        int bits = slash < 0 ? most : number(text.substring(slash + 1), 10, most, text);
        if (!six) {
            return new IpPrefix(4, 0, dotted(address, text), bits);
        }
        long[] halves = groups(address, text);
        return new IpPrefix(6, halves[0], halves[1], bits);
    }

    private static long dotted(String address, String whole) {
        long value = 0;
        int at = 0;
        for (int i = 0; i < 4; i++) {
            int dot = i == 3 ? address.length() : address.indexOf(".", at);
            if (dot < 0) {
                throw wrong(whole);
            }
            value = value << 8 | number(address.substring(at, dot), 10, 255, whole);
            at = dot + 1;
        }
        return value;
    }

    private static long[] groups(String address, String whole) {
        int gap = address.indexOf("::");
        String front = gap < 0 ? address : address.substring(0, gap);
        String back = gap < 0 ? "" : address.substring(gap + 2);
        int[] values = new int[GROUPS];
        int first = fill(values, 0, front, whole);
        int[] last = new int[GROUPS];
        int behind = fill(last, 0, back, whole);
        if (gap < 0 ? first != GROUPS : first + behind >= GROUPS) {
            throw wrong(whole);
        }
        for (int i = 0; i < behind; i++) {
            values[GROUPS - behind + i] = last[i];
        }
        long high = 0;
        long low = 0;
        for (int i = 0; i < GROUPS; i++) {
            high = high << 16 | low >>> 48;
            low = low << 16 | values[i];
        }
        return new long[] {high, low};
    }

    /** Reads groups of hexadecimal digits between colons, the last two perhaps as four numbers; says how many there are. */
    private static int fill(int[] values, int from, String text, String whole) {
        int count = from;
        int at = 0;
        while (at < text.length()) {
            int colon = text.indexOf(":", at);
            String group = text.substring(at, colon < 0 ? text.length() : colon);
            if (colon < 0 && group.indexOf('.') >= 0) {
                if (count > GROUPS - 2) {
                    throw wrong(whole);
                }
                long four = dotted(group, whole);
                values[count] = (int) (four >>> 16);
                values[count + 1] = (int) (four & 0xFFFF);
                return count + 2;
            }
            if (count == GROUPS || group.length() > 4) {
                throw wrong(whole);
            }
            values[count] = number(group, 16, 0xFFFF, whole);
            count++;
            at = colon < 0 ? text.length() : colon + 1;
            if (colon >= 0 && at == text.length()) {
                throw wrong(whole);
            }
        }
        return count;
    }

    private static int number(String digits, int radix, int most, String whole) {
        int value = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = Character.digit(digits.charAt(i), radix);
            if (digit < 0 || i > 4) {
                throw wrong(whole);
            }
            value = value * radix + digit;
        }
        if (digits.isEmpty() || value > most) {
            throw wrong(whole);
        }
        return value;
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException("'" + text + "' is no address or prefix: write 10.1.0.0/16 or 2001:db8::/32");
    }

    /** {@return as people write it, groups of IPv6 in full} */
    @Override
    public String toString() {
        if (version == 4) {
            return (low >>> 24) + "." + (low >>> 16 & 0xFF) + "." + (low >>> 8 & 0xFF) + "." + (low & 0xFF) + "/" + bits;
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < GROUPS; i++) {
            long half = i < 4 ? high : low;
            text.append(i == 0 ? "" : ":").append(Integer.toHexString((int) (half >>> (3 - (i & 3)) * 16 & 0xFFFF)));
        }
        return text.append('/').append(bits).toString();
    }
}
