package dev.spine.extension.panic.host.compile;

import dev.spine.extension.panic.program.Opcode;
import dev.spine.extension.panic.program.Operand;
import dev.spine.extension.panic.program.ProgramCode;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds out where a program must wait. Before each instruction stands which transfers may be under way there, by any path; what two paths
 * bring is joined. A statement waits when any of them concerns it, and then none is under way. A loop is a statement, too: it waits once,
 * before its first round, when anything in it is concerned by what comes from before it. The sets only grow, from instruction to
 * instruction in the order of the code, until no jump back brings more. One thread.
 */
final class TransferFlow {
    /**
     * Where a program waits.
     *
     * @param statements indices of instructions before which it waits each time
     * @param loops indices of the first instructions of loops, before which it waits when it does not come from a jump back
     */
    record Waits(BitSet statements, BitSet loops) {}

    private final ProgramCode code;
    private final List<Access> accesses;
    /** What a loop touches, by its first instruction. */
    private final Map<Integer, Access> loops = new HashMap<>();
    /** By instruction, which transfers may be under way: each is the instruction that begins it. Without an entry no path was found. */
    private final Map<Integer, BitSet> before = new HashMap<>();
    /** The same before the first round of a loop. */
    private final Map<Integer, BitSet> entering = new HashMap<>();
    private final BitSet open = new BitSet();

    private TransferFlow(ProgramCode code) {
        this.code = code;
        this.accesses = AccessReader.of(code);
        for (int i = 0; i < code.instructions(); i++) {
            int at = code.offset(i);
            if (code.opcode(at).operand() == Operand.DISTANCE && code.target(at) <= at) {
                int first = code.instructionAt(code.target(at));
                Access loop = loops.computeIfAbsent(first, _ -> new Access());
                accesses.subList(first, i).forEach(loop::add);
            }
        }
    }

    /**
     * {@return where a program waits}
     *
     * @param code of the program; what waits stand in it are not looked at
     */
    static Waits waits(ProgramCode code) {
        TransferFlow flow = new TransferFlow(code);
        flow.solve();
        BitSet statements = new BitSet();
        flow.before.keySet().stream().filter(flow::waits).forEach(statements::set);
        BitSet loops = new BitSet();
        flow.entering.keySet().stream().filter(flow::waitsToEnter).forEach(loops::set);
        return new Waits(statements, loops);
    }

    private void solve() {
        enter(code.startUp());
        for (int i = 0; i < code.triggers(); i++) {
            enter(code.block(i));
        }
        for (int i = open.nextSetBit(0); i >= 0; i = open.nextSetBit(0)) {
            open.clear(i);
            follow(i);
        }
    }

    private void enter(int block) {
        reach(code.instructionAt(block), new BitSet());
    }

    /** Another path, which begins before the instruction, brings it transfers. */
    private void reach(int instruction, BitSet transfers) {
        if (!loops.containsKey(instruction)) {
            join(instruction, transfers);
            return;
        }
        BitSet found = entering.computeIfAbsent(instruction, _ -> new BitSet());
        found.or(transfers);
        join(instruction, waitsToEnter(instruction) ? new BitSet() : found);
    }

    private void join(int instruction, BitSet transfers) {
        BitSet found = before.get(instruction);
        if (found == null) {
            before.put(instruction, (BitSet) transfers.clone());
            open.set(instruction);
        } else {
            int known = found.cardinality();
            found.or(transfers);
            if (found.cardinality() > known) {
                open.set(instruction);
            }
        }
    }

    private boolean waits(int instruction) {
        return concerns(before.get(instruction), accesses.get(instruction));
    }

    private boolean waitsToEnter(int loop) {
        return concerns(entering.get(loop), loops.get(loop));
    }

    private boolean concerns(@Nullable BitSet transfers, @Nullable Access access) {
        if (transfers == null || access == null || access.isNone()) {
            return false;
        }
        for (int each = transfers.nextSetBit(0); each >= 0; each = transfers.nextSetBit(each + 1)) {
            if (access.waitsFor(accesses.get(each))) {
                return true;
            }
        }
        return false;
    }

    private void follow(int instruction) {
        int at = code.offset(instruction);
        Opcode opcode = code.opcode(at);
        BitSet behind = new BitSet();
        if (!waits(instruction)) {
            behind.or(before.getOrDefault(instruction, behind));
        }
        if (opcode == Opcode.GET || opcode == Opcode.DELIVER || opcode == Opcode.DELIVERP) {
            behind.set(instruction);
        }
        if (opcode.operand() == Operand.DISTANCE) {
            int target = code.instructionAt(code.target(at));
            if (target > instruction) {
                reach(target, behind);
            } else {
                join(target, behind);
            }
        }
        if (!opcode.endsFlow()) {
            reach(instruction + 1, behind);
        }
    }
}
