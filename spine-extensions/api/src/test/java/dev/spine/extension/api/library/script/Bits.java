package dev.spine.extension.api.library.script;

import java.util.BitSet;

/** Bit sets. */
public final class Bits {
    private Bits() {}

    public static String run(long seed) {
        Trace trace = new Trace(seed);
        BitSet[] sets = {new BitSet(), new BitSet(trace.upTo(300)), new BitSet(64)};
        for (int i = 0; i < 800; i++) {
            BitSet set = sets[trace.upTo(sets.length)];
            BitSet other = sets[trace.upTo(sets.length)];
            step(trace, set, other);
            trace.of("is", () -> set + " " + set.hashCode() + " " + set.size() + " " + set.length() + " " + set.cardinality() + " "
                + set.isEmpty() + " " + set.equals(other) + " " + set.intersects(other));
        }
        trace.of("negative", () -> new BitSet(-1));
        return trace.toString();
    }

    private static void step(Trace trace, BitSet set, BitSet other) {
        int bit = trace.upTo(trace.once(20) ? 2000 : 300) - (trace.once(20) ? 50 : 0);
        int to = bit + trace.upTo(150) - (trace.once(20) ? 10 : 0);
        switch (trace.upTo(16)) {
            case 0, 1, 2 -> trace.run("set", () -> set.set(bit));
            case 3 -> trace.run("set to", () -> set.set(bit, trace.once(2)));
            case 4 -> trace.run("set range", () -> set.set(bit, to));
            case 5 -> trace.run("clear", () -> set.clear(bit));
            case 6, 7 -> trace.run("clear range", () -> set.clear(bit, to));
            case 8 -> trace.run("flip", () -> set.flip(bit));
            case 9 -> trace.of("get", () -> set.get(bit));
            case 10 -> trace.of("next", () -> set.nextSetBit(bit) + " " + set.nextClearBit(bit));
            case 11 -> trace.run("and", () -> set.and(other));
            case 12 -> trace.run("and not", () -> set.andNot(other));
            case 13 -> trace.run("or", () -> set.or(other));
            case 14 -> trace.run("xor", () -> set.xor(other));
            default -> trace.run("clear all", () -> {
                if (trace.once(4)) {
                    set.clear();
                }
            });
        }
    }
}
