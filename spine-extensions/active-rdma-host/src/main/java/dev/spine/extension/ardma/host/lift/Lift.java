package dev.spine.extension.ardma.host.lift;

import dev.spine.extension.ardma.host.tool.MethodBuilder;
import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import dev.spine.extension.ardma.routine.RoutineFormat;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes a routine of a method and of those that it reaches. */
final class Lift {
    /**
     * A method that becomes part of the routine.
     *
     * @param owner its class
     * @param model its code
     * @param name within the routine
     */
    private record Reached(LiftedClass owner, MethodModel model, String name) {
        Signature signature() {
            return new Signature(model.methodTypeSymbol());
        }
    }

    private final LiftedClass first;
    /** By their names with slashes. */
    private final Map<String, LiftedClass> classes = new HashMap<>();
    private final Map<MethodName, Reached> reached = new LinkedHashMap<>();
    private final Deque<Reached> open = new ArrayDeque<>();
    private final List<Refusal> found = new ArrayList<>();

    /**
     * Nothing is reached yet.
     *
     * @param first the class of the method where a run begins
     * @param others those whose methods may be reached, too
     */
    Lift(LiftedClass first, List<LiftedClass> others) {
        this.first = first;
        others.forEach(other -> classes.put(other.name(), other));
        classes.put(first.name(), first);
        LiftedClass replacements = LiftedClass.of(Replacements.class);
        classes.put(replacements.name(), replacements);
    }

    private Optional<MethodModel> find(MethodName method) {
        return Optional.ofNullable(classes.get(method.owner())).flatMap(owner -> owner.find(method));
    }

    /**
     * {@return the routine}
     *
     * @param method where a run begins, which is in the class
     * @throws LiftException with all that is in its way
     */
    RoutineBuilder of(MethodName method) {
        if (first.find(method).isEmpty()) {
            throw new LiftException(List.of(first.refusal(Refusal.Reason.METHOD, method.name(), 0, "is inherited, and not in the class")));
        }
        reach(method);
        while (!open.isEmpty()) {
            Reached next = open.remove();
            found.addAll(MethodCheck.of(next.owner(), next.model(), called -> find(called).isPresent(), this::reach));
        }
        if (reached.size() > RoutineFormat.MAX_METHODS) {
            found.add(first.refusal(Refusal.Reason.LIMIT, method.name(), 0, "reaches " + reached.size() + " methods, and at most "
                + RoutineFormat.MAX_METHODS + " are allowed"));
        }
        if (!found.isEmpty()) {
            throw new LiftException(found);
        }
        return build();
    }

    private void reach(MethodName method) {
        if (reached.containsKey(method)) {
            return;
        }
        LiftedClass owner = Objects.requireNonNull(classes.get(method.owner()));
        String name = Stream.of(method.name(), method.name() + method.descriptor(), method.text() + method.descriptor())
            .filter(each -> reached.values().stream().noneMatch(other -> other.name().equals(each))).findFirst().orElseThrow();
        Reached added = new Reached(owner, find(method).orElseThrow(), name);
        reached.put(method, added);
        open.add(added);
    }

    private RoutineBuilder build() {
        RoutineBuilder routine = new RoutineBuilder();
        List<MethodBuilder> builders = new ArrayList<>();
        reached.values().forEach(method -> builders.add(routine.method(method.name(), method.signature().descriptor())));
        int index = 0;
        for (Reached method : reached.values()) {
            MethodCopy copy = new MethodCopy(builders.get(index), this::addCall);
            if (index++ == 0) {
                copy.narrow(method.signature());
            }
            copy.copy(method.model().code().orElseThrow());
        }
        return routine;
    }

    private void addCall(InvokeInstruction call, MethodBuilder to) {
        Callee callee = Callee.of(MethodName.of(call), method -> find(method).isPresent()).orElseThrow();
        switch (callee) {
            case Callee.Operation operation -> to.call(operation.intrinsic());
            case Callee.Comparison _ -> to.op(Opcode.LCMP);
            case Callee.InRoutine within -> to.call(Objects.requireNonNull(reached.get(within.method())).name());
        }
    }
}
