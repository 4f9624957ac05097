package dev.spine.extension.ardma.host.lift;

/** Methods without areas, so that the test can call them as well as lift them. */
final class Liftable {
    private static final long FACTOR = 0x1234_5678_9ABC_DEF1L;

    private Liftable() {}

    static long longs(long a, long b) {
        long c = a + b * FACTOR - (a ^ b >>> 7) + (a & b) + (a | ~b) + (a << (int) b) + (b >> (int) a) - -a;
        c += b == 0 ? 1 : a / b + a % b;
        return c == 0 ? 1 : c == 1 ? 0 : c;
    }

    static int ints(int a, int b) {
        int c = a + b * 100_003 - (a ^ b >>> 7) + (a & b) + (a | ~b) + (a << b) + (b >> a) - -a;
        c += b == 0 ? 1 : a / b + a % b;
        c += 7;
        c -= 40_000;
        return c == -1 ? 5 : c;
    }

    static long casts(long a, int b) {
        return (byte) a + (short) b + (char) b + (byte) b + (short) a + (char) a + (int) a + (long) b;
    }

    static boolean booleans(long a, long b) {
        boolean less = a < b;
        boolean odd = (a & 1) != 0;
        return less && !odd || odd && b > 10 || a == b ^ less;
    }

    static long comparisons(long a, long b) {
        int i = (int) a;
        int j = (int) b;
        long result = 0;
        result = result << 1 | (a < b ? 1 : 0);
        result = result << 1 | (a <= b ? 1 : 0);
        result = result << 1 | (a == b ? 1 : 0);
        result = result << 1 | (a != b ? 1 : 0);
        result = result << 1 | (i < j ? 1 : 0);
        result = result << 1 | (i <= j ? 1 : 0);
        result = result << 1 | (i == j ? 1 : 0);
        result = result << 1 | (i > j ? 1 : 0);
        result = result << 1 | (i >= 0 ? 1 : 0);
        result = result << 1 | (j < 0 ? 1 : 0);
        return result;
    }

    static int choices(int value) {
        int near = switch (value) {
            case -1 -> 1;
            case 0, 2 -> 2;
            case 3 -> 3;
            case 6 -> 4;
            default -> 5;
        };
        return 10 * near + switch (value) {
            case Integer.MIN_VALUE -> 1;
            case 1_000_000 -> 2;
            case 2 -> 3;
            default -> 4;
        };
    }

    static long loops(int count) {
        long sum = 0;
        outer:
        for (int i = 0; i < (count & 31); i++) {
            int j = i;
            do {
                if (j == 17) {
                    continue outer;
                }
                sum += (long) j * i;
                j -= 3;
            } while (j > 0);
            if (sum > 4_000) {
                break;
            }
        }
        return sum;
    }

    static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    static long overloaded(long a, int b) {
        return overloaded(a) + overloaded(b);
    }

    private static long overloaded(long a) {
        return a * 3;
    }

    private static long overloaded(int a) {
        return a * 5L;
    }

    static long ofJdk(long a, long b) {
        int i = (int) a;
        int j = (int) b;
        return Math.min(a, b) + Math.max(a, b) * 3L + Math.abs(a) * 5L + Long.compare(a, b) * 7L + Long.compareUnsigned(a, b) * 11L
            + Long.rotateLeft(a, j) * 13L + Long.rotateRight(a, j) * 17L + Math.min(i, j) * 19L + Math.max(i, j) * 23L + Math.abs(i) * 29L
            + Integer.compare(i, j) * 31L + Integer.compareUnsigned(i, j) * 37L + Integer.rotateLeft(i, j) * 41L
            + Integer.rotateRight(i, j) * 43L + Long.min(a, b) + Integer.max(i, j);
    }

    static long small(byte a, short b, char c, boolean d) {
        return a + 1_000L * b + 1_000_000_000L * c + (d ? 1L << 60 : 0);
    }

    static long many(int a, long b, int c, long d, int e, long f, int g, long h, int i, long j, int k, long l, int m, long n, int o,
        long p) {
        long x = a - b;
        long y = x * c - d;
        long z = y * e - f;
        return z * g - h + (i - j) * (k - l) * (m - n) * (o - p);
    }

    /** More cases than a table may have values, if it had one for each value between them. */
    static int sparse(int value) {
        return switch (value) {
            case 1, 2, 5, 6, 9, 10, 13, 14, 17, 18 -> 0;
            case 21, 22, 25, 26, 29, 30, 33, 34, 37, 38 -> 1;
            case 41, 42, 45, 46, 49, 50, 53, 54, 57, 58 -> 2;
            case 61, 62, 65, 66, 69, 70, 73, 74, 77, 78 -> 3;
            case 81, 82, 85, 86, 89, 90, 93, 94, 97, 98 -> 4;
            case 101, 102, 105, 106, 109, 110, 113, 114, 117, 118 -> 5;
            case 121, 122, 125, 126, 129, 130, 133, 134, 137, 138 -> 6;
            case 141, 142, 145, 146, 149, 150, 153, 154, 157, 158 -> 7;
            case 161, 162, 165, 166, 169, 170, 173, 174, 177, 178 -> 8;
            default -> -1;
        };
    }

    /** Of what it calls, all goes into it but what calls itself or is to stay a method. */
    static long nested(long a, int b) {
        long c = a * 3 + clamp(b + (int) Math.max(a, -b), kept(a) & 7, 9);
        if (c > 1L << 40) {
            ignore(c);
        }
        return c - kept(b) + gcd(c & 255, b & 255);
    }

    private static long clamp(long value, long low, long high) {
        long lowest = low;
        if (value < lowest) {
            return Math.min(lowest, high);
        }
        int steps = 0;
        while (value - steps > high && steps < 3) {
            steps++;
        }
        return value - steps > high ? high : value - steps;
    }

    @OwnMethod
    private static long kept(long a) {
        return a ^ 5;
    }

    private static void ignore(long a) {
        if (a == 77) {
            return;
        }
        a++;
    }

    static long endless(long a) {
        if (a > 0) {
            forever();
        }
        return a;
    }

    private static void forever() {
        while (true) {
            // It does nothing else.
        }
    }
}
