package dev.spine.extension.runtime.meter;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The basic blocks of a method. Fuel is charged before code runs: a whole method at its entry, a whole round at a jump back. For a modelled
 * processor, whose time follows what ran, all of that is entered as skipped then, and each block takes its units off when it begins.
 */
final class Blocks {
    /** Units of the block that begins at each instruction; 0 where none begins. */
    private final int[] units;
    private final Set<Integer> straight = new HashSet<>();
    private final int skippedAtEntry;

    /**
     * The blocks of a method.
     *
     * @param code its code
     * @param loops its positions and units
     * @param counted its loops that are charged where they begin, if it has been looked for them
     */
    Blocks(List<CodeElement> code, Loops loops, @Nullable CountedLoops counted) {
        int instructions = loops.instructions();
        boolean[] targets = new boolean[instructions + 1];
        boolean[] begins = new boolean[instructions + 1];
        int index = 0;
        for (CodeElement element : code) {
            if (element instanceof ExceptionCatch entry) {
                targets[loops.position(entry.handler())] = true;
            } else if (element instanceof Instruction instruction) {
                index++;
                begins[index] = jumps(instruction, loops, targets);
            }
        }
        units = new int[instructions];
        int end = instructions;
        for (int i = instructions - 1; i >= 0; i--) {
            if (i == 0 || targets[i] || begins[i]) {
                units[i] = loops.units(i, end);
                end = i;
            }
        }
        if (counted != null) {
            counted.loops().forEach(this::straighten);
        }
        int first = 0;
        if (instructions > 0 && !targets[0]) {
            // It runs once, and that is known at the entry.
            first = units[0];
            units[0] = 0;
        }
        skippedAtEntry = loops.total() - first;
    }

    /** Notes where an instruction may jump to: {@return whether it may jump at all} */
    private static boolean jumps(Instruction instruction, Loops loops, boolean[] targets) {
        switch (instruction) {
            case BranchInstruction branch -> targets[loops.position(branch.target())] = true;
            case LookupSwitchInstruction branch -> jumps(branch.defaultTarget(), branch.cases(), loops, targets);
            case TableSwitchInstruction branch -> jumps(branch.defaultTarget(), branch.cases(), loops, targets);
            default -> {
                return false;
            }
        }
        return true;
    }

    private static void jumps(Label defaultTarget, List<SwitchCase> cases, Loops loops, boolean[] targets) {
        targets[loops.position(defaultTarget)] = true;
        cases.forEach(each -> targets[loops.position(each.target())] = true);
    }

    /** Of a counted loop without a branch all rounds run whole. The compiler makes vectors of such loops: nothing is put into them. */
    private void straighten(CountedLoops.Loop loop) {
        for (int i = loop.test() + 2; i <= loop.back(); i++) {
            if (units[i] != 0) {
                return;
            }
        }
        units[loop.test() + 1] = 0;
        straight.add(loop.head());
    }

    /** {@return units that the entry charges and that do not run with it for certain} */
    int skippedAtEntry() {
        return skippedAtEntry;
    }

    /** {@return units of the block that begins at an instruction, 0 when none does or when they are entered elsewhere} */
    int beginningAt(int index) {
        return units[index];
    }

    /** {@return whether all rounds of the counted loop that begins at an instruction run whole} */
    boolean isStraight(int head) {
        return straight.contains(head);
    }

    /** Writes code that charges nothing itself: a leaf, whose units its caller was charged for. */
    void write(CodeBuilder code, List<CodeElement> elements, Emitter emitter) {
        int index = 0;
        emitter.skip(skippedAtEntry);
        for (CodeElement element : elements) {
            if (element instanceof Instruction) {
                emitter.skip(-units[index]);
                index++;
            }
            code.with(element);
        }
    }
}
