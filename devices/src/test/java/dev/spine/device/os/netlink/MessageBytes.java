package dev.spine.device.os.netlink;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/** Makes messages as the kernel does, and such that it would not make. */
final class MessageBytes {
    private static final int[] TYPES = {2, 3, 4, 16, 17, 20, 21, 24, 25, 28, 29, 32, 33, 80, 81, 104, 105, 40, 0xA03};
    private static final int[] LENGTHS = {0, 1, 2, 4, 4, 4, 6, 8, 16, 16, 18};
    private static final int CAPACITY = 16 << 10;

    private MessageBytes() {}

    /** Some messages with known types and attributes, whose values are of any size. */
    static byte[] any(Random random) {
        ByteBuffer out = ByteBuffer.allocate(CAPACITY).order(ByteOrder.nativeOrder());
        for (int count = 1 + random.nextInt(4); count > 0; count--) {
            int begin = out.position();
            int type = TYPES[random.nextInt(TYPES.length)];
            out.putInt(0).putShort((short) type).putShort((short) random.nextInt(0x800)).putInt(random.nextInt(3)).putInt(0);
            for (int at = body(type); at > 0; at--) {
                out.put((byte) (random.nextBoolean() ? 0 : random.nextInt(256)));
            }
            if (random.nextInt(8) != 0 && body(type) > 0) {
                out.put(begin + MessageParser.HEADER, (byte) switch (type) {
                    case 16, 17 -> 0;
                    default -> random.nextBoolean() ? 2 : 10;
                });
                out.put(begin + MessageParser.HEADER + 1, (byte) random.nextInt(40));
            }
            attributes(random, out, random.nextInt(5), 0);
            out.putInt(begin, random.nextInt(20) == 0 ? random.nextInt(100) : out.position() - begin);
        }
        byte[] bytes = new byte[out.position()];
        out.get(0, bytes);
        return bytes;
    }

    private static int body(int type) {
        return switch (type) {
            case 16, 17 -> 16;
            case 20, 21, 104, 105 -> 8;
            case 24, 25, 28, 29, 32, 33 -> 12;
            default -> 4;
        };
    }

    private static void attributes(Random random, ByteBuffer out, int count, int depth) {
        for (int left = count; left > 0; left--) {
            int begin = out.position();
            int type = random.nextInt(32);
            out.putShort((short) 0).putShort((short) type);
            if (type == 9 && depth == 0) {
                for (int hop = random.nextInt(3); hop >= 0; hop--) {
                    int from = out.position();
                    out.putShort((short) 0).putShort((short) 0).putInt(random.nextInt(9));
                    attributes(random, out, random.nextInt(3), 1);
                    out.putShort(from, (short) (random.nextInt(20) == 0 ? random.nextInt() : out.position() - from));
                }
            } else {
                for (int at = LENGTHS[random.nextInt(LENGTHS.length)]; at > 0; at--) {
                    out.put((byte) random.nextInt(256));
                }
            }
            out.putShort(begin, (short) (random.nextInt(20) == 0 ? random.nextInt() : out.position() - begin));
            while ((out.position() & 3) != 0) {
                out.put((byte) 0);
            }
        }
    }
}
