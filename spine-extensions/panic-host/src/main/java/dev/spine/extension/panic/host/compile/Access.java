package dev.spine.extension.panic.host.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** What an instruction or a statement touches of all that a transfer may touch, too. One thread. */
final class Access {
    private final List<WordRange> reads = new ArrayList<>();
    private final List<WordRange> writes = new ArrayList<>();
    /** Empty stands for a segment that is known only when the program runs. */
    private final List<OptionalInt> segments = new ArrayList<>();
    private boolean speaks;

    Access read(WordRange words) {
        reads.add(words);
        return this;
    }

    Access write(WordRange words) {
        writes.add(words);
        return this;
    }

    Access segment(OptionalInt number) {
        segments.add(number);
        return this;
    }

    /** The host or another program learns from it how far the program is, or the program how far the host is. */
    Access speak() {
        speaks = true;
        return this;
    }

    void add(Access other) {
        reads.addAll(other.reads);
        writes.addAll(other.writes);
        segments.addAll(other.segments);
        speaks |= other.speaks;
    }

    boolean isNone() {
        return !speaks && reads.isEmpty() && writes.isEmpty() && segments.isEmpty();
    }

    /**
     * {@return whether it must wait until a transfer has ended}
     *
     * @param transfer what that one touches: it reads or writes words, and has a segment
     */
    boolean waitsFor(Access transfer) {
        return speaks || meet(reads, transfer.writes) || meet(writes, transfer.reads) || meet(writes, transfer.writes)
            || sameSegment(segments, transfer.segments);
    }

    // Loops, not streams: a large program asks some million times.

    private static boolean meet(List<WordRange> some, List<WordRange> others) {
        for (WordRange each : some) {
            for (WordRange other : others) {
                if (each.meets(other)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean sameSegment(List<OptionalInt> some, List<OptionalInt> others) {
        for (OptionalInt each : some) {
            for (OptionalInt other : others) {
                if (isPerhapsSame(each, other)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isPerhapsSame(OptionalInt one, OptionalInt other) {
        return one.isEmpty() || other.isEmpty() || one.getAsInt() == other.getAsInt();
    }
}
