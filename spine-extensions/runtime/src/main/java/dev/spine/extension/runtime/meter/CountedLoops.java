package dev.spine.extension.runtime.meter;

import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Loops of which the number of rounds is known when they begin, so that all of them can be charged at once. A check in each round costs
 * short loops that the compiler vectorises more than the rounds themselves.
 *
 * <p>Such a loop is what javac makes of {@code for (int i = x; i < limit; i += step)}: a test of a local variable at its head, a jump back
 * at its end, and the step, a constant above 0, right before it. Between them nobody sets the variable or the limit, and there is no way
 * out, no way in, no other loop, and nothing that allocates or runs code of the extension. Then it ends after the rounds that were counted,
 * unless an exception ends it before; whatever is not exactly like that is charged round by round. A step above 1 may jump over a limit
 * near the largest int and begin again below zero: that is seen where the loop begins ({@code MeterAccount#ahead}), and refused there.
 */
final class CountedLoops {
    /**
     * One loop.
     *
     * @param head index of its first instruction
     * @param back index of the jump to it
     * @param counter the local variable that is counted up
     * @param step by how much
     * @param limit what loads the limit: an int that the loop does not change
     */
    record Loop(int head, int back, int counter, int step, List<Instruction> limit) {
        int test() {
            return head + 1 + limit.size();
        }

        /** Whether a jump from within leaves this a loop of which every round takes the step. */
        private boolean allows(Jump jump) {
            if (jump.from == back) {
                return jump.to == head;
            }
            if (jump.from == test()) {
                return jump.to > back;
            }
            return jump.to > jump.from && jump.to < back;
        }

        /** Whether a jump goes into this past its head. */
        private boolean isEnteredBy(Jump jump) {
            return head < jump.to && jump.to <= back;
        }

        /** Whether a local variable must stay as it is, the step aside. */
        private boolean needs(int slot) {
            return slot == counter || limit.getFirst() instanceof LoadInstruction load && load.slot() == slot;
        }
    }

    private record Jump(int from, int to) {
        boolean isBack() {
            return to <= from;
        }
    }

    /**
     * How many of some places of the code lie where. A method may have thousands of jumps and as many loops: each loop is verified by those
     * that concern it, not by all.
     */
    private static final class Places {
        private final int[] before;

        /** Places from 0 to the number of instructions, the end of the code. */
        Places(int instructions, IntStream places) {
            before = new int[instructions + 2];
            places.forEach(place -> before[place + 1]++);
            for (int i = 1; i < before.length; i++) {
                before[i] += before[i - 1];
            }
        }

        int before(int index) {
            return before[index];
        }

        int within(int first, int last) {
            return before[last + 1] - before[first];
        }
    }

    private final List<Instruction> instructions = new ArrayList<>();
    private final Map<Label, Integer> positions = new HashMap<>();
    /** In the order of the instructions that they are. */
    private final List<Jump> jumps = new ArrayList<>();
    private final Places sources;
    private final Places targets;
    private final Places backJumps;
    private final Places handlers;
    private final Map<Integer, Loop> byHead = new HashMap<>();

    /**
     * The loops of a method.
     *
     * @param code its code
     * @param harmless whether a call takes what it takes whatever it gets, and runs no code of the extension that is charged for itself
     */
    CountedLoops(List<CodeElement> code, Predicate<InvokeInstruction> harmless) {
        for (CodeElement element : code) {
            if (element instanceof LabelTarget target) {
                positions.put(target.label(), instructions.size());
            } else if (element instanceof Instruction instruction) {
                instructions.add(instruction);
            }
        }
        for (int i = 0; i < instructions.size(); i++) {
            for (Label target : targets(instructions.get(i))) {
                jumps.add(new Jump(i, position(target)));
            }
        }
        sources = new Places(instructions.size(), jumps.stream().mapToInt(Jump::from));
        targets = new Places(instructions.size(), jumps.stream().mapToInt(Jump::to));
        backJumps = new Places(instructions.size(), jumps.stream().filter(Jump::isBack).mapToInt(Jump::from));
        handlers = new Places(instructions.size(), code.stream().filter(ExceptionCatch.class::isInstance)
            .mapToInt(element -> position(((ExceptionCatch) element).handler())));
        for (Jump jump : jumps) {
            Loop loop = candidate(jump);
            if (loop != null && isCounted(loop, harmless)) {
                byHead.put(loop.head, loop);
            }
        }
    }

    Collection<Loop> loops() {
        return byHead.values();
    }

    /** {@return the loop whose first instruction has this index, or null} */
    @Nullable Loop beginningAt(int index) {
        return byHead.get(index);
    }

    private int position(Label label) {
        return positions.getOrDefault(label, instructions.size());
    }

    private static List<Label> targets(Instruction instruction) {
        List<Label> targets = new ArrayList<>();
        switch (instruction) {
            case BranchInstruction branch -> targets.add(branch.target());
            case LookupSwitchInstruction branch -> {
                targets.add(branch.defaultTarget());
                branch.cases().forEach(each -> targets.add(each.target()));
            }
            case TableSwitchInstruction branch -> {
                targets.add(branch.defaultTarget());
                branch.cases().forEach(each -> targets.add(each.target()));
            }
            default -> { }
        }
        return targets;
    }

    /** What the jump back, the head and the step say. */
    private @Nullable Loop candidate(Jump jump) {
        Instruction back = instructions.get(jump.from);
        boolean jumps = back.opcode() == Opcode.GOTO || back.opcode() == Opcode.GOTO_W;
        if (!jumps || jump.to >= jump.from || !(instructions.get(jump.from - 1) instanceof IncrementInstruction step)) {
            return null;
        }
        List<Instruction> limit = limit(jump.to + 1);
        if (limit.isEmpty() || jump.to + 1 + limit.size() >= jump.from - 1 || !loadsInt(instructions.get(jump.to), step.slot())) {
            return null;
        }
        Loop loop = new Loop(jump.to, jump.from, step.slot(), step.constant(), limit);
        return instructions.get(loop.test()).opcode() == Opcode.IF_ICMPGE && loop.step >= 1 ? loop : null;
    }

    private static boolean loadsInt(Instruction instruction, int slot) {
        return instruction instanceof LoadInstruction load && load.typeKind() == TypeKind.INT && load.slot() == slot;
    }

    private List<Instruction> limit(int index) {
        return switch (instructions.get(index)) {
            case LoadInstruction load when load.typeKind() == TypeKind.INT -> List.of(load);
            case LoadInstruction load when load.typeKind() == TypeKind.REFERENCE
                && instructions.get(index + 1).opcode() == Opcode.ARRAYLENGTH -> List.of(load, instructions.get(index + 1));
            case ConstantInstruction constant when constant.constantValue() instanceof Integer -> List.of(constant);
            default -> List.of();
        };
    }

    private boolean isCounted(Loop loop, Predicate<InvokeInstruction> harmless) {
        // First what is known without looking: what is left then does not overlap, and all of it together is looked at once.
        if (backJumps.within(loop.head, loop.back) != 1 || handlers.within(loop.head, loop.back) != 0
            || loop.limit.getFirst() instanceof LoadInstruction load && load.slot() == loop.counter) {
            return false;
        }
        for (int i = loop.test() + 1; i < loop.back - 1; i++) {
            if (!mayStandIn(loop, instructions.get(i), harmless)) {
                return false;
            }
        }
        List<Jump> own = jumps.subList(sources.before(loop.head), sources.before(loop.back + 1));
        return own.stream().allMatch(loop::allows)
            && targets.within(loop.head + 1, loop.back) == own.stream().filter(loop::isEnteredBy).count();
    }

    private static boolean mayStandIn(Loop loop, Instruction instruction, Predicate<InvokeInstruction> harmless) {
        return switch (instruction) {
            case StoreInstruction store -> !loop.needs(store.slot())
                && (store.typeKind().slotSize() == 1 || !loop.needs(store.slot() + 1));
            case IncrementInstruction step -> !loop.needs(step.slot());
            case InvokeInstruction call -> harmless.test(call);
            case InvokeDynamicInstruction call -> false;
            case ReturnInstruction end -> false;
            case ThrowInstruction end -> false;
            case MonitorInstruction monitor -> false;
            case NewObjectInstruction made -> false;
            case NewPrimitiveArrayInstruction made -> false;
            case NewReferenceArrayInstruction made -> false;
            case NewMultiArrayInstruction made -> false;
            default -> true;
        };
    }
}
