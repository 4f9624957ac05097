package dev.spine.extension.ardma.host.compile;

import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.RoutineFormat;
import dev.spine.extension.ardma.routine.RunLayout;
import java.lang.classfile.Opcode;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What of a method is compiled, and where its blocks and entries are. */
final class MethodPlan {
    /** Slot of the second area among the operands of a copy or a comparison. */
    private static final int SECOND_AREA = 3;
    /** Slot of how many bytes are copied. */
    private static final int COPIED = 6;
    /** Bytes of a copy that is written as accesses. */
    private static final int FEW_BYTES = 64;

    private final MethodFlow flow;
    private final Map<Integer, Leaf> leaves;
    private final BitSet leaders = new BitSet();
    private final BitSet entries = new BitSet();
    private final SortedSet<Integer> ints = new TreeSet<>();
    private final SortedSet<Integer> longs = new TreeSet<>();
    private final SortedSet<Integer> areas = new TreeSet<>();
    private final Set<Reach> reaches = new LinkedHashSet<>();
    private int inLeaves;

    /**
     * For one method.
     *
     * @param leaves methods that are written where they are called, by their numbers
     */
    MethodPlan(MethodFlow flow, Map<Integer, Leaf> leaves) {
        this.flow = flow;
        this.leaves = leaves;
        leaders.set(0);
        entries.set(0);
        for (int i = 0; i < flow.count(); i++) {
            if (isReached(i)) {
                look(i);
            }
        }
    }

    /** Whether it takes as many steps as it has bytes. */
    private boolean isRange(int number) {
        return !stops(number) && AreaCode.isOnRange(flow.intrinsic(number)) && fewCopied(number) == 0;
    }

    /** {@return how many instructions of other methods are written in this one} */
    int inLeaves() {
        return inLeaves;
    }

    private void look(int number) {
        List<Integer> targets = flow.targets(number);
        for (int target : targets) {
            leaders.set(target);
            entries.set(target, entries.get(target) || target <= number);
        }
        boolean stops = stops(number) || isCall(number) && !isWithinBlock(number);
        if (isRange(number)) {
            // It may begin in the next call, with fuel for all of its bytes.
            entries.set(number);
            leaders.set(number);
        }
        if (stops || isCall(number)) {
            entries.set(number + 1);
        }
        // What follows a return may never be reached, and is no part of the block.
        if (stops || !targets.isEmpty() || !flow.goesOn(number)) {
            leaders.set(number + 1);
        }
        Opcode opcode = flow.opcode(number);
        switch (opcode.kind()) {
            case LOAD, STORE -> (MethodFlow.isOfLong(opcode) ? longs : ints).add(flow.local(number));
            case INCREMENT -> ints.add(flow.local(number));
            case INVOKE -> {
                Leaf leaf = leaf(number);
                if (leaf != null) {
                    inLeaves += leaf.flow().count();
                    areas.addAll(leaf.plan().areas);
                    reaches.addAll(leaf.plan().reaches);
                } else if (!stops) {
                    addAreas(number);
                }
            }
            default -> {
                // It uses none.
            }
        }
    }

    private void addAreas(int number) {
        Intrinsic intrinsic = flow.intrinsic(number);
        if (intrinsic == null || intrinsic == Intrinsic.STEPS_LEFT) {
            return;
        }
        areas.add(area(number));
        int few = fewCopied(number);
        if (few > 0) {
            reaches.add(new Reach(area(number), few, false));
            reaches.add(new Reach(secondArea(number), few, true));
        } else if (!AreaCode.isOnRange(intrinsic) && intrinsic != Intrinsic.EMIT && intrinsic != Intrinsic.LENGTH) {
            reaches.add(Reach.of(area(number), intrinsic));
        }
        if (intrinsic == Intrinsic.COPY || intrinsic == Intrinsic.COMPARE) {
            areas.add(secondArea(number));
        } else if (intrinsic == Intrinsic.EMIT_BYTES) {
            areas.add(RunLayout.PIECE);
        } else if (intrinsic == Intrinsic.WALK) {
            areas.add(RunLayout.DATA);
        }
    }

    boolean isReached(int number) {
        return flow.before(number) != null;
    }

    /** {@return whether it calls a method of the routine} */
    boolean isCall(int number) {
        return flow.opcode(number) == Opcode.INVOKESTATIC && flow.intrinsic(number) == null;
    }

