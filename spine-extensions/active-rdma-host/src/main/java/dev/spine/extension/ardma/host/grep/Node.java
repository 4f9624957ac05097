package dev.spine.extension.ardma.host.grep;

import java.util.BitSet;
import java.util.List;

/** A part of a pattern. */
sealed interface Node {
    /** One byte of a set. */
    record Bytes(BitSet set) implements Node {}

    /** One part behind the other. */
    record Sequence(List<Node> parts) implements Node {}

    /** One of some parts. */
    record Choice(List<Node> parts) implements Node {}

    /**
     * A part several times.
     *
     * @param most {@link #WITHOUT_END}, or at least {@code least}
     */
    record Repeat(Node part, int least, int most) implements Node {}

    /** The begin of a line. */
    record Begin() implements Node {}

    /** The end of a line. */
    record End() implements Node {}

    int WITHOUT_END = -1;
}
