package dev.spine.extension.panic.host.translate;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Which instructions of a program make a method together, and where each of them can be entered. A block begins a method, so that an
 * activation pays for its own block; a method that becomes too long ends before a statement, outside of all loops if it can.
 */
final class CodeParts {
    /** The number of an entry is that of its part, by this, and the one within it. */
    static final int ENTRY_SHIFT = 7;

    /** The most entries of a part. */
    private static final int MAX_ENTRIES = 1 << ENTRY_SHIFT;

    /** The most methods, so that the number of an entry has 15 bits. */
    private static final int MAX_PARTS = 256;

    /** Bytes of a method, as estimated: the meter takes a method's whole price where it is entered, and adds code of its own. */
    private static final int MAX_BYTES = 3_000;
    private static final int NONE = -1;

    /**
     * A method.
     *
     * @param number in the order of the code
     * @param first its first instruction
     * @param end the one behind its last
     * @param entries where it can be entered, in ascending order
     */
    record Part(int number, int first, int end, List<Integer> entries) {
        boolean has(int at) {
            return at >= first && at < end;
        }

        /** The number of an entry among all of a program. */
        int entry(int at) {
            return number << ENTRY_SHIFT | entries.indexOf(at);
        }
    }

    private final ProgramFlow flow;
    private final List<Integer> cuts = new ArrayList<>();
    private final BitSet entries = new BitSet();
    private final List<Part> parts = new ArrayList<>();
    private int compiled = MAX_PARTS;

    CodeParts(ProgramFlow flow) {
        this.flow = flow;
        cut();
        findEntries();
        for (int i = 0; i + 1 < cuts.size(); i++) {
            int first = cuts.get(i);
            int end = cuts.get(i + 1);
            parts.add(new Part(i, first, end, entries.get(first, end).stream().mapToObj(at -> first + at).toList()));
        }
    }

    /** Leaves all parts but the first ones to the interpreter. */
    void limit(int most) {
        compiled = most;
    }

    /** Those that become methods; what is never reached does not. */
    List<Part> compiled() {
        return parts.stream().filter(part -> isCompiled(part) && !part.entries().isEmpty()).toList();
    }

    boolean isCompiled(Part part) {
        return part.number() < compiled;
    }

    /** Whether no part was left to the interpreter. */
    boolean isWhole() {
        return parts.stream().allMatch(this::isCompiled);
    }

    Part partOf(int at) {
        int low = 0;
        int high = parts.size() - 1;
        while (low < high) {
            int middle = low + high + 1 >>> 1;
            if (parts.get(middle).first() <= at) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return parts.get(low);
    }

    private void cut() {
        int first = 0;
        while (first < flow.count()) {
            cuts.add(first);
            first = end(first);
        }
        cuts.add(flow.count());
    }

    private int end(int first) {
        int bytes = 0;
        int possible = 0;
        int between = NONE;
        int outside = NONE;
        for (int at = first; at < flow.count(); at++) {
            if (!flow.isReached(at)) {
                continue;
            }
            if (at > first && flow.isStart(at)) {
                return at;
            }
            if (at > first && flow.isStatement(at)) {
                between = at;
                outside = flow.loops(at) == 0 || flow.loops(at) == 1 && flow.isHead(at) ? at : outside;
            }
            bytes += CodeLength.of(flow, at);
            possible += flow.isStatement(at) || flow.isJoin(at) ? 1 : 0;
            if (at > first && (bytes > MAX_BYTES || possible == MAX_ENTRIES)) {
                return outside != NONE ? outside : between != NONE ? between : at;
            }
        }
        return flow.count();
    }

    private void findEntries() {
        for (int at = 0; at < flow.count(); at++) {
            if (!flow.isReached(at)) {
                continue;
            }
            boolean isEmpty = flow.depth(at) == 0;
            if (flow.isStart(at) || isEmpty && (flow.isHead(at) || flow.isStatement(at) && flow.loops(at) == 0)) {
                entries.set(at);
            }
            if (flow.isJump(at)) {
                enterFrom(at, flow.target(at));
            }
            if (!flow.opcode(at).endsFlow()) {
                enterFrom(at, at + 1);
            }
        }
    }

    /** What one method reaches in another is an entry of that. */
    private void enterFrom(int at, int next) {
        if (cuts.stream().anyMatch(cut -> at < cut != next < cut)) {
            entries.set(next);
        }
    }
}
