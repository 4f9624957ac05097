package dev.spine.extension.panic.host.translate;

import dev.spine.extension.panic.program.Opcode;
import dev.spine.extension.panic.program.Operand;
import dev.spine.extension.panic.program.Program;
import dev.spine.extension.panic.program.ProgramCode;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;

/** How the instructions of a program follow one another. Instructions are named by their index. One thread makes it, any reads it. */
final class ProgramFlow {
    private static final int UNREACHED = -1;

    private final ProgramCode code;
    private final int[] depths;
    private final int[] loops;
    private final BitSet starts = new BitSet();
    private final BitSet targets = new BitSet();
    private final BitSet heads = new BitSet();

    ProgramFlow(Program program) {
        code = program.code();
        depths = new int[code.instructions()];
        loops = new int[code.instructions()];
        Arrays.fill(depths, UNREACHED);
        starts.set(code.instructionAt(code.startUp()));
        for (int i = 0; i < code.triggers(); i++) {
            starts.set(code.instructionAt(code.block(i)));
        }
        follow();
        countLoops();
    }

    private void follow() {
        Deque<Integer> open = new ArrayDeque<>();
        starts.stream().forEach(start -> reach(open, start, 0));
        while (!open.isEmpty()) {
            int at = open.remove();
            int depth = depthBehind(at);
            if (isJump(at)) {
                targets.set(target(at));
                reach(open, target(at), depth);
            }
            if (!opcode(at).endsFlow()) {
                reach(open, at + 1, depth);
            }
        }
    }

    private void reach(Deque<Integer> open, int at, int depth) {
        if (depths[at] == UNREACHED) {
            depths[at] = depth;
            open.add(at);
        }
    }

    private void countLoops() {
        for (int at = 0; at < count(); at++) {
            if (isReached(at) && isJump(at) && target(at) <= at) {
                heads.set(target(at));
                for (int i = target(at); i <= at; i++) {
                    loops[i]++;
                }
            }
        }
    }

    int count() {
        return depths.length;
    }

    Opcode opcode(int at) {
        return code.opcode(code.offset(at));
    }

    int operand(int at) {
        return code.operand(code.offset(at));
    }

    int words(int at) {
        return code.words(code.offset(at));
    }

    int line(int at) {
        return code.line(code.offset(at));
    }

    boolean isStatement(int at) {
        return code.isStatement(code.offset(at));
    }

    boolean isJump(int at) {
        return opcode(at).operand() == Operand.DISTANCE;
    }

    int target(int at) {
        return code.instructionAt(code.target(code.offset(at)));
    }

    boolean isReached(int at) {
        return depths[at] != UNREACHED;
    }

    /** How many words are on the stack before an instruction that is reached. */
    int depth(int at) {
        return depths[at];
    }

    int depthBehind(int at) {
        return depths[at] - opcode(at).pops() + opcode(at).pushes();
    }

    /** Whether a block begins here. */
    boolean isStart(int at) {
        return starts.get(at);
    }

    /** Whether another instruction than the one before may come before this one. */
    boolean isJoin(int at) {
        return starts.get(at) || targets.get(at);
    }

    boolean isHead(int at) {
        return heads.get(at);
    }

    /** In how many loops an instruction is. */
    int loops(int at) {
        return loops[at];
    }

    /** Whether the instruction changes how many steps are left, beside its own one. */
    boolean copies(int at) {
        return switch (opcode(at)) {
            case PKCOPY, SEND, SENDP, SENDL, SENDLP, SENDR, SENDRP -> true;
            default -> false;
        };
    }
}
