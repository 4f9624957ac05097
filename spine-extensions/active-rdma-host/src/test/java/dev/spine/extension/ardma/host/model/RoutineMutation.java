package dev.spine.extension.ardma.host.model;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Changes a routine as mistakes and malice do; most of the time so that its sizes still add up, and its code is looked at. */
final class RoutineMutation {
    private static final int HEADER = 28;
    private static final int HEAD = 12;
    private static final int[] EDGES = {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 63, 64, 65, 127, 128, 129, 255, 256, 1_023, 1_024, 1_025, 4_095,
        4_096, 4_097, 0x4000, 0x4001, 0x7FFF, 0x8000, 0x8013, 0xFFFF, 0x10000, 0x10001, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF};
    /** Instructions of one byte that take and return the like, or other, types. */
    private static final int[] SHORT = {0, 2, 3, 9, 10, 26, 27, 28, 29, 30, 31, 32, 33, 59, 60, 61, 62, 63, 64, 65, 66, 87, 88, 89, 90, 91,
        92, 93, 94, 95, 96, 97, 108, 109, 116, 117, 120, 121, 126, 127, 133, 136, 145, 148, 172, 173, 177};
    private static final int[] OF_TWO = {16, 18, 21, 22, 54, 55};
    private static final int[] OF_THREE = {17, 19, 20, 132, 153, 158, 159, 164, 167, 184};

    private final Random random;

    RoutineMutation(Random random) {
        this.random = random;
    }

    /** A changed copy of a routine. */
    byte[] change(byte[] routine) {
        byte[] changed = routine.clone();
        for (int i = random.nextInt(random.nextInt(3) == 0 ? 5 : 1); i >= 0; i--) {
            changed = once(changed);
        }
        return changed;
    }

    private byte[] once(byte[] bytes) {
        if (bytes.length < HEADER + HEAD) {
            return bytes;
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        int methods = Math.min(in.getChar(6), (bytes.length - HEADER) / HEAD);
        int head = HEADER + HEAD * random.nextInt(Math.max(methods, 1));
        switch (random.nextInt(24)) {
            case 0 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            case 1 -> in.putChar(4 + 2 * random.nextInt(4), (char) edge());
            case 2 -> in.putInt(12 + 4 * random.nextInt(4), edge());
            case 3 -> in.putChar(head + 2 * random.nextInt(3), (char) edge());
            case 4 -> bytes[head + 6 + random.nextInt(2)] = (byte) random.nextInt(20);
            case 5 -> in.putInt(head + 8, random.nextBoolean() ? edge() : 1 << random.nextInt(32));
            case 6 -> in.putChar(head + 2 + 2 * random.nextInt(2), (char) (in.getChar(head + 2) + random.nextInt(3) - 1));
            case 7 -> in.putChar(head + 4, (char) (in.getChar(head + 4) + random.nextInt(3) - 1));
            case 8 -> {
                return Arrays.copyOf(bytes, random.nextInt(bytes.length + 8));
            }
            default -> {
                return inCode(bytes, head);
            }
        }
        return bytes;
    }

    private int edge() {
        return EDGES[random.nextInt(EDGES.length)] + (random.nextInt(4) == 0 ? random.nextInt(3) - 1 : 0);
    }

    private byte[] inCode(byte[] bytes, int head) {
        try {
            ModelRoutine routine = ModelRoutine.of(bytes);
            int number = (head - HEADER) / HEAD;
            int from = HEADER + HEAD * routine.methods().size() + 4 * routine.ints().length + 8 * routine.longs().length;
            for (int i = 0; i < number; i++) {
                from += routine.methods().get(i).code().length;
            }
            return inCode(bytes, routine.methods().get(number), from, head);
        } catch (RefusedException _) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            return bytes;
        }
    }

    private byte[] inCode(byte[] bytes, ModelMethod method, int from, int head) {
        int at = instruction(method);
        int place = from + at;
        int end = from + method.code().length;
        switch (random.nextInt(8)) {
            case 0 -> bytes[place] = (byte) random.nextInt();
            case 1 -> bytes[Math.min(end - 1, place + 1 + random.nextInt(12))] = (byte) (random.nextInt(9) - 4);
            case 2 -> bytes[Math.min(end - 1, place + 1 + random.nextInt(4))] = (byte) edge();
            case 3 -> {
                // A piece of it over another: switches get keys twice, and jumps lead into instructions.
                int count = Math.min(random.nextInt(10), end - place);
                System.arraycopy(bytes, place, bytes, from + random.nextInt(method.code().length - count + 1), count);
            }
            case 4 -> {
                return replaced(bytes, place, head, new byte[0], Math.min(end - from - 1, Math.min(end - place, 1 + random.nextInt(3))));
            }
            case 5 -> {
                byte[] more = new byte[1 + random.nextInt(3)];
                for (int i = 0; i < more.length; i++) {
                    more[i] = (byte) SHORT[random.nextInt(SHORT.length)];
                }
                return replaced(bytes, place, head, more, 0);
            }
            default -> exchange(bytes, place, method.at8(at));
        }
        return bytes;
    }

    private static boolean isIn(int[] all, int opcode) {
        return Arrays.stream(all).anyMatch(each -> each == opcode);
    }

    /** Another instruction of the same length. */
    private void exchange(byte[] bytes, int place, int opcode) {
        for (int[] alike : List.of(SHORT, OF_TWO, OF_THREE)) {
            if (isIn(alike, opcode)) {
                bytes[place] = (byte) alike[random.nextInt(alike.length)];
            }
        }
    }

    /** The offset of an instruction, as long as there are any. */
    private int instruction(ModelMethod method) {
        int wanted = random.nextInt(method.code().length);
        int at = 0;
        try {
            for (int length = ModelSet.length(method, at); length > 0 && at + length <= wanted; length = ModelSet.length(method, at)) {
                at += length;
            }
        } catch (RefusedException | IndexOutOfBoundsException _) {
            return at;
        }
        return at;
    }

    /** Code with other bytes in place of some; head and header tell of it. */
    private static byte[] replaced(byte[] bytes, int place, int head, byte[] by, int removed) {
        ByteBuffer out = ByteBuffer.allocate(bytes.length + by.length - removed);
        out.put(bytes, 0, place).put(by).put(bytes, place + removed, bytes.length - place - removed);
        out.putInt(24, out.capacity());
        out.putChar(head, (char) (out.getChar(head) + by.length - removed));
        return out.array();
    }
}
