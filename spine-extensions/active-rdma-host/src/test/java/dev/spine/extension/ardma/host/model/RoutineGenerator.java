package dev.spine.extension.ardma.host.model;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes routines at random that keep to all rules. */
final class RoutineGenerator {
    private static final long[] EDGES = {0, 1, -1, 2, 7, 8, 31, 32, 63, 64, 255, 256, 0x7FFF, 0x8000, 0xFFFF, 0x7FFF_FFFFL, 0x8000_0000L,
        0xFFFF_FFFFL, 0x1_0000_0000L, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 7, Integer.MIN_VALUE};

    /**
     * A method before it has code.
     *
     * @param parameters a letter each
     * @param result V, I or J
     * @param locals slots
     */
    record Head(String parameters, char result, int locals) {
        int slots() {
            return parameters.length() + (int) parameters.chars().filter(type -> type == 'J').count();
        }

        String effect() {
            return parameters + ":" + (result == 'V' ? "" : String.valueOf(result));
        }
    }

    final Random random;
    final List<ModelArea> areas;
    final List<Head> heads = new ArrayList<>();
    final int[] ints;
    final long[] longs;
    final byte[] data;
    final int scratch;
    /** Of so many operations on areas, one has operands that may be anything. */
    final int tame;

    private RoutineGenerator(Random random, List<ModelArea> areas) {
        this.random = random;
        this.areas = areas;
        this.tame = random.nextInt(4) == 0 ? 8 : 300;
        int methods = 1 + random.nextInt(random.nextInt(8) == 0 ? 12 : 4);
        for (int i = 0; i < methods; i++) {
            heads.add(head());
        }
        ints = new int[random.nextInt(random.nextInt(10) == 0 ? 400 : 12)];
        for (int i = 0; i < ints.length; i++) {
            ints[i] = (int) value();
        }
        longs = new long[random.nextInt(random.nextInt(10) == 0 ? 300 : 12)];
        for (int i = 0; i < longs.length; i++) {
            longs[i] = value();
        }
        boolean hasTable = random.nextInt(2) == 0;
        data = new byte[hasTable ? 520 + random.nextInt(600) : random.nextInt(40)];
        random.nextBytes(data);
        if (hasTable) {
            data[0] = (byte) random.nextInt(4);
            data[1] = (byte) random.nextInt(32);
            data[2] = 0;
        }
        scratch = random.nextInt(random.nextInt(8) == 0 ? 1_000 : 60);
    }

    private Head head() {
        StringBuilder parameters = new StringBuilder();
        int count = random.nextInt(random.nextInt(10) == 0 ? 17 : 4);
        for (int i = 0; i < count; i++) {
            parameters.append(random.nextBoolean() ? 'I' : 'J');
        }
        int more = random.nextInt(10) == 0 ? random.nextInt(95) : random.nextInt(8);
        Head bare = new Head(parameters.toString(), "VIJ".charAt(random.nextInt(3)), 0);
        return new Head(bare.parameters, bare.result, bare.slots() + 3 + more);
    }

    /** Any number, often one where mistakes live. */
    long value() {
        return switch (random.nextInt(4)) {
            case 0 -> EDGES[random.nextInt(EDGES.length)] + (random.nextInt(4) == 0 ? random.nextInt(3) - 1 : 0);
            case 1 -> random.nextLong() >> random.nextInt(64);
            default -> random.nextInt(20) - 4;
        };
    }

    /**
     * A routine that is verified.
     *
     * @param random from this
     * @param areas of which its accesses are, most of them
     */
    static byte[] routine(Random random, List<ModelArea> areas) {
        RoutineGenerator generator = new RoutineGenerator(random, areas);
        List<MethodGenerator> methods = new ArrayList<>();
        List<byte[]> codes = new ArrayList<>();
        int size = 28 + 4 * generator.ints.length + 8 * generator.longs.length + generator.data.length;
        for (int i = 0; i < generator.heads.size(); i++) {
            MethodGenerator made = new MethodGenerator(generator, i);
            byte[] code = made.code();
            while (code.length > 4_096) {
                made = new MethodGenerator(generator, i);
                code = made.code();
            }
            methods.add(made);
            codes.add(code);
            size += 12 + codes.get(i).length;
        }
        ByteBuffer out = ByteBuffer.allocate(size);
        out.put(new byte[] {'A', 'R', 'M', 'A', 0, 1}).putChar((char) codes.size()).putChar((char) generator.ints.length);
        out.putChar((char) generator.longs.length).putInt(generator.data.length).putInt(generator.scratch);
        out.putInt(random.nextInt(areas.size() + 1)).putInt(size);
        for (int i = 0; i < codes.size(); i++) {
            Head head = generator.heads.get(i);
            out.putChar((char) codes.get(i).length).putChar((char) head.locals);
            out.putChar((char) Math.min(64, methods.get(i).most() + (random.nextInt(8) == 0 ? random.nextInt(3) : 0)));
            out.put((byte) head.parameters.length()).put((byte) "VIJ".indexOf(head.result));
            int isLong = 0;
            for (int j = 0; j < head.parameters.length(); j++) {
                isLong |= head.parameters.charAt(j) == 'J' ? 1 << j : 0;
            }
            out.putInt(isLong);
        }
        for (int each : generator.ints) {
            out.putInt(each);
        }
        for (long each : generator.longs) {
            out.putLong(each);
        }
        codes.forEach(out::put);
        return out.put(generator.data).array();
    }
}
