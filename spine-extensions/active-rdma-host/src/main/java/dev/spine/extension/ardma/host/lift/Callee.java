package dev.spine.extension.ardma.host.lift;

import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.RoutineFormat;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What a call becomes in a routine. */
sealed interface Callee {
    /** An operation on areas. */
    record Operation(Intrinsic intrinsic) implements Callee {
        private static final String OWNER = Areas.class.getName().replace('.', '/');
        private static final Map<MethodName, Operation> ALL = Arrays.stream(Intrinsic.values())
            .collect(Collectors.toMap(Operation::name, Operation::new));

        private static MethodName name(Intrinsic intrinsic) {
            String result = intrinsic.result() == RoutineFormat.NOTHING ? "V" : intrinsic.result() == RoutineFormat.INT ? "I" : "J";
            return new MethodName(OWNER, intrinsic.word(), "(" + intrinsic.parameters() + ")" + result);
        }
    }

    /** The instruction {@code lcmp}, which is {@link Long#compare}. */
    record Comparison() implements Callee {
        private static final MethodName NAME = new MethodName("java/lang/Long", "compare", "(JJ)I");
    }

    /** A method that becomes part of the routine. */
    record InRoutine(MethodName method) implements Callee {}

    /**
     * {@return what a static call becomes, or nothing when it leaves the routine}
     *
     * @param called as the class file names it
     * @param isThere says whether a method may become part of the routine
     */
    static Optional<Callee> of(MethodName called, Predicate<MethodName> isThere) {
        if (Operation.ALL.containsKey(called)) {
            return Optional.of(Operation.ALL.get(called));
        }
        if (called.equals(Comparison.NAME)) {
            return Optional.of(new Comparison());
        }
        if (Replacements.has(called)) {
            return Optional.of(new InRoutine(
                new MethodName(Replacements.class.getName().replace('.', '/'), called.name(), called.descriptor())));
        }
        return isThere.test(called) ? Optional.of(new InRoutine(called)) : Optional.empty();
    }
}
