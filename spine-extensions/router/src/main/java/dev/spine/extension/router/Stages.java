package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.ServiceException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stages before the wire, in their order. One that is not there is looked for again after a while, not for each frame: a search costs
 * as much as many frames.
 */
final class Stages {
    /** What {@link #pass} says of a frame that the stage can see in a later activation. */
    static final int LATER = -1;

    private static final int MAC_HEADER = 14;
    private static final long SEARCH_NS = 1_000_000;

    /** What becomes of a frame when the activation has less fuel left than the stage may use. */
    enum OutOfFuel {
        /** It is dropped, counted. */
        DROPS,
        /** It has another activation. */
        WAITS
    }

    private final ExtensionContext context;
    private final Tally tally;
    private final int[] numbers;
    private final @Nullable EgressStage[] found;
    /** By stage: when it was looked for in vain. */
    private final long[] missedNs;
    private final boolean[] missed;

    Stages(ExtensionContext context, Tally tally, List<Integer> stageNumbers) {
        this.context = context;
        this.tally = tally;
        this.numbers = new int[stageNumbers.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = stageNumbers.get(i);
        }
        this.found = new EgressStage[numbers.length];
        this.missedNs = new long[numbers.length];
        this.missed = new boolean[numbers.length];
    }

    /** {@return how many there are} */
    int count() {
        return numbers.length;
    }

    /**
     * Has a stage see a frame.
     *
     * @return how many bytes go on; 0 for none, which is counted; {@link #LATER}
     */
    int pass(int index, Buffer buffer, int offset, int bytes, int ingressPort, OutOfFuel outOfFuel) {
        EgressStage stage = found[index];
        if (stage == null) {
            stage = search(index);
        }
        if (stage == null) {
            tally.drop(DropReason.NO_STAGE);
            return 0;
        }
        int result;
        try {
            result = stage.onEgress(buffer, offset, bytes, ingressPort);
        } catch (ServiceException e) {
            if (e.reason() == ServiceException.Reason.FUEL && outOfFuel == OutOfFuel.WAITS) {
                return LATER;
            }
            if (e.reason() == ServiceException.Reason.GONE || e.reason() == ServiceException.Reason.FAILED) {
                found[index] = null;
            }
            // One that was replaced was not called, and the next one is there already; what the search cost may be missed by its call.
            EgressStage successor = e.reason() == ServiceException.Reason.GONE ? search(index) : null;
            if (successor != null && outOfFuel == OutOfFuel.WAITS) {
                return LATER;
            }
            result = successor == null ? EgressStage.DROPPED : passOn(index, successor, buffer, offset, bytes, ingressPort);
        }
        if (result == EgressStage.TAKEN) {
            tally.held.increment();
            return 0;
        }
        if (result < MAC_HEADER || result > bytes) {
            tally.drop(DropReason.STAGE);
            return 0;
        }
        return result;
    }

    private int passOn(int index, EgressStage successor, Buffer buffer, int offset, int bytes, int ingressPort) {
        try {
            return successor.onEgress(buffer, offset, bytes, ingressPort);
        } catch (ServiceException e) {
            if (e.reason() != ServiceException.Reason.FUEL) {
                found[index] = null;
            }
            return EgressStage.DROPPED;
        }
    }

    private @Nullable EgressStage search(int index) {
        long now = context.nowNs();
        if (missed[index] && now - missedNs[index] < SEARCH_NS) {
            return null;
        }
        try {
            EgressStage stage = context.services().link(EgressStages.SERVICE, numbers[index], numbers[index]);
            found[index] = stage;
            missed[index] = false;
            return stage;
        } catch (ServiceException _) {
            missed[index] = true;
            missedNs[index] = now;
            return null;
        }
    }
}
