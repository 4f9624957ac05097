package dev.spine.extension.ardma.host.compile;

import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.RoutineMethod;
import dev.spine.extension.ardma.routine.RunLayout;
import java.lang.classfile.Opcode;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A small method without calls and loops, which is written where it is called. Whatever it cannot do there is done by a call after all,
 * from its begin: so nothing that others see is done before the last thing that can fail, and nothing that it would read again.
 *
 * @param flow its instructions
 * @param plan its blocks
 */
record Leaf(MethodFlow flow, MethodPlan plan) {
    private static final int MAX_INSTRUCTIONS = 48;

    /** {@return a method as a leaf, or null when it is none} */
    static @Nullable Leaf of(MethodFlow flow, MethodPlan plan) {
        Leaf leaf = new Leaf(flow, plan);
        if (flow.count() > MAX_INSTRUCTIONS) {
            return null;
        }
        boolean reads = false;
        boolean writesScratch = false;
        boolean writes = false;
        for (int i = 0; i < flow.count(); i++) {
            MethodFlow.Frame frame = flow.before(i);
            if (frame == null) {
                continue;
            }
            if (!leaf.isSimple(i, frame)) {
                return null;
            }
            Intrinsic intrinsic = flow.intrinsic(i);
            boolean canFail = intrinsic != null || i > 0 && plan.isLeader(i);
            if (canFail && (writes || writesScratch && reads)) {
                return null;
            }
            if (intrinsic != null && intrinsic != Intrinsic.LENGTH) {
                boolean isStore = intrinsic.name().startsWith("STORE");
                boolean isLoad = intrinsic.name().startsWith("LOAD");
                int written = intrinsic == Intrinsic.COPY ? plan.secondArea(i) : plan.area(i);
                reads |= !isStore;
                writesScratch |= !isLoad && written == RunLayout.SCRATCH;
                writes |= !isLoad && written != RunLayout.SCRATCH;
            }
        }
        return leaf;
    }

    private boolean isSimple(int number, MethodFlow.Frame frame) {
        Opcode opcode = flow.opcode(number);
        return switch (opcode.kind()) {
            case STORE, INCREMENT -> flow.local(number) >= flow.method().parameterSlots();
            case OPERATOR -> opcode != Opcode.IDIV && opcode != Opcode.IREM && opcode != Opcode.LDIV && opcode != Opcode.LREM;
            case BRANCH -> flow.targets(number).getFirst() > number;
            case TABLE_SWITCH, LOOKUP_SWITCH -> false;
            case RETURN -> frame.stack().size() == slots(opcode);
            case INVOKE -> isAccess(number);
            default -> true;
        };
    }

    private static int slots(Opcode returned) {
        return returned == Opcode.RETURN ? 0 : returned == Opcode.IRETURN ? 1 : 2;
    }

    private boolean isAccess(int number) {
        Intrinsic intrinsic = flow.intrinsic(number);
        if (intrinsic == null || plan.stops(number)) {
            return false;
        }
        return switch (intrinsic) {
            case LENGTH, LOAD8, LOAD16, LOAD32, LOAD64, STORE8, STORE16, STORE32, STORE64, CAS, FETCH_ADD -> true;
            case COPY -> plan.fewCopied(number) > 0;
            default -> false;
        };
    }

    /** {@return whether all of it runs whenever it is called, and its steps are known} */
    boolean isOneBlock() {
        return IntStream.range(1, flow.count()).noneMatch(i -> plan.isReached(i) && plan.isLeader(i));
    }

    /** {@return how many slots a call wants} */
    int wanted() {
        RoutineMethod method = flow.method();
        return method.locals() + method.stack();
    }

    MethodFlow.Frame before(int number) {
        return Objects.requireNonNull(flow.before(number), "it is not reached");
    }
}
