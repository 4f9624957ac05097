package dev.spine.perf.reference;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The bytes that a disk holds in a workload: each aligned word of eight bytes is a mix of the seed and its position (splitmix64), so that
 * a byte in a wrong place is a wrong byte. Shares no code with what is measured. Any thread.
 */
public final class ReferenceImage {
    private ReferenceImage() {}

    /**
     * {@return the image}
     *
     * @param bytes its size, a multiple of 8
     * @param seed of the mix
     */
    public static byte[] of(int bytes, long seed) {
        byte[] image = new byte[bytes];
        ByteBuffer words = ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN);
        while (words.hasRemaining()) {
            long z = seed * 0x9E37_79B9_7F4A_7C15L + words.position();
            z = (z ^ z >>> 30) * 0xBF58_476D_1CE4_E5B9L;
            z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
            words.putLong(z ^ z >>> 31);
        }
        return image;
    }
}
