package dev.spine.iop.engine.modelled;

import java.util.ArrayList;
import java.util.List;

/** The callers that wait for conditions on one bus agent, in the order of asking. */
final class WaitingCallers {
    private final List<ModelledCaller> callers = new ArrayList<>();

    boolean isEmpty() {
        return callers.isEmpty();
    }

    void add(ModelledCaller caller) {
        callers.add(caller);
    }

    void remove(ModelledCaller caller) {
        callers.remove(caller);
    }

    /** Evaluates the conditions; those that hold leave, and their callers go on at {@code timePs}. */
    void evaluate(long timePs) {
        for (int i = 0; i < callers.size();) {
            ModelledCaller caller = callers.get(i);
            if (caller.holds()) {
                callers.remove(i);
                caller.goOnAt(timePs);
            } else {
                i++;
            }
        }
    }
}
