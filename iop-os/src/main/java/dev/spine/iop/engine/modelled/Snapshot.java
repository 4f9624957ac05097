package dev.spine.iop.engine.modelled;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.List;

/**
 * A point of a modelled run: enough to execute it again up to there. No class saves itself. Immutable; any thread.
 *
 * @param system describes the system that was built, for example the text of its system file
 * @param seed the run's seed
 * @param inputs what entered from outside before the point, in order
 * @param eventNumber how many events had been executed
 */
public record Snapshot(String system, long seed, List<OutsideInput> inputs, long eventNumber) {
    /** Copies the inputs. */
    public Snapshot {
        inputs = List.copyOf(inputs);
        checkArgument(eventNumber >= 0, "a run has no event number %s", eventNumber);
    }

    /**
     * {@return the same run at an earlier point; a step back is {@code at(eventNumber() - 1)}}
     *
     * @param earlier 0 to {@link #eventNumber}
     */
    public Snapshot at(long earlier) {
        checkArgument(earlier <= eventNumber, "the run was recorded up to event %s, not %s", eventNumber, earlier);
        return new Snapshot(system, seed, inputs.stream().filter(input -> input.eventNumber() < earlier).toList(), earlier);
    }
}