    /** {@return what is written in place of a call, or null} */
    @Nullable Leaf leaf(int number) {
        return isCall(number) ? leaves.get(flow.called(number)) : null;
    }

    /** {@return whether it is a call that takes the steps of what it calls with those of its block} */
    boolean isWithinBlock(int number) {
        Leaf leaf = leaf(number);
        return leaf != null && leaf.isOneBlock();
    }

    boolean hasLeaves() {
        return IntStream.range(0, flow.count()).anyMatch(i -> isReached(i) && leaf(i) != null);
    }

    /** {@return whether it is left to the interpreter whenever it comes} */
    boolean stops(int number) {
        return flow.opcode(number) == Opcode.INVOKESTATIC && !isCall(number) && flow.intrinsic(number) != Intrinsic.STEPS_LEFT
            && area(number) < 0;
    }

    /** {@return the number in {@link RunLayout} of the area or stream that an instruction uses; -1 when it is none that is compiled} */
    int area(int number) {
        Intrinsic intrinsic = flow.intrinsic(number);
        MethodFlow.Frame frame = flow.before(number);
        if (intrinsic == null || frame == null) {
            return -1;
        }
        return switch (intrinsic) {
            case LENGTH, LOAD8, LOAD16, LOAD32, LOAD64, STORE8, STORE16, STORE32, STORE64, CAS, FETCH_ADD, FIND, FIND16, WALK, COUNT,
                EMIT_BYTES ->
                area(operand(frame, intrinsic, 0));
            case COMPARE -> secondArea(number) < 0 ? -1 : area(operand(frame, intrinsic, 0));
            case COPY -> {
                int from = area(operand(frame, intrinsic, 0));
                int to = secondArea(number);
                // Of two areas of a call nobody knows whether they share bytes.
                yield to >= 0 && from != to && Math.max(from, to) >= RunLayout.SCRATCH ? from : -1;
            }
            case EMIT -> RunLayout.PIECE;
            default -> -1;
        };
    }

    /** {@return the number in {@link RunLayout} of the second area of a copy or a comparison, or -1} */
    int secondArea(int number) {
        // A comparison has the same operands.
        return area(operand(Objects.requireNonNull(flow.before(number)), Intrinsic.COPY, SECOND_AREA));
    }

    /** {@return how many bytes a copy moves, when these are known and few; otherwise 0} */
    int fewCopied(int number) {
        if (flow.intrinsic(number) != Intrinsic.COPY) {
            return 0;
        }
        SlotValue bytes = operand(Objects.requireNonNull(flow.before(number)), Intrinsic.COPY, COPIED);
        return bytes.isKnown() && bytes.value() > 0 && bytes.value() <= FEW_BYTES ? (int) bytes.value() : 0;
    }

    private static SlotValue operand(MethodFlow.Frame frame, Intrinsic intrinsic, int slot) {
        return frame.stack().get(frame.stack().size() - MethodFlow.slots(intrinsic) + slot);
    }

    private static int area(SlotValue value) {
        if (!value.isKnown()) {
            return -1;
        }
        return switch ((int) value.value()) {
            case RoutineFormat.SCRATCH_AREA -> RunLayout.SCRATCH;
            case RoutineFormat.DATA_AREA -> RunLayout.DATA;
            default -> value.value() >= 0 && value.value() < RoutineFormat.MAX_AREAS ? (int) value.value() : -1;
        };
    }

    boolean isLeader(int number) {
        return leaders.get(number);
    }

    boolean isEntry(int number) {
        return entries.get(number) && number < flow.count() && isReached(number);
    }

    /** {@return steps of the instructions that run together from one on, leaves of one block among them, those that stop not} */
    int steps(int number) {
        int steps = 0;
        for (int i = number; i < flow.count() && !stops(i) && (i == number || !isLeader(i)); i++) {
            Leaf leaf = leaf(i);
            steps += 1 + (fewCopied(i) + Long.BYTES - 1 >>> 3) + (leaf != null && leaf.isOneBlock() ? leaf.plan().steps(0) : 0);
        }
        return steps;
    }

    /** {@return locals that hold ints} */
    SortedSet<Integer> ints() {
        return ints;
    }

    /** {@return locals that hold longs, perhaps at other times} */
    SortedSet<Integer> longs() {
        return longs;
    }

    /** {@return what accesses use of the areas, those of leaves among them} */
    Set<Reach> reaches() {
        return reaches;
    }

    /** {@return the areas that are used} */
    SortedSet<Integer> areas() {
        return areas;
    }
}
