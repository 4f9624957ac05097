package dev.spine.extension.ardma.host.grep;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes an automaton of the sets of places in which a search can be. */
final class Subsets {
    /** A table of more entries is no table that fits into a routine's data. */
    private static final int MAX_STATES = 1_000;
    /** Places looked at: a second or so. */
    private static final long MAX_WORK = 40_000_000;

    private final Nfa nfa;
    private final int[] classes;
    private final int classCount;
    private final Map<BitSet, Integer> numbers = new HashMap<>();
    private final List<int[]> rows = new ArrayList<>();
    /** States whose rows are still to be filled, in the order of their numbers. */
    private final Deque<BitSet> open = new ArrayDeque<>();
    private final int[] members;
    private long work;

    private Subsets(Nfa nfa) {
        this.nfa = nfa;
        classes = classes(nfa);
        int count = 0;
        for (int each : classes) {
            count = Math.max(count, each + 1);
        }
        classCount = count;
        members = new int[count];
        for (int value = 0; value < 256; value++) {
            members[classes[value]] = value;
        }
    }

    static Dfa of(Nfa nfa) throws GrepSyntaxException {
        Subsets subsets = new Subsets(nfa);
        int start = subsets.build();
        return Smallest.of(start, subsets.classes, subsets.rows.toArray(int[][]::new));
    }

    /** Bytes that no set of the pattern tells apart have one number. */
    private static int[] classes(Nfa nfa) {
        List<BitSet> sets = new ArrayList<>();
        BitSet newline = new BitSet();
        newline.set('\n');
        sets.add(newline);
        for (int i = 0; i < nfa.size(); i++) {
            if (nfa.place(i) instanceof Nfa.Place.OnByte(BitSet set, int _)) {
                sets.add(set);
            }
        }
        int[] classes = new int[256];
        int count = 1;
        for (BitSet set : sets.stream().distinct().toList()) {
            Map<Integer, Integer> inside = new HashMap<>();
            BitSet outside = new BitSet();
            for (int value = 0; value < 256; value++) {
                if (!set.get(value)) {
                    outside.set(classes[value]);
                }
            }
            for (int value = 0; value < 256; value++) {
                if (set.get(value) && outside.get(classes[value])) {
                    Integer split = inside.get(classes[value]);
                    if (split == null) {
                        split = count++;
                        inside.put(classes[value], split);
                    }
                    classes[value] = split;
                }
            }
        }
        return classes;
    }

    private int build() throws GrepSyntaxException {
        rows.add(new int[classCount]);
        BitSet line = new BitSet();
        reach(line, nfa.first(), true, false);
        line.set(nfa.size());
        int start = number(line);
        for (int state = 1; !open.isEmpty(); state++) {
            BitSet from = open.remove();
            int[] row = rows.get(state);
            for (int i = 0; i < classCount; i++) {
                row[i] = members[i] == '\n' ? endsWell(from) ? Dfa.MATCH : start : number(moved(from, members[i]));
            }
        }
        return start;
    }

    private int number(BitSet set) throws GrepSyntaxException {
        if (set.get(Nfa.END)) {
            return Dfa.MATCH;
        }
        Integer known = numbers.get(set);
        if (known != null) {
            return known;
        }
        if (rows.size() > MAX_STATES) {
            throw new GrepSyntaxException(1, "its automaton has more than " + MAX_STATES + " states: repeat less, or less within .*");
        }
        numbers.put(set, rows.size());
        rows.add(new int[classCount]);
        open.add(set);
        return rows.size() - 1;
    }

    private BitSet moved(BitSet from, int value) throws GrepSyntaxException {
        BitSet to = new BitSet();
        reach(to, nfa.first(), false, false);
        for (int i = from.nextSetBit(0); i >= 0 && i < nfa.size(); i = from.nextSetBit(i + 1)) {
            if (nfa.place(i) instanceof Nfa.Place.OnByte(BitSet set, int next) && set.get(value)) {
                reach(to, next, false, false);
            }
        }
        return to;
    }

    /** Whether a line that ends here matches. */
    private boolean endsWell(BitSet from) throws GrepSyntaxException {
        BitSet to = new BitSet();
        for (int i = from.nextSetBit(0); i >= 0 && i < nfa.size(); i = from.nextSetBit(i + 1)) {
            reach(to, i, from.get(nfa.size()), true);
        }
        return to.get(Nfa.END);
    }

    private void reach(BitSet set, int first, boolean atBegin, boolean atEnd) throws GrepSyntaxException {
        Deque<Integer> left = new ArrayDeque<>();
        left.push(first);
        while (!left.isEmpty()) {
            int at = left.pop();
            if (set.get(at)) {
                continue;
            }
            set.set(at);
            if (++work > MAX_WORK) {
                throw new GrepSyntaxException(1, "its automaton takes too long to make: repeat less");
            }
            switch (nfa.place(at)) {
                case Nfa.Place.Either either -> {
                    left.push(either.next());
                    left.push(either.other());
                }
                case Nfa.Place.AtBegin(int next) when atBegin -> left.push(next);
                case Nfa.Place.AtEnd(int next) when atEnd -> left.push(next);
                default -> {
                    // It leads on by a byte, or not here.
                }
            }
        }
    }
}
