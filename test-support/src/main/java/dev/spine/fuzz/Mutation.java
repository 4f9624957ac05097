package dev.spine.fuzz;

import java.util.Arrays;
import java.util.Random;

/** Changes inputs as mistakes and malice do: bits, numbers at their limits, pieces that are missing, doubled or from elsewhere. */
final class Mutation {
    private static final int[] EDGES = {0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 255, 256, 511, 512, 4095, 4096, 0x7FFF,
        0x8000, 0xFFFF, 0x10000, 0x7FFFFF, 0xFFFFFF, 0x1000000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF};
    private static final int MAX_AT_ONCE = 6;

    private final Random random;
    private final int maxBytes;

    Mutation(Random random, int maxBytes) {
        this.random = random;
        this.maxBytes = maxBytes;
    }

    /** A changed copy of {@code input}; {@code other} lends pieces. */
    byte[] change(byte[] input, byte[] other) {
        byte[] changed = input.clone();
        int times = 1 + random.nextInt(MAX_AT_ONCE);
        for (int i = 0; i < times; i++) {
            changed = once(changed, other);
        }
        return changed.length <= maxBytes ? changed : Arrays.copyOf(changed, maxBytes);
    }

    private byte[] once(byte[] bytes, byte[] other) {
        if (bytes.length == 0) {
            return insert(bytes, random.nextInt(16));
        }
        int at = random.nextInt(bytes.length);
        switch (random.nextInt(12)) {
            case 0, 1 -> bytes[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
            case 2 -> bytes[at] = (byte) random.nextInt();
            case 3 -> bytes[at] = (byte) EDGES[random.nextInt(EDGES.length)];
            case 4 -> bytes[at] += (byte) (random.nextInt(9) - 4);
            case 5, 6, 7 -> putNumber(bytes, at);
            case 8 -> {
                return insert(bytes, at);
            }
            case 9 -> {
                return remove(bytes, at);
            }
            case 10 -> {
                return Arrays.copyOf(bytes, at);
            }
            default -> {
                return splice(bytes, at, other);
            }
        }
        return bytes;
    }

    /** A number of 2 or 4 bytes in either order, often at a multiple of its size. */
    private void putNumber(byte[] bytes, int at) {
        int size = random.nextBoolean() ? Short.BYTES : Integer.BYTES;
        int start = random.nextInt(4) == 0 ? at : at / size * size;
        int value = random.nextInt(3) == 0 ? random.nextInt(Math.max(1, bytes.length)) : EDGES[random.nextInt(EDGES.length)];
        boolean bigEndian = random.nextInt(4) == 0;
        for (int i = 0; i < size && start + i < bytes.length; i++) {
            bytes[start + i] = (byte) (value >>> Byte.SIZE * (bigEndian ? size - 1 - i : i));
        }
    }

    private byte[] insert(byte[] bytes, int at) {
        int count = 1 + random.nextInt(16);
        int place = Math.min(at, bytes.length);
        byte[] longer = new byte[bytes.length + count];
        System.arraycopy(bytes, 0, longer, 0, place);
        System.arraycopy(bytes, place, longer, place + count, bytes.length - place);
        int from = random.nextBoolean() && bytes.length >= count ? random.nextInt(bytes.length - count + 1) : -1;
        for (int i = 0; i < count; i++) {
            longer[place + i] = from < 0 ? (byte) random.nextInt() : bytes[from + i];
        }
        return longer;
    }

    private byte[] remove(byte[] bytes, int at) {
        int count = Math.min(bytes.length - at, 1 + random.nextInt(16));
        byte[] shorter = new byte[bytes.length - count];
        System.arraycopy(bytes, 0, shorter, 0, at);
        System.arraycopy(bytes, at + count, shorter, at, shorter.length - at);
        return shorter;
    }

    private byte[] splice(byte[] bytes, int at, byte[] other) {
        if (other.length == 0) {
            return bytes;
        }
        int from = random.nextInt(other.length);
        int count = Math.min(other.length - from, maxBytes);
        byte[] joined = Arrays.copyOf(bytes, at + count);
        System.arraycopy(other, from, joined, at, count);
        return joined;
    }
}
