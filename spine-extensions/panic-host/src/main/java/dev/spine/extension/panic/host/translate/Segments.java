package dev.spine.extension.panic.host.translate;

import java.util.BitSet;

/**
 * The runs of instructions of a method that follow one another without a choice. Their steps are counted together where they begin; so
 * each of them ends where the number of steps that are left may change, or matter to another way.
 */
final class Segments {
    /** The most instructions of one. */
    private static final int MAX_INSTRUCTIONS = 255;

    private final BitSet firsts = new BitSet();
    private final int[] rests;
    private final int first;

    Segments(ProgramFlow flow, CodeParts.Part part) {
        first = part.first();
        rests = new int[part.end() - first];
        part.entries().forEach(firsts::set);
        for (int at = first; at < part.end(); at++) {
            if (flow.isJoin(at) || at > first && ends(flow, at - 1)) {
                firsts.set(at);
            }
        }
        int end = part.end();
        for (int at = part.end() - 1; at >= first; at--) {
            if (end - at > MAX_INSTRUCTIONS) {
                end = at + 1;
                firsts.set(end);
            }
            rests[at - first] = end - at - 1;
            if (firsts.get(at)) {
                end = at;
            }
        }
    }

    private static boolean ends(ProgramFlow flow, int at) {
        return !flow.isReached(at) || flow.isJump(at) || flow.copies(at) || flow.opcode(at).endsFlow();
    }

    /** Whether steps are counted here. */
    boolean isFirst(int at) {
        return firsts.get(at);
    }

    /** Whether an instruction is of the same segment as the one before it. */
    boolean follows(int at) {
        return at - first < rests.length && !firsts.get(at);
    }

    /** How many instructions of the segment follow behind one of them. */
    int rest(int at) {
        return rests[at - first];
    }
}
