package dev.spine.extension.ardma.host.model;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A routine, taken apart.
 *
 * @param methods the first one is where a run begins
 * @param ints constants
 * @param longs constants
 * @param data the data section
 * @param scratch bytes that a run gets
 * @param areas how many a run must bring
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ModelRoutine(List<ModelMethod> methods, int[] ints, long[] longs, byte[] data, int scratch, int areas) {
    static ModelRoutine of(byte[] bytes) throws RefusedException {
        try {
            return parse(ByteBuffer.wrap(bytes));
        } catch (BufferUnderflowException _) {
            throw new RefusedException("it is cut off");
        }
    }

    private static ModelRoutine parse(ByteBuffer in) throws RefusedException {
        int size = in.remaining();
        refuseIf(size > 131_072 || in.getInt() != 0x41524D41 || in.getShort() != 1, "size, magic number or version");
        int methods = in.getChar();
        int ints = in.getChar();
        int longs = in.getChar();
        int data = in.getInt();
        int scratch = in.getInt();
        int areas = in.getInt();
        refuseIf(in.getInt() != size, "another size");
        refuseIf(methods < 1 || methods > 64 || ints > 1_024 || longs > 1_024, "counts");
        refuseIf(data < 0 || data > 65_536 || scratch < 0 || scratch > 16_384 || areas < 0 || areas > 8, "sizes");
        int[][] heads = new int[methods][];
        for (int i = 0; i < methods; i++) {
            heads[i] = new int[] {in.getChar(), in.getChar(), in.getChar(), in.get() & 0xFF, in.get() & 0xFF, in.getInt()};
        }
        int[] allInts = new int[ints];
        for (int i = 0; i < ints; i++) {
            allInts[i] = in.getInt();
        }
        long[] allLongs = new long[longs];
        for (int i = 0; i < longs; i++) {
            allLongs[i] = in.getLong();
        }
        List<ModelMethod> all = new ArrayList<>();
        for (int[] head : heads) {
            all.add(method(in, head));
        }
        byte[] section = new byte[data];
        in.get(section);
        refuseIf(in.hasRemaining(), "more bytes than it says");
        return new ModelRoutine(all, allInts, allLongs, section, scratch, areas);
    }

    private static ModelMethod method(ByteBuffer in, int[] head) throws RefusedException {
        refuseIf(head[0] < 1 || head[0] > 4_096 || head[1] > 128 || head[2] > 64 || head[3] > 16 || head[4] > 2, "a head");
        StringBuilder parameters = new StringBuilder();
        int slots = 0;
        for (int i = 0; i < 32; i++) {
            boolean isLong = (head[5] & 1 << i) != 0;
            refuseIf(isLong && i >= head[3], "a long parameter that is none");
            if (i < head[3]) {
                parameters.append(isLong ? 'J' : 'I');
                slots += isLong ? 2 : 1;
            }
        }
        refuseIf(slots > head[1], "more parameters than locals");
        byte[] code = new byte[head[0]];
        in.get(code);
        return new ModelMethod(code, head[1], head[2], parameters.toString(), "VIJ".charAt(head[4]));
    }

    private static void refuseIf(boolean wrong, String why) throws RefusedException {
        if (wrong) {
            throw new RefusedException(why);
        }
    }
}
