package dev.spine.extension.ardma.host.lift;

import java.util.List;
import java.util.stream.Collectors;

/** Says everything that keeps Java code from being a routine. Any thread. */
public final class LiftException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final transient List<Refusal> refusals;

    LiftException(List<Refusal> refusals) {
        super(refusals.stream().map(Refusal::toString).collect(Collectors.joining("\n  ", "no routine:\n  ", "")));
        this.refusals = List.copyOf(refusals);
    }

    /** {@return what was found, in the order of the code, at least one} */
    public List<Refusal> refusals() {
        return refusals;
    }
}
